#include "viewfuzz/program/fill_value.h"

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

}  // namespace

// Each position takes the next number of SplitMix64.
float fillFraction(const Fill& fill, int64_t position) {
  constexpr uint64_t kStep = 0x9e3779b97f4a7c15U;
  const uint64_t bits = scramble(fill.seed + (static_cast<uint64_t>(position) + 1) * kStep);
  const float part = static_cast<float>(bits >> 40U) * 0x1p-24F;
  const float value = (part - 0.5F) * static_cast<float>(2 * fill.scale);
  return fill.offset == 0 ? value : value + static_cast<float>(fill.offset);
}

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
    case Fill::Kind::uniform:  // the dtype holds whole numbers only
      return static_cast<int64_t>(fillFraction(fill, position));
    case Fill::Kind::special:  // the dtype has no special values, so take its extremes
    case Fill::Kind::iota:
      break;
  }
  if (dtype == Dtype::Bool) return (position + static_cast<int64_t>(fill.seed)) % 3 == 0 ? 1 : 0;
  const int64_t place = (position + static_cast<int64_t>(fill.seed)) % distinct(dtype);
  // e8m0 has powers of two only.
  return dtype == Dtype::Float8_e8m0fnu ? int64_t{1} << place : place + 1;
}

}  // namespace viewfuzz
