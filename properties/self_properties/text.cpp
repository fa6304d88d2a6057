#include "viewfuzz/text/text.h"
#include "properties/arbitrary_program.h"
#include "properties/check.h"
#include "viewfuzz/generate/choices.h"

namespace viewfuzz {

VIEWFUZZ_PROPERTY(Text, parseOfPrintIsTheIdentity, const Program& program) {
  RC_ASSERT(parse(print(program)) == program);
}

VIEWFUZZ_PROPERTY(Text, aDamagedTextIsParsedOrRefusedWithItsPlace, const Program& program,
                  uint64_t seed) {
  std::string text = print(program);
  SeededChoices choices(seed, 0);
  for (int64_t i = choices.between(1, 4); i > 0; --i) {
    const auto at = choices.below(text.size());
    switch (choices.below(3)) {
      case 0:
        text.erase(at, 1);
        break;
      case 1:
        text.insert(at, 1, static_cast<char>(choices.between(32, 126)));
        break;
      default:
        text[at] = static_cast<char>(choices.below(256));
        break;
    }
  }
  try {
    const Program parsed = parse(text, "damaged.vf");
    RC_ASSERT(print(parse(print(parsed))) == print(parsed));
  } catch (const ParseError& error) {
    RC_ASSERT(error.line >= 1 && error.column >= 1);
    RC_ASSERT(std::string(error.what()).rfind("damaged.vf:", 0) == 0);
  }
}

}  // namespace viewfuzz
