#pragma once

#include <cstdint>
#include <span>

#include "viewfuzz/program/draft.h"

namespace viewfuzz {

/// Scrambles 64 bits (the finalizer of SplitMix64): equal on every machine.
uint64_t scramble(uint64_t bits);

/// The choices of one case, named by (seed, index): the same on every machine and thread count.
class SeededChoices final : public Choices {
 public:
  SeededChoices(uint64_t seed, uint64_t index) : state_(scramble(seed) ^ scramble(~index)) {}
  uint64_t below(uint64_t bound) override {
    state_ += 0x9e3779b97f4a7c15U;
    // The high half of a product: no division, and no bias that matters for small bounds.
    return static_cast<uint64_t>((static_cast<unsigned __int128>(scramble(state_)) * bound) >> 64U);
  }

 private:
  uint64_t state_;
};

}  // namespace viewfuzz
