#include "backend/kernels/convert.h"

#include "backend/kernels/convert_row.h"

namespace npu {
namespace {

template <std::size_t N>
struct Bytes {
  unsigned char value[N];
};

template <std::size_t N>
void copy_bytes(char* dst, const char* src, std::int64_t dst_stride, std::int64_t src_stride,
                std::int64_t n) {
  if (dst_stride == N && src_stride == N) {
    std::memmove(dst, src, static_cast<std::size_t>(n) * N);
    return;
  }
  for (std::int64_t i = 0; i < n; ++i)
    detail::store(dst + i * dst_stride, detail::load<Bytes<N>>(src + i * src_stride));
}

template <typename T>
T negate(T x) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(std::make_unsigned_t<T>{0} - static_cast<std::make_unsigned_t<T>>(x));
  } else {
    return -x;
  }
}

template <typename T, Sign S>
T with_sign(T x) {
  if constexpr (c10::is_complex<T>::value) {
    const auto re = x.real();
    const auto im = x.imag();
    if constexpr (S == Sign::kConj) return T(re, negate(im));
    if constexpr (S == Sign::kNeg) return T(negate(re), negate(im));
    if constexpr (S == Sign::kNegConj) return T(negate(re), im);
  } else if constexpr (S != Sign::kConj) {  // a real number is its own conjugate
    return negate(x);
  }
  return x;
}

template <typename T, Sign S>
void apply_sign(char* dst, const char* src, std::int64_t dst_stride, std::int64_t src_stride,
                std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i)
    detail::store(dst + i * dst_stride, with_sign<T, S>(detail::load<T>(src + i * src_stride)));
}

template <typename T>
CopyLoop sign_of(Sign sign) {
  switch (sign) {
    case Sign::kConj:
      return &apply_sign<T, Sign::kConj>;
    case Sign::kNeg:
      return &apply_sign<T, Sign::kNeg>;
    case Sign::kNegConj:
      return &apply_sign<T, Sign::kNegConj>;
    default:
      return nullptr;
  }
}

}  // namespace

CopyLoop bytes_loop(std::size_t itemsize) {
  switch (itemsize) {
    case 1:
      return &copy_bytes<1>;
    case 2:
      return &copy_bytes<2>;
    case 4:
      return &copy_bytes<4>;
    case 8:
      return &copy_bytes<8>;
    case 16:
      return &copy_bytes<16>;
    default:
      return nullptr;
  }
}

CopyLoop convert_loop(c10::ScalarType dst, c10::ScalarType src) {
  switch (dst) {
#define NPU_CASE(name)        \
  case c10::ScalarType::name: \
    return detail::convert_to_##name(src);
    NPU_CONVERTIBLE_DTYPES(NPU_CASE)
#undef NPU_CASE
    default:
      return nullptr;
  }
}

CopyLoop sign_loop(c10::ScalarType dtype, Sign sign) {
  switch (dtype) {
#define NPU_CASE(name)        \
  case c10::ScalarType::name: \
    return sign_of<detail::CppType<c10::ScalarType::name>>(sign);
    NPU_CASE(Byte)
    NPU_CASE(Char)
    NPU_CASE(Short)
    NPU_CASE(Int)
    NPU_CASE(Long)
    NPU_CASE(Half)
    NPU_CASE(BFloat16)
    NPU_CASE(Float)
    NPU_CASE(Double)
    NPU_CASE(ComplexHalf)
    NPU_CASE(ComplexFloat)
    NPU_CASE(ComplexDouble)
#undef NPU_CASE
    default:
      return nullptr;
  }
}

}  // namespace npu
