#include "viewfuzz/report/text_lines.h"

#include <fmt/format.h>

#include <algorithm>

namespace viewfuzz {

std::string wrapped(std::string_view text, size_t columns) {
  std::string lines;
  std::string line;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of(" \n", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (!line.empty() && line.size() + 1 + word.size() > columns) {
      lines += line + "\n";
      line.clear();
    } else if (!line.empty()) {
      line += ' ';
    }
    line += word;
    at = end + 1;
  }
  return lines + line + "\n";
}

std::string indented(std::string_view text) {
  std::string lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines += fmt::format("    {}\n", text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string restOfLine(std::string_view text, std::string_view mark) {
  const size_t at = text.find(mark);
  if (at == std::string_view::npos) return "";
  text.remove_prefix(at + mark.size());
  return std::string(text.substr(0, text.find('\n')));
}

}  // namespace viewfuzz
