#pragma once

#include <string_view>

namespace viewfuzz::cpp {

// The fixed parts of a produced GoogleTest source.

inline constexpr std::string_view kHead = R"text(#include <ATen/ATen.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using at::Tensor;
using c10::IValue;

struct Run {
  std::map<std::string, Tensor> tensors;
  std::map<std::string, std::string> refused;{members}
};

/// Calls an operator by its schema, and gives its tensors.
std::vector<Tensor> call(c10::Device device, const char* name, const char* overload,
                         std::vector<IValue> positional,
                         const std::map<std::string, IValue>& named = {}) {
  const auto op = c10::Dispatcher::singleton().findSchemaOrThrow(name, overload);
  std::vector<IValue> stack = std::move(positional);
  for (const IValue& value : stack) {
    if (value.isTensor() && !value.toTensor().defined())
      throw std::runtime_error("an operand was never made");
  }
  const auto& formals = op.schema().arguments();
  for (size_t i = stack.size(); i < formals.size(); ++i) {
    const auto given = named.find(formals[i].name());
    const bool is_device = formals[i].type()->str().find("Device") != std::string::npos;
    stack.push_back(given != named.end() ? given->second
                    : is_device          ? IValue(device)
                                         : formals[i].default_value().value_or(IValue()));
  }
  op.callBoxed(stack);
  std::vector<Tensor> results;
  for (const IValue& value : stack) {
    if (value.isTensor()) results.push_back(value.toTensor());
    if (!value.isTensorList()) continue;
    for (const Tensor& tensor : value.toTensorVector()) results.push_back(tensor);
  }
  return results;
}
)text";

inline constexpr std::string_view kWindow = R"text(
/// A tensor in the storage of `base`, made without an operator that makes views.
Tensor window(const Tensor& base, at::IntArrayRef sizes, at::IntArrayRef strides, int64_t offset) {
  return at::empty({0}, base.options()).set_(base.storage(), offset, sizes, strides);
}
)text";

inline constexpr std::string_view kInts = R"text(
IValue ints(std::vector<int64_t> values) { return c10::List<int64_t>(values); }
)text";

inline constexpr std::string_view kTensors = R"text(
IValue tensors(const std::vector<Tensor>& values) { return c10::List<Tensor>(values); }
)text";

inline constexpr std::string_view kOptionalTensors = R"text(
IValue optionalTensors(const std::vector<std::optional<Tensor>>& values) {
  c10::List<std::optional<Tensor>> list;
  for (const auto& value : values) list.push_back(value);
  return list;
}
)text";

inline constexpr std::string_view kRepeated = R"text(
Tensor repeated(const std::vector<int64_t>& values, int64_t count) {
  std::vector<int64_t> all;
  for (int64_t i = 0; i < count; ++i) all.push_back(values[static_cast<size_t>(i) % values.size()]);
  return at::tensor(all, at::kLong);
}
)text";

inline constexpr std::string_view kMirrored = R"text(
Tensor mirrored(const Tensor& real) { return at::complex(real, -real); }
)text";

inline constexpr std::string_view kSpecial = R"text(
/// NaN, infinities, -0, the smallest denormal, the extremes, in turn.
template <typename T>
Tensor special(int64_t count) {
  using Limits = std::numeric_limits<T>;
  const std::vector<double> values = {
      Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), -0.0, Limits::denorm_min(),
      Limits::max(),       Limits::lowest(),   Limits::min(),       0.5,  -1.5};
  std::vector<double> all;
  for (int64_t i = 0; i < count; ++i) all.push_back(values[static_cast<size_t>(i) % values.size()]);
  return at::tensor(all, at::kDouble).to(c10::CppTypeToScalarType<T>::value);
}
)text";

inline constexpr std::string_view kScramble = R"text(
uint64_t scramble(uint64_t bits) {
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
  return bits ^ (bits >> 31U);
}
)text";

inline constexpr std::string_view kScrambled = R"text(
/// Small whole numbers, the same on every machine.
Tensor scrambled(uint64_t seed, int64_t count, int64_t lowest) {
  std::vector<int64_t> all;
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t bits = scramble(seed * 0x9e3779b97f4a7c15U + static_cast<uint64_t>(i));
    all.push_back(static_cast<int64_t>(bits % 9) + lowest);
  }
  return at::tensor(all, at::kLong);
}
)text";

inline constexpr std::string_view kUniform = R"text(
/// Fractions, the same on every machine.
Tensor uniform(uint64_t seed, int64_t count, double scale, double offset) {
  Tensor all = at::empty({count}, at::kFloat);
  float* values = all.mutable_data_ptr<float>();
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t bits = scramble(seed + (static_cast<uint64_t>(i) + 1) * 0x9e3779b97f4a7c15U);
    const float part = static_cast<float>(bits >> 40U) * 0x1p-24F;
    values[i] = (part - 0.5F) * static_cast<float>(2 * scale);
    if (offset != 0) values[i] += static_cast<float>(offset);
  }
  return all;
}
)text";

inline constexpr std::string_view kKind = R"text(
/// The class of the error, as Python has it.
std::string kind(const c10::Error& error) {
  if (dynamic_cast<const c10::IndexError*>(&error) != nullptr) return "IndexError: ";
  if (dynamic_cast<const c10::NotImplementedError*>(&error) != nullptr)
    return "NotImplementedError: ";
  if (dynamic_cast<const c10::TypeError*>(&error) != nullptr) return "TypeError: ";
  if (dynamic_cast<const c10::ValueError*>(&error) != nullptr) return "ValueError: ";
  return "RuntimeError: ";
}
)text";

/// {kind}: the class of the error.
inline constexpr std::string_view kAttempt = R"text(
/// Goes on behind a statement that is refused, and keeps the reason.
template <typename Statement>
void attempt(Run& run, const char* what, Statement statement) {
  try {
    statement();
  } catch (const c10::Error& error) {
    run.refused[what] = {kind}error.what_without_backtrace();
  } catch (const std::exception& error) {
    run.refused[what] = error.what();
  }
}
)text";

inline constexpr std::string_view kGrowing = R"text(
/// Nothing says what is in the bytes that a storage grows by, so they are made zeros.
template <typename Statement>
void growing(const Tensor& tensor, Statement statement) {
  const at::Storage storage = tensor.storage();
  const auto before = static_cast<int64_t>(storage.nbytes());
  const auto clear = [&] {
    const int64_t grown = static_cast<int64_t>(storage.nbytes()) - before;
    if (grown <= 0) return;
    at::empty({0}, tensor.options().dtype(at::kByte))
        .set_(storage, before, {grown}, {1})
        .copy_(at::zeros({grown}, at::kByte));
  };
  try {
    statement();
  } catch (...) {
    clear();
    throw;
  }
  clear();
}
)text";

}  // namespace viewfuzz::cpp
