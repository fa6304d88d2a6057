#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// A text as the rest of one line behind `//` or `#`: nothing of it ends the line, and no backslash
/// at its end takes the next line into the comment.
std::string lineComment(std::string_view text);

/// A text of several lines, each behind `mark`, which is `// ` or `# `, and ended.
std::string commentBlock(std::string_view text, std::string_view mark);

}  // namespace viewfuzz
