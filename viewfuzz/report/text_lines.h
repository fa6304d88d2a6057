#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// `text` broken at spaces into lines of at most so many characters, each with a line end.
std::string wrapped(std::string_view text, size_t columns = 96);

/// The lines of `text`, each with four spaces before it.
std::string indented(std::string_view text);

/// The rest of the line behind the first `mark`; empty if there is no mark. A sanitizer says behind
/// "SUMMARY: " what it has found.
std::string restOfLine(std::string_view text, std::string_view mark);

}  // namespace viewfuzz
