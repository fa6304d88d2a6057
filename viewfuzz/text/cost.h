#pragma once

#include <array>
#include <compare>
#include <string>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// How far a program is from simple. The order is shortlex: fewer statements first, then less for a
/// reader to take in. The text comes last, so that no two programs are equal and every reduction
/// ends.
struct Cost {
  std::array<int64_t, 10> parts{};
  std::string text;
  auto operator<=>(const Cost&) const = default;
};

Cost costOf(const Program& program);

}  // namespace viewfuzz
