#include "viewfuzz/layout/dtype.h"

#include <algorithm>
#include <array>

namespace viewfuzz {
namespace {

struct NamedDtype {
  Dtype dtype;
  std::string_view name;
  bool arithmetic = true;  ///< all kernels know it
};

constexpr NamedDtype kNamed[] = {
    {Dtype::Float, "float32"},
    {Dtype::Int, "int32"},
    {Dtype::Long, "int64"},
    {Dtype::Double, "float64"},
    {Dtype::Half, "float16"},
    {Dtype::BFloat16, "bfloat16"},
    {Dtype::Short, "int16"},
    {Dtype::Char, "int8"},
    {Dtype::Byte, "uint8"},
    {Dtype::Bool, "bool"},
    {Dtype::ComplexFloat, "complex64"},
    {Dtype::ComplexDouble, "complex128"},
    {Dtype::ComplexHalf, "complex32", false},
    {Dtype::UInt16, "uint16", false},
    {Dtype::UInt32, "uint32", false},
    {Dtype::UInt64, "uint64", false},
    {Dtype::Float8_e4m3fn, "float8_e4m3fn", false},
    {Dtype::Float8_e5m2, "float8_e5m2", false},
    {Dtype::Float8_e4m3fnuz, "float8_e4m3fnuz", false},
    {Dtype::Float8_e5m2fnuz, "float8_e5m2fnuz", false},
    {Dtype::Float8_e8m0fnu, "float8_e8m0fnu", false},
};

constexpr auto kDtypes = [] {
  std::array<Dtype, std::size(kNamed)> all{};
  for (size_t i = 0; i < all.size(); ++i) all[i] = kNamed[i].dtype;
  return all;
}();

/// Indexed by the number of the dtype.
constexpr auto kIsArithmetic = [] {
  std::array<bool, static_cast<size_t>(Dtype::NumOptions)> known{};
  for (const NamedDtype& named : kNamed) known[static_cast<size_t>(named.dtype)] = named.arithmetic;
  return known;
}();

constexpr bool allDiffer() {
  for (size_t i = 0; i < std::size(kNamed); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (kNamed[i].dtype == kNamed[j].dtype || kNamed[i].name == kNamed[j].name) return false;
    }
  }
  return true;
}
static_assert(allDiffer(), "a dtype or a name stands twice in the table");

}  // namespace

std::span<const Dtype> dtypes() { return kDtypes; }

std::string_view dtypeName(Dtype dtype) {
  const auto* it = std::find_if(std::begin(kNamed), std::end(kNamed),
                                [&](const NamedDtype& named) { return named.dtype == dtype; });
  return it == std::end(kNamed) ? std::string_view(c10::toString(dtype)) : it->name;
}

std::optional<Dtype> parseDtype(std::string_view name) {
  const auto* it = std::find_if(std::begin(kNamed), std::end(kNamed),
                                [&](const NamedDtype& named) { return named.name == name; });
  if (it == std::end(kNamed)) return std::nullopt;
  return it->dtype;
}

std::optional<Dtype> anyDtypeNamed(std::string_view name) {
  for (int i = 0; i < static_cast<int>(Dtype::NumOptions); ++i) {
    if (dtypeName(static_cast<Dtype>(i)) == name) return static_cast<Dtype>(i);
  }
  return std::nullopt;
}

bool isArithmetic(Dtype dtype) {
  return static_cast<size_t>(dtype) < kIsArithmetic.size() &&
         kIsArithmetic[static_cast<size_t>(dtype)];
}

bool isUnsigned(Dtype dtype) {
  return dtype == Dtype::Bool || dtype == Dtype::Byte || c10::isBarebonesUnsignedType(dtype) ||
         dtype == Dtype::Float8_e8m0fnu;
}

Category category(Dtype dtype) {
  if (dtype == Dtype::Bool) return Category::boolean;
  if (c10::isComplexType(dtype)) return Category::complex;
  return c10::isFloatingType(dtype) ? Category::floating : Category::integral;
}

}  // namespace viewfuzz
