#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace viewfuzz {

/// One character of a UTF-8 text, or one byte that is not part of a character.
struct Character {
  std::string_view bytes;
  bool valid = false;
  uint32_t code = 0;  ///< the code point, or the byte that is not valid
};

/// The first character of the text, which must not be empty.
Character firstCharacter(std::string_view text);

/// Does a reader see the character as what it is? These are not visible: control characters,
/// characters that end a line, turn the direction of writing or take no room, and bytes that are
/// not valid UTF-8.
bool isVisible(const Character& character);

/// The text as one line for people. Characters that are not visible are spelled, as in `\n`, `\x1b`
/// or `\u202e`. A backslash of the text stays as it is, so the line cannot be read back.
std::string visible(std::string_view text);

}  // namespace viewfuzz
