#include "viewfuzz/report/shell_word.h"

namespace viewfuzz {

std::string shellWord(const std::string& text) {
  const bool plain = !text.empty() && text.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-+=./:,@") == std::string::npos;
  if (plain) return text;
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') quoted += "'\\'";
    quoted += c;
  }
  quoted += '\'';
  return quoted;
}

}  // namespace viewfuzz
