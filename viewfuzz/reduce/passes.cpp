#include "viewfuzz/reduce/passes.h"

#include <array>

namespace viewfuzz {

std::span<const Pass> passes() {
  static constexpr std::array<Pass, 14> kPasses{{
      {"cut the prefix", proposeCuts},
      {"delete statements", proposeDeletions},
      {"sources for calls", proposeSourcesForCalls},
      {"fewer dims", proposeFewerDims},
      {"smaller sizes", proposeSmallerSizes},
      {"other operands", proposeOtherOperands},
      {"simpler writes", proposeSimplerWrites},
      {"fresh sources", proposeFreshSources},
      {"simpler windows", proposeSimplerWindows},
      {"simpler dtypes", proposeSimplerDtypes},
      {"simpler fills", proposeSimplerFills},
      {"shorter lists", proposeShorterLists},
      {"simpler arguments", proposeSimplerArguments},
      {"no labels", proposeWithoutLabels},
  }};
  return kPasses;
}

std::vector<int64_t> simplerIntegers(int64_t value) {
  std::vector<int64_t> simpler;
  for (const int64_t candidate :
       {int64_t{0}, int64_t{1}, int64_t{2}, value / 2, value < 0 ? value + 1 : value - 1}) {
    const bool is_simpler = value < 0 || (candidate >= 0 && candidate < value);
    if (is_simpler && std::find(simpler.begin(), simpler.end(), candidate) == simpler.end()) {
      simpler.push_back(candidate);
    }
  }
  return simpler;
}

}  // namespace viewfuzz
