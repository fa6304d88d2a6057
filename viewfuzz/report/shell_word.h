#pragma once

#include <string>

namespace viewfuzz {

/// A word of a shell command, in quotes where it needs them.
std::string shellWord(const std::string& text);

}  // namespace viewfuzz
