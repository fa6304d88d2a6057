#pragma once

#include <cstdint>

namespace viewfuzz {

/// Scrambles 64 bits (the finalizer of SplitMix64): equal on every machine.
constexpr uint64_t scramble(uint64_t bits) {
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
  return bits ^ (bits >> 31U);
}

}  // namespace viewfuzz
