#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// `text` with the first `what` replaced.
std::string replaced(std::string text, std::string_view what, std::string_view by);

/// `text` broken at spaces into lines of at most 96 characters, each behind `prefix` and ended.
std::string commented(std::string_view text, std::string_view prefix);

/// A literal for Python and C++ alike.
std::string literal(std::string_view text);

}  // namespace viewfuzz
