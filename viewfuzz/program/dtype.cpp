#include "viewfuzz/program/dtype.h"

#include <algorithm>
#include <array>

namespace viewfuzz {
namespace {

struct Named {
  Dtype dtype;
  std::string_view name;
};

constexpr std::array<Named, 12> kNamed{{
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
}};

constexpr auto kDtypes = [] {
  std::array<Dtype, kNamed.size()> all{};
  for (size_t i = 0; i < all.size(); ++i) all[i] = kNamed[i].dtype;
  return all;
}();

}  // namespace

std::span<const Dtype> dtypes() { return kDtypes; }

std::string_view dtypeName(Dtype dtype) {
  const auto* it = std::find_if(kNamed.begin(), kNamed.end(),
                                [&](const Named& named) { return named.dtype == dtype; });
  return it == kNamed.end() ? std::string_view(c10::toString(dtype)) : it->name;
}

std::optional<Dtype> parseDtype(std::string_view name) {
  const auto* it = std::find_if(kNamed.begin(), kNamed.end(),
                                [&](const Named& named) { return named.name == name; });
  if (it == kNamed.end()) return std::nullopt;
  return it->dtype;
}

Category category(Dtype dtype) {
  if (dtype == Dtype::Bool) return Category::boolean;
  if (c10::isComplexType(dtype)) return Category::complex;
  return c10::isFloatingType(dtype) ? Category::floating : Category::integral;
}

}  // namespace viewfuzz
