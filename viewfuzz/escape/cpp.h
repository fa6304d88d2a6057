#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// A string literal of C++ whose bytes are those of `text`.
std::string cppLiteral(std::string_view text);

/// A `std::string` with the bytes of `text`, zeros among them.
std::string cppString(std::string_view text);

}  // namespace viewfuzz
