#pragma once

#include <c10/core/ScalarType.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace viewfuzz {

using Dtype = c10::ScalarType;

/// The dtypes that a program may name, simplest first: the reducer prefers the front.
std::span<const Dtype> dtypes();

/// The name as Python spells it, without `torch.`: `float32`, `bool`.
std::string_view dtypeName(Dtype dtype);

/// The dtype of that name, if a program may name it.
std::optional<Dtype> parseDtype(std::string_view name);

/// The dtype of that name, also one that no program may name.
std::optional<Dtype> anyDtypeNamed(std::string_view name);

/// Does the CPU compute with it? The others (float8, wide unsigned, complex32) it moves, fills and
/// converts, and not much else.
bool isArithmetic(Dtype dtype);

bool isUnsigned(Dtype dtype);  ///< has no negative numbers (bool included)

/// bool < integers < floats < complex. An in-place result of a higher category than the
/// destination is refused (`c10::canCast`).
enum class Category { boolean, integral, floating, complex };
Category category(Dtype dtype);

/// Which categories of the arithmetic dtypes an op computes with: a bit each.
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

/// Bytes an element.
inline int64_t itemsize(Dtype dtype) { return static_cast<int64_t>(c10::elementSize(dtype)); }

}  // namespace viewfuzz
