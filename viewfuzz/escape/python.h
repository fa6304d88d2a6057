#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// A string literal of Python, in double quotes. A byte that is not valid UTF-8 becomes the lone
/// surrogate as which Python itself reads it (`errors="surrogateescape"`).
std::string pythonLiteral(std::string_view text);

/// The inside of a docstring in triple quotes. Python reads it back as `text`, which must consist
/// of visible characters and line ends.
std::string pythonDocstring(std::string_view text);

/// Is the text a name of ASCII letters in Python? Keywords, such as `from`, are not.
bool isPythonName(std::string_view text);

}  // namespace viewfuzz
