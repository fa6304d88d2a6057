#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// The text as the rest of a line behind `//` or `#`. Nothing in it ends the line, and no backslash
/// at its end makes the next line a part of the comment.
std::string lineComment(std::string_view text);

/// A text of several lines, each behind `mark` (`// ` or `# `) and with a line end.
std::string commentBlock(std::string_view text, std::string_view mark);

}  // namespace viewfuzz
