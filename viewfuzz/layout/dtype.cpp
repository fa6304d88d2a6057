#include "viewfuzz/layout/dtype.h"

#include <algorithm>
#include <array>

namespace viewfuzz {
namespace {

struct DtypeName {
  Dtype dtype;
  std::string_view name;
};

constexpr std::array<DtypeName, 21> kNamed{{
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
    {Dtype::ComplexHalf, "complex32"},
    {Dtype::UInt16, "uint16"},
    {Dtype::UInt32, "uint32"},
    {Dtype::UInt64, "uint64"},
    {Dtype::Float8_e4m3fn, "float8_e4m3fn"},
    {Dtype::Float8_e5m2, "float8_e5m2"},
    {Dtype::Float8_e4m3fnuz, "float8_e4m3fnuz"},
    {Dtype::Float8_e5m2fnuz, "float8_e5m2fnuz"},
    {Dtype::Float8_e8m0fnu, "float8_e8m0fnu"},
}};

/// So many of the first are those that all kernels know.
constexpr size_t kArithmetic = 12;

constexpr auto kDtypes = [] {
  std::array<Dtype, kNamed.size()> all{};
  for (size_t i = 0; i < all.size(); ++i) all[i] = kNamed[i].dtype;
  return all;
}();

}  // namespace

std::span<const Dtype> dtypes() { return kDtypes; }

std::string_view dtypeName(Dtype dtype) {
  const auto* it = std::find_if(kNamed.begin(), kNamed.end(),
                                [&](const DtypeName& named) { return named.dtype == dtype; });
  return it == kNamed.end() ? std::string_view(c10::toString(dtype)) : it->name;
}

std::optional<Dtype> parseDtype(std::string_view name) {
  const auto* it = std::find_if(kNamed.begin(), kNamed.end(),
                                [&](const DtypeName& named) { return named.name == name; });
  if (it == kNamed.end()) return std::nullopt;
  return it->dtype;
}

std::optional<Dtype> anyDtypeNamed(std::string_view name) {
  for (int i = 0; i < static_cast<int>(Dtype::NumOptions); ++i) {
    if (dtypeName(static_cast<Dtype>(i)) == name) return static_cast<Dtype>(i);
  }
  return std::nullopt;
}

bool isArithmetic(Dtype dtype) {
  return std::find(kDtypes.begin(), kDtypes.begin() + kArithmetic, dtype) !=
         kDtypes.begin() + kArithmetic;
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
