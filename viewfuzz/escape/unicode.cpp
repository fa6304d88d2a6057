#include "viewfuzz/escape/unicode.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace viewfuzz {
namespace {

/// Code points that change how others are shown, or take no room. First and last of each range.
constexpr std::array<std::pair<uint32_t, uint32_t>, 14> kUnseen = {{
    {0x00, 0x1f},        // control characters
    {0x7f, 0x9f},        // delete, and more control characters
    {0xad, 0xad},        // soft hyphen
    {0x61c, 0x61c},      // Arabic letter mark
    {0x180e, 0x180e},    // Mongolian vowel separator
    {0x200b, 0x200f},    // zero width, marks of direction
    {0x2028, 0x202e},    // line and paragraph separators, overrides of direction
    {0x2060, 0x206f},    // joiners, isolates
    {0xd800, 0xdfff},    // surrogates
    {0xfe00, 0xfe0f},    // variation selectors
    {0xfeff, 0xfeff},    // byte order mark
    {0xfff0, 0xffff},    // specials
    {0xe0000, 0xe0fff},  // tags
    {0xf0000, 0x10ffff}  // private
}};

/// The number of bytes of a character that begins with this byte; 0 if no character does.
size_t lengthBy(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

constexpr std::array<uint32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};

std::string spelled(const Character& character) {
  switch (character.code) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      break;
  }
  if (!character.valid || character.code < 0x80) return fmt::format("\\x{:02x}", character.code);
  return fmt::format("\\u{:04x}", character.code);
}

}  // namespace

Character firstCharacter(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const Character broken{text.substr(0, 1), false, byte(0)};
  const size_t length = lengthBy(byte(0));
  if (length == 0 || length > text.size()) return broken;
  if (length == 1) return {text.substr(0, 1), true, byte(0)};
  uint32_t code = byte(0) & (0x7fU >> length);
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return broken;
    code = code << 6U | (byte(i) & 0x3fU);
  }
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < kSmallest[length] || code > 0x10ffff || surrogate) return broken;
  return {text.substr(0, length), true, code};
}

bool isVisible(const Character& character) {
  return character.valid && std::none_of(kUnseen.begin(), kUnseen.end(), [&](const auto& range) {
           return character.code >= range.first && character.code <= range.second;
         });
}

std::string visible(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const Character character = firstCharacter(text);
    text.remove_prefix(character.bytes.size());
    if (isVisible(character)) {
      line += character.bytes;
    } else {
      line += spelled(character);
    }
  }
  return line;
}

}  // namespace viewfuzz
