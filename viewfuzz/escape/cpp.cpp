#include "viewfuzz/escape/cpp.h"

#include <fmt/format.h>

#include "viewfuzz/escape/unicode.h"

namespace viewfuzz {

std::string cppLiteral(std::string_view text) {
  std::string literal = "\"";
  while (!text.empty()) {
    const Character character = firstCharacter(text);
    text.remove_prefix(character.bytes.size());
    const bool trigraph = character.code == '?' && literal.back() == '?';
    if (character.code == '"' || character.code == '\\' || trigraph) literal += '\\';
    if (isVisible(character)) {
      literal += character.bytes;
      continue;
    }
    if (character.code == '\n') {
      literal += "\\n";
      continue;
    }
    // Octal, with three digits: a hexadecimal escape would also take the digits behind it.
    for (const char c : character.bytes)
      literal += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  }
  return literal + "\"";
}

std::string cppString(std::string_view text) {
  if (text.find('\0') == std::string_view::npos)
    return fmt::format("std::string({})", cppLiteral(text));
  return fmt::format("std::string({}, {})", cppLiteral(text), text.size());
}

}  // namespace viewfuzz
