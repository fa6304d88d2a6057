#include "viewfuzz/escape/python.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "viewfuzz/escape/unicode.h"

namespace viewfuzz {
namespace {

constexpr std::array<std::string_view, 35> kKeywords = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

std::string pythonEscape(const Character& character) {
  if (!character.valid) return fmt::format("\\udc{:02x}", character.code);
  if (character.code == '\n') return "\\n";
  if (character.code < 0x100) return fmt::format("\\x{:02x}", character.code);
  if (character.code < 0x10000) return fmt::format("\\u{:04x}", character.code);
  return fmt::format("\\U{:08x}", character.code);
}

}  // namespace

std::string pythonLiteral(std::string_view text) {
  std::string literal = "\"";
  while (!text.empty()) {
    const Character character = firstCharacter(text);
    text.remove_prefix(character.bytes.size());
    if (character.code == '"' || character.code == '\\') literal += '\\';
    if (isVisible(character)) {
      literal += character.bytes;
    } else {
      literal += pythonEscape(character);
    }
  }
  return literal + "\"";
}

std::string pythonDocstring(std::string_view text) {
  std::string inside;
  size_t quotes = 0;
  for (const char c : text) {
    quotes = c == '"' ? quotes + 1 : 0;
    if (c == '\\' || (quotes > 0 && quotes % 3 == 0)) inside += '\\';
    inside += c;
  }
  // Python would take a quote at the end of the text for one of the three that end the docstring.
  if (quotes % 3 != 0) inside.insert(inside.size() - 1, 1, '\\');
  return inside;
}

bool isPythonName(std::string_view text) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  return !text.empty() && (text.front() < '0' || text.front() > '9') &&
         text.find_first_not_of(kLetters) == std::string_view::npos &&
         std::find(kKeywords.begin(), kKeywords.end(), text) == kKeywords.end();
}

}  // namespace viewfuzz
