#pragma once

#include <array>
#include <compare>
#include <string>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// How far a program is from simple. Shortlex: fewer statements first, then what a reader has to
/// take in, the text last, so that no two programs are equal and every reduction comes to an end.
struct Cost {
  std::array<int64_t, 10> parts{};
  std::string text;
  auto operator<=>(const Cost&) const = default;
};

Cost costOf(const Program& program);

}  // namespace viewfuzz
