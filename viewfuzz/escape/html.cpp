#include "viewfuzz/escape/html.h"

#include "viewfuzz/escape/unicode.h"

namespace viewfuzz {

std::string htmlText(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const Character character = firstCharacter(text);
    text.remove_prefix(character.bytes.size());
    switch (character.code) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      case '\n':
      case '\t':
        safe += character.bytes;
        break;
      default:
        safe += visible(character.bytes);
    }
  }
  return safe;
}

}  // namespace viewfuzz
