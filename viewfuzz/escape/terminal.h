#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// A text for a terminal: no part of it is a command to the terminal. Line ends and tabs stay.
std::string terminalText(std::string_view text);

}  // namespace viewfuzz
