#include "viewfuzz/escape/shell.h"

#include <fmt/format.h>

#include "viewfuzz/escape/unicode.h"

namespace viewfuzz {
namespace {

/// `$'…'`. Bytes that are not visible are written as octal numbers.
std::string dollarQuoted(std::string_view text) {
  std::string quoted = "$'";
  while (!text.empty()) {
    const Character character = firstCharacter(text);
    text.remove_prefix(character.bytes.size());
    if (character.code == '\'' || character.code == '\\') quoted += '\\';
    if (isVisible(character)) {
      quoted += character.bytes;
      continue;
    }
    for (const char c : character.bytes)
      quoted += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  }
  return quoted + "'";
}

}  // namespace

std::string shellWord(std::string_view text) {
  const bool plain = !text.empty() && text.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-+=./:,@") == std::string_view::npos;
  if (plain) return std::string(text);
  if (visible(text) != text) return dollarQuoted(text);
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') quoted += "'\\'";
    quoted += c;
  }
  return quoted + "'";
}

}  // namespace viewfuzz
