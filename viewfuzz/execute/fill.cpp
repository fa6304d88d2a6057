#include "viewfuzz/execute/fill.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch_v2.h>

#include <array>
#include <limits>
#include <memory>

#include "viewfuzz/program/fill_value.h"

namespace viewfuzz {
namespace {

template <typename Real>
Real special(int64_t position) {
  if constexpr (sizeof(Real) == 1) {  // each pattern of bits in turn
    return Real(static_cast<uint8_t>(position % 256), Real::from_bits());
  } else {
    using Limits = std::numeric_limits<Real>;
    const std::array<Real, 10> values = {Limits::quiet_NaN(),     Limits::infinity(),
                                         -Limits::infinity(),     static_cast<Real>(-0.0F),
                                         Limits::denorm_min(),    Limits::max(),
                                         Limits::lowest(),        Limits::min(),
                                         static_cast<Real>(0.5F), static_cast<Real>(-1.5F)};
    return values[static_cast<size_t>(position) % values.size()];
  }
}

template <typename T>
T element(const Fill& fill, Dtype dtype, int64_t position) {
  if constexpr (c10::is_complex<T>::value) {
    using Real = typename c10::scalar_value_type<T>::type;
    const auto real = element<Real>(fill, dtype, position);
    return T(real, -real);
  } else if constexpr (std::is_same_v<T, bool>) {
    return fill.kind == Fill::Kind::uniform ? fillFraction(fill, position) != 0
                                            : fillValue(fill, dtype, position) != 0;
  } else {
    if constexpr (!std::is_integral_v<T>) {
      if (fill.kind == Fill::Kind::uniform) return static_cast<T>(fillFraction(fill, position));
    }
    const int64_t value = fillValue(fill, dtype, position);
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(value);
    } else {
      if (fill.kind == Fill::Kind::special) return special<T>(position);
      if constexpr (std::is_same_v<T, double>) return static_cast<double>(value);
      return static_cast<T>(static_cast<float>(value));  // ATen converts in this way
    }
  }
}

at::Tensor fillNew(const Fill& fill, Dtype dtype, int64_t numel) {
  at::Tensor tensor = at::empty({numel}, at::TensorOptions().dtype(dtype));
  AT_DISPATCH_V2(dtype, "fill", AT_WRAP([&] {
                   auto* data = tensor.data_ptr<scalar_t>();
                   for (int64_t i = 0; i < numel; ++i) data[i] = element<scalar_t>(fill, dtype, i);
                 }),
                 at::kHalf, at::kBFloat16, at::kBool, at::kComplexHalf,
                 AT_EXPAND(AT_ALL_TYPES_AND_COMPLEX), AT_EXPAND(AT_BAREBONES_UNSIGNED_TYPES),
                 AT_EXPAND(AT_FLOAT8_TYPES));
  return tensor;
}

}  // namespace

at::Tensor filled(const Fill& fill, Dtype dtype, int64_t numel) {
  constexpr int64_t kCachedNumel = 512;
  constexpr size_t kCachedKinds = 2;  // iota and zeros, the first in the enumeration
  struct Cache {
    std::array<std::array<at::Tensor, kCachedNumel>, kCachedKinds * 64> tensors;
  };
  const auto slot = static_cast<size_t>(fill.kind) * 64 + static_cast<size_t>(dtype);
  const bool plain =
      fill.kind == Fill::Kind::zeros || (fill.kind == Fill::Kind::iota && fill.seed == 0);
  const bool cached = plain && numel < kCachedNumel;
  if (!cached) return fillNew(fill, dtype, numel);
  static auto cache = std::make_unique<Cache>();
  at::Tensor& tensor = cache->tensors[slot][static_cast<size_t>(numel)];
  if (!tensor.defined()) tensor = fillNew(fill, dtype, numel);
  return tensor;
}

}  // namespace viewfuzz
