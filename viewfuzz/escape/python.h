#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// A string literal of Python, in double quotes. Python reads an invalid byte of UTF-8 as a lone
/// surrogate (`errors="surrogateescape"`), so the literal spells that surrogate.
std::string pythonLiteral(std::string_view text);

/// The inside of a docstring in triple quotes. Python reads it back as `text`, which must consist
/// of visible characters and line ends.
std::string pythonDocstring(std::string_view text);

/// Can the text be a name in Python? Only ASCII counts, and a keyword, such as `from`, is no name.
bool isPythonName(std::string_view text);

}  // namespace viewfuzz
