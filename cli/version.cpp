#include "cli/version.h"

#include <fmt/format.h>

#include "cli/common.h"

namespace viewfuzz::cli {

std::string versionText() {
  std::string text;
  for (const auto& [what, which] : versions()) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", what, which);
    if (what == "viewfuzz" && !commit().empty()) text += fmt::format(" (commit {})", commit());
    if (what == "libtorch")
      text += fmt::format(" (_GLIBCXX_USE_CXX11_ABI={})", _GLIBCXX_USE_CXX11_ABI);
  }
  return text + fmt::format(", compiler {}", VIEWFUZZ_COMPILER);
}

}  // namespace viewfuzz::cli
