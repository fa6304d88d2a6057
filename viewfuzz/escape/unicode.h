#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace viewfuzz {

/// One character of a UTF-8 text, or one byte that is part of none.
struct Character {
  std::string_view bytes;
  bool valid = false;
  uint32_t code = 0;  ///< the code point; of what is not valid, the byte
};

/// The first character of a text that is not empty.
Character firstCharacter(std::string_view text);

/// Does a reader see the character, and as what it is? No: control characters, what ends a line,
/// marks that turn the direction of writing or take no room, and bytes that are no UTF-8.
bool isVisible(const Character& character);

/// One line for people: what they would not see is spelled as in `\n`, `\x1b`, `\u202e`. It cannot
/// be read back: a backslash of the text stays as it is.
std::string visible(std::string_view text);

}  // namespace viewfuzz
