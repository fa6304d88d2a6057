#pragma once

#include <cstdint>

/// 64 bits that look random, and depend on the number alone.
uint64_t scramble(uint64_t bits) {
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
  return bits ^ (bits >> 31U);
}
