#pragma once
/// @file
/// The conversions to one dtype from all. Every convert_to_*.cpp instantiates a few rows, so that
/// the 441 loops compile in parallel and rebuild in parts.
#include <c10/util/TypeCast.h>
#include <c10/util/complex.h>

#include <array>
#include <cstring>

#include "backend/kernels/convert.h"

namespace npu::detail {

/// The dtypes that copy_ converts between.
// clang-format off
#define NPU_CONVERTIBLE_DTYPES(X)                                       \
  X(Bool) X(Byte) X(UInt16) X(UInt32) X(UInt64)                         \
  X(Char) X(Short) X(Int) X(Long)                                       \
  X(Half) X(BFloat16) X(Float) X(Double)                                \
  X(ComplexHalf) X(ComplexFloat) X(ComplexDouble)                       \
  X(Float8_e5m2) X(Float8_e4m3fn) X(Float8_e5m2fnuz) X(Float8_e4m3fnuz) \
  X(Float8_e8m0fnu)
// clang-format on

template <typename T>
inline T load(const char* at) {
  if constexpr (std::is_same_v<T, bool>) {
    return *at != 0;  // a byte that is neither 0 nor 1 is true as well
  } else {
    T value;
    std::memcpy(&value, at, sizeof(T));
    return value;
  }
}

template <typename T>
inline void store(char* at, T value) {
  std::memcpy(at, &value, sizeof(T));
}

template <typename D, typename S>
void convert_strided(char* dst, const char* src, std::int64_t dst_stride, std::int64_t src_stride,
                     std::int64_t n) {
  if (dst_stride == sizeof(D) && src_stride == sizeof(S)) {  // a loop that can be vectorised
    for (std::int64_t i = 0; i < n; ++i)
      store(dst + i * std::int64_t{sizeof(D)},
            c10::convert<D>(load<S>(src + i * std::int64_t{sizeof(S)})));
    return;
  }
  for (std::int64_t i = 0; i < n; ++i)
    store(dst + i * dst_stride, c10::convert<D>(load<S>(src + i * src_stride)));
}

template <c10::ScalarType T>
using CppType = typename c10::impl::ScalarTypeToCPPType<T>::type;

/// The loop to D from a dtype, or null.
template <typename D>
CopyLoop convert_from(c10::ScalarType src) {
  switch (src) {
#define NPU_CASE(name)        \
  case c10::ScalarType::name: \
    return &convert_strided<D, CppType<c10::ScalarType::name>>;
    NPU_CONVERTIBLE_DTYPES(NPU_CASE)
#undef NPU_CASE
    default:
      return nullptr;
  }
}

#define NPU_DECLARE_ROW(name) CopyLoop convert_to_##name(c10::ScalarType src);
NPU_CONVERTIBLE_DTYPES(NPU_DECLARE_ROW)
#undef NPU_DECLARE_ROW

/// Defines the row of one dtype.
#define NPU_DEFINE_ROW(name)                                  \
  CopyLoop convert_to_##name(c10::ScalarType src) {           \
    return convert_from<CppType<c10::ScalarType::name>>(src); \
  }

}  // namespace npu::detail
