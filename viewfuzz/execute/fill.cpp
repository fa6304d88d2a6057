#include "viewfuzz/execute/fill.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch_v2.h>

#include <array>
#include <limits>
#include <memory>

#include "viewfuzz/layout/scramble.h"

namespace viewfuzz {
namespace {

/// The largest n so that 1, …, n are distinct elements of the dtype.
int64_t distinct(Dtype dtype) {
  switch (dtype) {
    case Dtype::Byte:
      return 255;
    case Dtype::Char:
      return 127;
    case Dtype::Short:
      return 32767;
    case Dtype::BFloat16:
      return 256;
    case Dtype::Half:
    case Dtype::ComplexHalf:
      return 2048;
    case Dtype::UInt16:
      return 65535;
    case Dtype::Float8_e4m3fn:
    case Dtype::Float8_e4m3fnuz:
      return 16;
    case Dtype::Float8_e5m2:
    case Dtype::Float8_e5m2fnuz:
    case Dtype::Float8_e8m0fnu:
      return 8;
    default:
      return int64_t{1} << 24;
  }
}

template <typename Real>
Real special(int64_t position) {
  if constexpr (sizeof(Real) == 1) {  // every pattern of bits in turn
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

/// Element `position` of `uniform`: the next number of SplitMix64 a position.
float fraction(const Fill& fill, int64_t position) {
  constexpr uint64_t kStep = 0x9e3779b97f4a7c15U;
  const uint64_t bits = scramble(fill.seed + (static_cast<uint64_t>(position) + 1) * kStep);
  const float part = static_cast<float>(bits >> 40U) * 0x1p-24F;
  const float value = (part - 0.5F) * static_cast<float>(2 * fill.scale);
  return fill.offset == 0 ? value : value + static_cast<float>(fill.offset);
}

template <typename T>
T element(const Fill& fill, Dtype dtype, int64_t position) {
  if constexpr (c10::is_complex<T>::value) {
    using Real = typename c10::scalar_value_type<T>::type;
    const auto real = element<Real>(fill, dtype, position);
    return T(real, -real);
  } else if constexpr (std::is_same_v<T, bool>) {
    return fill.kind == Fill::Kind::uniform ? fraction(fill, position) != 0
                                            : fillValue(fill, dtype, position) != 0;
  } else {
    if constexpr (!std::is_integral_v<T>) {
      if (fill.kind == Fill::Kind::uniform) return static_cast<T>(fraction(fill, position));
    }
    const int64_t value = fillValue(fill, dtype, position);
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(value);
    } else {
      if (fill.kind == Fill::Kind::special) return special<T>(position);
      if constexpr (std::is_same_v<T, double>) return static_cast<double>(value);
      return static_cast<T>(static_cast<float>(value));  // as ATen converts
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

int64_t fillValue(const Fill& fill, Dtype dtype, int64_t position) {
  const bool is_unsigned = isUnsigned(dtype);
  switch (fill.kind) {
    case Fill::Kind::zeros:
      return 0;
    case Fill::Kind::ints: {
      const auto value = static_cast<int64_t>(
          scramble(fill.seed * 0x9e3779b97f4a7c15U + static_cast<uint64_t>(position)) % 9);
      return is_unsigned ? value : value - 4;
    }
    case Fill::Kind::list:
      return fill.values[static_cast<size_t>(position) % fill.values.size()];
    case Fill::Kind::uniform:  // of a dtype that holds whole numbers only
      return static_cast<int64_t>(fraction(fill, position));
    case Fill::Kind::special:  // of a dtype without special values: its extremes
    case Fill::Kind::iota:
      break;
  }
  if (dtype == Dtype::Bool) return (position + static_cast<int64_t>(fill.seed)) % 3 == 0 ? 1 : 0;
  const int64_t place = (position + static_cast<int64_t>(fill.seed)) % distinct(dtype);
  // e8m0 has powers of two only.
  return dtype == Dtype::Float8_e8m0fnu ? int64_t{1} << place : place + 1;
}

at::Tensor filled(const Fill& fill, Dtype dtype, int64_t numel) {
  constexpr int64_t kCachedNumel = 512;
  constexpr size_t kCachedKinds = 2;  // iota and zeros come first
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
