#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// `text` broken at spaces into lines of at most so many characters, each ended.
std::string wrapped(std::string_view text, size_t columns = 96);

/// The rest of the line behind the first `mark`; empty where there is none. Behind "SUMMARY: " a
/// sanitizer says at its end what it has found.
std::string restOfLine(std::string_view text, std::string_view mark);

}  // namespace viewfuzz
