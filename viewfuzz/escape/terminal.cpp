#include "viewfuzz/escape/terminal.h"

#include <algorithm>

#include "viewfuzz/escape/unicode.h"

namespace viewfuzz {

std::string terminalText(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of("\n\t"), text.size());
    safe += visible(text.substr(0, end));
    if (end < text.size()) safe += text[end];
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return safe;
}

}  // namespace viewfuzz
