#include "viewfuzz/execute/operators.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "viewfuzz/execute/namespaces.h"
#include "viewfuzz/ops/table.h"

namespace viewfuzz {
namespace {

/// Ops that reach beyond tensors, or that are made to end the process. A test looks for new ones in
/// the registry.
constexpr std::string_view kForbidden[] = {
    "aten::from_file",
    "aten::_print",
    "aten::_assert_async",
    "aten::_assert_scalar",
    "aten::_assert_tensor_metadata",
    "aten::_functional_assert_async",
    "aten::_functional_assert_scalar",
    "aten::_debug_has_internal_overlap",
};

bool isForbidden(const c10::FunctionSchema& schema) {
  return std::find(std::begin(kForbidden), std::end(kForbidden), schema.name()) !=
         std::end(kForbidden);
}

std::optional<c10::OperatorHandle> lookUp(std::string_view name) {
  const size_t dot = name.find('.');
  if (dot == std::string_view::npos || !isInAllowedNamespace(name)) return std::nullopt;
  const size_t overload = name.find('.', dot + 1);
  const std::string op =
      fmt::format("{}::{}", name.substr(0, dot), name.substr(dot + 1, overload - dot - 1));
  const std::string variant =
      overload == std::string_view::npos ? "" : std::string(name.substr(overload + 1));
  auto handle = c10::Dispatcher::singleton().findSchema({op, variant});
  if (handle && isForbidden(handle->schema())) return std::nullopt;
  return handle;
}

}  // namespace

const c10::OperatorHandle& findOperator(const Call& call) {
  thread_local std::vector<std::optional<c10::OperatorHandle>> of_table(ops().size());
  thread_local std::map<std::string, c10::OperatorHandle, std::less<>> replayed;
  if (call.entry != nullptr) {
    auto& handle = of_table[static_cast<size_t>(call.entry - ops().data())];
    if (!handle) handle = lookUp(call.name());
    if (handle) return *handle;
  } else {
    const auto known = replayed.find(call.name());
    if (known != replayed.end()) return known->second;
    if (const auto handle = lookUp(call.name())) {
      return replayed.emplace(std::string(call.name()), *handle).first->second;
    }
  }
  if (!isInAllowedNamespace(call.name())) {
    const std::string_view name = call.name();
    throw BadCall(fmt::format("the op '{}' is none of aten: --allow-namespace {} would let it run",
                              name, name.substr(0, name.find('.'))));
  }
  throw BadCall(fmt::format("the op '{}' is not known, or may not be replayed", call.name()));
}

void refuseBeyondStorage(const Call& call, const torch::jit::Stack& stack) {
  const Unchecked unchecked = call.entry == nullptr ? Unchecked::nothing : call.entry->unchecked;
  if (unchecked == Unchecked::nothing) return;
  const std::string_view name = call.name();
  const at::Tensor self = stack[0].toTensor();
  Layout layout;
  const auto sizes = unchecked == Unchecked::sizesOfOther ? stack[1].toTensor().sizes().vec()
                                                          : stack[1].toIntVector();
  layout.sizes.assign(sizes.begin(), sizes.end());
  layout.offset = self.storage_offset();
  for (const int64_t size : sizes) TORCH_CHECK(size >= 0, name, ": a size is negative");
  if (unchecked == Unchecked::sizesAndStrides) {
    const auto strides = stack[2].toIntVector();
    layout.strides.assign(strides.begin(), strides.end());
  } else {
    // ATen takes the same sizes in another memory format without looking at the storage.
    if (stack[2].isNone() || self.sizes() != sizes) return;
    layout.strides = contiguousStrides(layout.sizes);
  }
  const auto fits = [](const Dims& values) {
    return std::all_of(values.begin(), values.end(),
                       [](int64_t value) { return value >= 0 && value <= kMaxNumel; });
  };
  const auto bytes = static_cast<int64_t>(self.storage().nbytes());
  const bool inside = fits(layout.sizes) && fits(layout.strides) &&
                      layout.sizes.size() == layout.strides.size() && numel(layout) <= kMaxNumel &&
                      elementsNeeded(layout) * static_cast<int64_t>(self.itemsize()) <= bytes;
  TORCH_CHECK(inside, name, ": the result would reach beyond its storage");
}

void refuseDivisionByStride(const c10::OperatorHandle& op, const torch::jit::Stack& stack) {
  if (stack.empty() || !stack.front().isTensorList() || !stack.back().isTensor() ||
      op.schema().arguments().back().name() != "out")
    return;
  const auto strides = stack.back().toTensor().strides();
  TORCH_CHECK(std::find(strides.begin(), strides.end(), 0) == strides.end(), op.schema().name(),
              ": the CPU divides by the stride of `out`, which is 0");
}

}  // namespace viewfuzz
