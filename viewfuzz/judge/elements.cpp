#include "viewfuzz/judge/elements.h"

#include <c10/core/ScalarType.h>
#include <c10/util/BFloat16.h>
#include <c10/util/Half.h>
#include <c10/util/TypeCast.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace viewfuzz {
namespace {

template <typename T>
T load(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

template <typename T>
std::complex<double> asNumber(T value) {
  if constexpr (c10::is_complex<T>::value) {
    return {static_cast<double>(value.real()), static_cast<double>(value.imag())};
  } else {
    return static_cast<double>(value);
  }
}

bool equalParts(double a, double b, double bound) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (bound == 0) return a == b && std::signbit(a) == std::signbit(b);
  return a == b || std::abs(a - b) <= bound;
}

std::string bitsOf(Dtype dtype, const std::byte* bytes) {
  std::string bits = "0x";
  for (auto i = itemsize(dtype); i > 0; --i)
    bits += fmt::format("{:02x}", static_cast<unsigned>(bytes[i - 1]));
  return bits;
}

}  // namespace

bool holdsNumbers(Dtype dtype) {
  switch (dtype) {
#define VIEWFUZZ_CASE(type, name) case Dtype::name:
    AT_FORALL_SCALAR_TYPES_WITH_COMPLEX(VIEWFUZZ_CASE)
    VIEWFUZZ_CASE(uint16_t, UInt16)
    VIEWFUZZ_CASE(uint32_t, UInt32)
    VIEWFUZZ_CASE(uint64_t, UInt64)
#undef VIEWFUZZ_CASE
    return true;
    default:
      return false;
  }
}

std::complex<double> elementAt(Dtype dtype, const std::byte* bytes) {
  if (dtype == Dtype::Bool) dtype = Dtype::Byte;  // C++ must not read a byte of 2 as a `bool`
  switch (dtype) {
#define VIEWFUZZ_CASE(type, name) \
  case Dtype::name:               \
    return asNumber(load<type>(bytes));
    AT_FORALL_SCALAR_TYPES_WITH_COMPLEX(VIEWFUZZ_CASE)
    VIEWFUZZ_CASE(uint16_t, UInt16)
    VIEWFUZZ_CASE(uint32_t, UInt32)
    VIEWFUZZ_CASE(uint64_t, UInt64)
#undef VIEWFUZZ_CASE
    default:
      throw std::invalid_argument(
          fmt::format("elements of {} cannot be read as numbers", dtypeName(dtype)));
  }
}

bool storeElement(Dtype dtype, std::complex<double> value, std::byte* bytes) {
  const c10::complex<double> number(value.real(), value.imag());
  switch (dtype) {
#define VIEWFUZZ_CASE(type, name)                                    \
  case Dtype::name: {                                                \
    const auto element = c10::convert<type>(number);                 \
    std::memcpy(bytes, &element, sizeof(element));                   \
    return dtype == Dtype::Bool || elementAt(dtype, bytes) == value; \
  }
    AT_FORALL_SCALAR_TYPES_WITH_COMPLEX(VIEWFUZZ_CASE)
    VIEWFUZZ_CASE(uint16_t, UInt16)
    VIEWFUZZ_CASE(uint32_t, UInt32)
    VIEWFUZZ_CASE(uint64_t, UInt64)
#undef VIEWFUZZ_CASE
    default:
      return false;
  }
}

std::string formatElement(Dtype dtype, const std::byte* bytes) {
  if (!holdsNumbers(dtype)) return bitsOf(dtype, bytes);
  if (dtype == Dtype::Long) return fmt::to_string(load<int64_t>(bytes));
  if (dtype == Dtype::UInt64) return fmt::to_string(load<uint64_t>(bytes));
  const auto value = elementAt(dtype, bytes);
  if (category(dtype) == Category::complex)
    return fmt::format("{}{:+}j", value.real(), value.imag());
  return fmt::to_string(value.real());
}

evidence::Element elementOf(Dtype dtype, const std::byte* bytes) {
  return {formatElement(dtype, bytes), bitsOf(dtype, bytes)};
}

bool equalElements(Dtype dtype, const std::byte* a, const std::byte* b, Equality equality) {
  if (std::memcmp(a, b, static_cast<size_t>(itemsize(dtype))) == 0) return true;
  if (category(dtype) < Category::floating) return false;
  const auto x = elementAt(dtype, a);
  const auto y = elementAt(dtype, b);
  return equalParts(x.real(), y.real(), equality.bound) &&
         equalParts(x.imag(), y.imag(), equality.bound);
}

double largestMagnitude(Dtype dtype, std::span<const std::byte> elements) {
  double largest = 1;
  if (!holdsNumbers(dtype)) return largest;
  const auto width = static_cast<size_t>(itemsize(dtype));
  for (size_t at = 0; at + width <= elements.size(); at += width) {
    const double magnitude = std::abs(elementAt(dtype, &elements[at]));
    if (std::isfinite(magnitude)) largest = std::max(largest, magnitude);
  }
  return largest;
}

double summationBound(Dtype dtype, double largest) {
  double epsilon = 0;
  switch (dtype) {
    case Dtype::BFloat16:
      epsilon = 0x1p-7;
      break;
    case Dtype::Half:
      epsilon = 0x1p-10;
      break;
    case Dtype::Float:
    case Dtype::ComplexFloat:
      epsilon = 0x1p-23;
      break;
    default:
      epsilon = 0x1p-52;
      break;
  }
  return 16 * epsilon * largest;
}

}  // namespace viewfuzz
