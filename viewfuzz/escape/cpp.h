#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// A string literal of C++ with the bytes of `text`.
std::string cppLiteral(std::string_view text);

/// An expression of C++: a `std::string` with the bytes of `text`, also with zero bytes.
std::string cppString(std::string_view text);

}  // namespace viewfuzz
