#include "viewfuzz/escape/comment.h"

#include <algorithm>

#include "viewfuzz/escape/unicode.h"

namespace viewfuzz {

std::string lineComment(std::string_view text) {
  std::string line = visible(text);
  // Compilers ignore spaces behind a backslash, and old compilers read a trigraph as a backslash.
  while (line.ends_with(' ')) line.pop_back();
  if (line.ends_with('\\') || line.ends_with("?\?/")) line += '.';
  return line;
}

std::string commentBlock(std::string_view text, std::string_view mark) {
  std::string block;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string line = std::string(mark) + lineComment(text.substr(0, end));
    while (line.ends_with(' ')) line.pop_back();
    block += line + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return block;
}

}  // namespace viewfuzz
