#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// The text for a terminal. No part of the result is a command to the terminal. Line ends and tabs
/// stay.
std::string terminalText(std::string_view text);

}  // namespace viewfuzz
