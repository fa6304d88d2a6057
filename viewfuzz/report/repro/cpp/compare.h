#pragma once

#include <string_view>

namespace viewfuzz::cpp {

// What a produced GoogleTest source looks at, and how it compares.

inline constexpr std::string_view kStorage = R"text(
/// The whole storage, flat, on the CPU.
Tensor storage(const Tensor& tensor) {
  const auto count =
      static_cast<int64_t>(tensor.storage().nbytes()) / static_cast<int64_t>(tensor.itemsize());
  return window(tensor, {count}, {1}, 0).cpu();
}
)text";

inline constexpr std::string_view kElements = R"text(
/// The elements, flat, on the CPU: the whole storage is copied, and only then looked at.
Tensor elements(const Tensor& tensor) {
  return storage(tensor)
      .as_strided(tensor.sizes(), tensor.strides(), tensor.storage_offset())
      .flatten();
}
)text";

/// {random}: the names of the tensors with random numbers.
inline constexpr std::string_view kAround = R"text(
/// The elements, and 0 for the random numbers: only what lies around them is compared.
Tensor around(const Tensor& tensor, const Run& run) {
  const Tensor whole = storage(tensor).clone();
  for (const char* name : {random}) {
    const Tensor& there = run.tensors.at(name);
    if (!there.storage().is_alias_of(tensor.storage())) continue;
    at::empty({0}, there.options().device(at::kCPU))
        .set_(whole.storage(), there.storage_offset(), there.sizes(), there.strides())
        .zero_();
  }
  return whole.as_strided(tensor.sizes(), tensor.strides(), tensor.storage_offset()).flatten();
}
)text";

inline constexpr std::string_view kSeen = R"text(
/// What there is to see of a run at the end: of each tensor its traits, and its elements.
struct Seen {
  std::map<std::string, std::map<std::string, std::string>> traits;
  std::map<std::string, Tensor> elements;
  std::map<std::string, std::string> refused;
};
)text";

/// {version}, {changed}: more that is looked at; {elements}: the helper that gives the elements.
inline constexpr std::string_view kObserve = R"text(
bool shareStorage(const Tensor& a, const Tensor& b) {
  return a.numel() > 0 && b.numel() > 0 && a.storage().is_alias_of(b.storage());
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

Seen observe(const Run& run) {
  Seen seen;
  seen.refused = run.refused;
  for (const auto& [name, tensor] : run.tensors) {
    if (!tensor.defined()) continue;
    auto& traits = seen.traits[name];
    for (const auto& [other, there] : run.tensors) {
      if (!there.defined() || name == other) continue;
      traits["shares the storage of " + other] = shareStorage(tensor, there) ? "yes" : "no";
    }
    traits["has"] = layout(tensor);{version}{changed}
    if (tensor.numel() > 0) seen.elements[name] = {elements};
  }
  return seen;
}
)text";

inline constexpr std::string_view kVersion = R"text(
    traits["is at version"] = std::to_string(tensor._version());)text";

/// {name}: the tensor that has to change.
inline constexpr std::string_view kChanged = R"text(
    if (name == "{name}") {
      const bool changed = unequal(run.before, elements(tensor)).any().item<bool>();
      traits["took random numbers:"] = changed ? "yes" : "no";
    })text";

/// {within}, {bound}: how sums are compared.
inline constexpr std::string_view kUnequal = R"text(
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

/// {differ}: when two refusals differ; {there}, {here}: the names of the two sides.
inline constexpr std::string_view kDifferences = R"text(
std::string differences(const Seen& expected, const Seen& observed) {
  std::string text;
  std::map<std::string, std::string> refused = expected.refused;
  refused.insert(observed.refused.begin(), observed.refused.end());
  const auto outcome = [](const Seen& seen, const std::string& what) {
    const auto found = seen.refused.find(what);
    return found == seen.refused.end() ? "accepts it" : found->second;
  };
  for (const auto& [what, why] : refused) {
    const std::string there = outcome(expected, what);
    const std::string here = outcome(observed, what);
    if ({differ})
      text += what + ": {there} " + there + "; {here} " + here + "\n";
  }
  for (const auto& [name, traits] : expected.traits) {
    const auto ours = observed.traits.find(name);
    if (ours == observed.traits.end()) continue;
    for (const auto& [trait, want] : traits) {
      const auto got = ours->second.find(trait);
      if (got != ours->second.end() && got->second != want)
        text += name + " " + trait + " " + got->second + "; expected " + want + "\n";
    }
    const auto theirs = expected.elements.find(name);
    const auto found = observed.elements.find(name);
    if (theirs == expected.elements.end() || found == observed.elements.end()) continue;
    const Tensor& a = theirs->second;
    const Tensor& b = found->second;
    if (a.scalar_type() != b.scalar_type() || a.sizes() != b.sizes()) continue;
    const Tensor wrong = unequal(a, b).nonzero().flatten();
    if (wrong.numel() == 0) continue;
    const auto first = wrong[0].item<int64_t>();
    std::ostringstream values;
    values << b[first].item() << ", expected " << a[first].item();
    text += name + ": " + std::to_string(wrong.numel()) + " of " + std::to_string(a.numel()) +
            " elements differ; element " + std::to_string(first) + " is " + values.str() + "\n";
  }
  return text;
}
)text";

/// {backward}: what autograd needs; {check}: the comparison.
inline constexpr std::string_view kTest = R"text(
}  // namespace

TEST(Viewfuzz, Repro) {
  const char* backend = std::getenv("REPRO_BACKEND");
  ASSERT_NE(backend, nullptr) << "REPRO_BACKEND has to name the shared library of the backend.";
  c10::Device device = c10::kCPU;
  if (std::string(backend) != "cpu") {
    ASSERT_NE(dlopen(backend, RTLD_NOW | RTLD_GLOBAL), nullptr) << dlerror();
    device = c10::Device(c10::kPrivateUse1, 0);{backward}
  }
{check}
}
)text";

}  // namespace viewfuzz::cpp
