#pragma once

#include <c10/core/ScalarType.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace viewfuzz {

using Dtype = c10::ScalarType;

/// The dtypes that a program may name, simplest first, since a reducer prefers those at the front.
std::span<const Dtype> dtypes();

/// The name as Python spells it, without `torch.`: `float32`, `bool`.
std::string_view dtypeName(Dtype dtype);

/// The dtype of that name; none if a program may not name it.
std::optional<Dtype> parseDtype(std::string_view name);

/// The dtype of that name, even if a program may not name it; none if there is no such dtype.
std::optional<Dtype> anyDtypeNamed(std::string_view name);

/// Does the CPU compute with it? The CPU moves, fills and converts the other dtypes (float8, wide
/// unsigned integers, complex32), and does little else with them.
bool isArithmetic(Dtype dtype);

bool isUnsigned(Dtype dtype);  ///< has no negative numbers (bool included)

/// The categories are in rising order. ATen refuses an in-place op whose result is of a higher
/// category than its destination (`c10::canCast`).
enum class Category { boolean, integral, floating, complex };
Category category(Dtype dtype);

/// A set of categories of arithmetic dtypes, one bit each: what an op computes with.
using DtypeSet = unsigned;
inline constexpr DtypeSet kBools = 1;
inline constexpr DtypeSet kIntegers = 2;
inline constexpr DtypeSet kFloats = 4;
inline constexpr DtypeSet kComplexes = 8;
inline constexpr DtypeSet kReals = kIntegers | kFloats;
inline constexpr DtypeSet kNumbers = kReals | kComplexes;
inline constexpr DtypeSet kWhole = kBools | kIntegers;
inline constexpr DtypeSet kOrdered = kBools | kReals;
inline constexpr DtypeSet kAllArithmetic = kBools | kNumbers;
inline bool contains(DtypeSet set, Dtype dtype) {
  return isArithmetic(dtype) && (set >> static_cast<unsigned>(category(dtype)) & 1U) != 0;
}

/// The bytes of one element.
inline int64_t itemsize(Dtype dtype) { return static_cast<int64_t>(c10::elementSize(dtype)); }

}  // namespace viewfuzz
