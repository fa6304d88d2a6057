#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "viewfuzz/program/draft.h"

namespace viewfuzz {

/// The plainest choices, but for those at a few places: what is drawn is enumerated one deviation
/// at a time, and not by chance.
class Deviations final : public Choices {
 public:
  Deviations() = default;
  Deviations(size_t at, uint64_t value) { deviate(at, value); }

  /// The choice number `at` is to be `value`, or the last one of fewer.
  void deviate(size_t at, uint64_t value) { others_.emplace_back(at, value); }

  uint64_t below(uint64_t bound) override;

  /// How many there were to choose from, by choice, as far as something was drawn.
  const std::vector<uint64_t>& bounds() const { return bounds_; }

 private:
  std::vector<std::pair<size_t, uint64_t>> others_;
  std::vector<uint64_t> bounds_;
};

/// Choices below `bound` besides the plainest one, evenly spread and with the last one: all of few,
/// a dozen or so of many.
std::vector<uint64_t> otherChoices(uint64_t bound);

/// The first and the last of them.
std::vector<uint64_t> fewOtherChoices(uint64_t bound);

}  // namespace viewfuzz
