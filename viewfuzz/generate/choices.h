#pragma once

#include <cstdint>
#include <span>

#include "viewfuzz/layout/scramble.h"
#include "viewfuzz/program/draft.h"

namespace viewfuzz {

/// The choices of one case, named by (seed, index). They are the same on every machine and for
/// every number of threads.
class SeededChoices final : public Choices {
 public:
  SeededChoices(uint64_t seed, uint64_t index) : state_(scramble(seed) ^ scramble(~index)) {}
  uint64_t below(uint64_t bound) override {
    state_ += 0x9e3779b97f4a7c15U;
    const uint64_t bits = scramble(state_);
    // Bounds are small. The high half of a product of 32 bits is then as good as a division, and
    // quicker.
    return bound <= UINT32_MAX ? ((bits >> 32U) * bound) >> 32U : bits % bound;
  }

 private:
  uint64_t state_;
};

}  // namespace viewfuzz
