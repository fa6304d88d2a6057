#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "viewfuzz/program/draft.h"

namespace viewfuzz {

/// Always makes the plainest choice, 0, except at a few given places. This enumerates what an op
/// draws one deviation at a time, without chance.
class Deviations final : public Choices {
 public:
  Deviations() = default;
  Deviations(size_t at, uint64_t value) { deviate(at, value); }

  /// Makes choice number `at` give `value`, or the last one if there are fewer.
  void deviate(size_t at, uint64_t value) { others_.emplace_back(at, value); }

  uint64_t below(uint64_t bound) override;

  /// For each choice that was made so far: from how many it was made.
  const std::vector<uint64_t>& bounds() const { return bounds_; }

 private:
  std::vector<std::pair<size_t, uint64_t>> others_;
  std::vector<uint64_t> bounds_;
};

/// The choices below `bound` other than 0: all if they are few, otherwise a dozen or so, evenly
/// spread and with the last one.
std::vector<uint64_t> otherChoices(uint64_t bound);

/// The first and the last of the choices below `bound` other than 0.
std::vector<uint64_t> fewOtherChoices(uint64_t bound);

}  // namespace viewfuzz
