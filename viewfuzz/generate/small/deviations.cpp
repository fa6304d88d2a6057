#include "viewfuzz/generate/small/deviations.h"

#include <algorithm>

namespace viewfuzz {

uint64_t Deviations::below(uint64_t bound) {
  const size_t now = bounds_.size();
  bounds_.push_back(bound);
  for (const auto& [at, value] : others_) {
    if (at == now) return std::min(value, bound - 1);
  }
  return 0;
}

std::vector<uint64_t> otherChoices(uint64_t bound) {
  constexpr uint64_t kMost = 12;
  std::vector<uint64_t> values;
  const uint64_t step = std::max<uint64_t>(1, bound / kMost);
  for (uint64_t value = 1; value < bound; value += step) values.push_back(value);
  if (bound > 1 && values.back() != bound - 1) values.push_back(bound - 1);
  return values;
}

std::vector<uint64_t> fewOtherChoices(uint64_t bound) {
  if (bound < 2) return {};
  return bound == 2 ? std::vector<uint64_t>{1} : std::vector<uint64_t>{1, bound - 1};
}

}  // namespace viewfuzz
