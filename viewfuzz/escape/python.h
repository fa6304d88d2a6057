#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// A string literal of Python, in double quotes. Bytes that are no UTF-8 become the lone surrogates
/// that Python itself reads them as (`errors="surrogateescape"`).
std::string pythonLiteral(std::string_view text);

/// The inside of a docstring in triple quotes: Python reads it back as `text`. `text` has no
/// characters but visible ones and line ends.
std::string pythonDocstring(std::string_view text);

/// Can it be written as a name (of ASCII letters)? Not so keywords, such as `from`.
bool isPythonName(std::string_view text);

}  // namespace viewfuzz
