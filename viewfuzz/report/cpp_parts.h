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
  std::vector<std::pair<std::string, Tensor>> tensors;
  std::map<std::string, std::string> refused;
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

inline constexpr std::string_view kScrambled = R"text(
uint64_t scramble(uint64_t bits) {
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
  return bits ^ (bits >> 31U);
}

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

inline constexpr std::string_view kAttempt = R"text(
/// Goes on behind a statement that is refused, and keeps the reason.
template <typename Statement>
void attempt(Run& run, const char* what, Statement statement) {
  try {
    statement();
  } catch (const c10::Error& error) {
    run.refused[what] = error.what_without_backtrace();
  } catch (const std::exception& error) {
    run.refused[what] = error.what();
  }
}
)text";

inline constexpr std::string_view kCompare = R"text(
bool shareStorage(const Tensor& a, const Tensor& b) {
  return a.numel() > 0 && b.numel() > 0 &&
         a.storage().unsafeGetStorageImpl() == b.storage().unsafeGetStorageImpl();
}

/// Strides of dims of size 1, and of empty tensors, say nothing.
std::string layout(const Tensor& tensor) {
  std::string text = "sizes";
  for (const int64_t size : tensor.sizes()) text += " " + std::to_string(size);
  if (tensor.numel() > 0) {
    text += ", strides";
    for (int64_t d = 0; d < tensor.dim(); ++d) {
      text += tensor.size(d) > 1 ? " " + std::to_string(tensor.stride(d)) : " -";
    }
    text += ", offset " + std::to_string(tensor.storage_offset());
  }
  return text + ", " + c10::toString(tensor.scalar_type()) +
         (tensor.is_conj() ? ", conjugate" : "") + (tensor.is_neg() ? ", negative" : "");
}

/// The elements, flat, on the CPU: the whole storage is copied, and only then looked at.
Tensor elements(const Tensor& tensor) {
  const auto count =
      static_cast<int64_t>(tensor.storage().nbytes()) / static_cast<int64_t>(tensor.itemsize());
  const Tensor whole = window(tensor, {count}, {1}, 0).cpu();
  return whole.as_strided(tensor.sizes(), tensor.strides(), tensor.storage_offset()).flatten();
}

/// Where two flat tensors differ: bit by bit, but any NaN equals any NaN{within}.
Tensor unequal(Tensor a, Tensor b) {
  if (a.is_complex()) {
    a = at::view_as_real(a).flatten();
    b = at::view_as_real(b).flatten();
    return unequal(a, b).view({-1, 2}).any(1);
  }
  const auto bits = [](const Tensor& t) {
    return t.contiguous().view(at::kByte).view({t.numel(), t.element_size()});
  };
  Tensor equal = (bits(a) == bits(b)).all(1) | (a.isnan() & b.isnan());{bound}
  return equal.logical_not();
}

std::string differences(const Run& cpu, const Run& device) {
  std::string text;
  for (const auto& [what, why] : cpu.refused) {
    if (!device.refused.count(what))
      text += what + ": the device accepts what the CPU refuses (" + why + ")\n";
  }
  for (const auto& [what, why] : device.refused) {
    if (!cpu.refused.count(what))
      text += what + ": the device refuses what the CPU accepts (" + why + ")\n";
  }
  for (size_t i = 0; i < cpu.tensors.size(); ++i) {
    const auto& [name, want] = cpu.tensors[i];
    const Tensor& got = device.tensors[i].second;
    if (!want.defined() || !got.defined()) continue;
    for (size_t k = 0; k < i; ++k) {
      const Tensor& there = cpu.tensors[k].second;
      const Tensor& here = device.tensors[k].second;
      if (!there.defined() || !here.defined() ||
          shareStorage(want, there) == shareStorage(got, here))
        continue;
      text += name + (shareStorage(got, here) ? " shares" : " does not share") +
              " the storage of " + cpu.tensors[k].first + "\n";
    }
    if (layout(want) != layout(got)) {
      text += name + " has " + layout(got) + "; expected " + layout(want) + "\n";
    } else if (want.numel() > 0) {
      const Tensor a = elements(want);
      const Tensor b = elements(got);
      const Tensor wrong = unequal(a, b).nonzero().flatten();
      if (wrong.numel() == 0) continue;
      const auto first = wrong[0].item<int64_t>();
      std::ostringstream values;
      values << b[first].item() << ", expected " << a[first].item();
      text += name + ": " + std::to_string(wrong.numel()) + " of " + std::to_string(a.numel()) +
              " elements differ; element " + std::to_string(first) + " is " + values.str() + "\n";
    }
  }
  return text;
}

}  // namespace
)text";

inline constexpr std::string_view kBound = R"text(
  if (a.is_floating_point()) {  // the order of summation is free
    const double epsilon = a.scalar_type() == at::kHalf       ? 0x1p-10
                           : a.scalar_type() == at::kBFloat16 ? 0x1p-7
                           : a.scalar_type() == at::kFloat    ? 0x1p-23
                                                              : 0x1p-52;
    const Tensor largest =
        at::cat({a, b}).to(at::kDouble).abs().nan_to_num(1, 1, 1).clamp_min(1).max();
    equal = equal | ((a.to(at::kDouble) - b.to(at::kDouble)).abs() <= largest * (16 * epsilon));
  })text";

inline constexpr std::string_view kTest = R"text(
TEST(Viewfuzz, Repro) {
  const char* backend = std::getenv("REPRO_BACKEND");
  ASSERT_NE(backend, nullptr) << "REPRO_BACKEND has to name the shared library of the backend.";
  c10::Device device = c10::kCPU;
  if (std::string(backend) != "cpu") {
    ASSERT_NE(dlopen(backend, RTLD_NOW | RTLD_GLOBAL), nullptr) << dlerror();
    device = c10::Device(c10::kPrivateUse1, 0);
  }
  const at::NoGradGuard no_grad;
  EXPECT_EQ(differences(program(c10::kCPU), program(device)), "");
}
)text";

}  // namespace viewfuzz::cpp
