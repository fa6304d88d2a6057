#include "backend/fallback/fallback.h"

#include <ATen/core/LegacyTypeDispatch.h>
#include <torch/library.h>

#include "backend/fallback/alias_map.h"
#include "backend/runtime/allocator.h"
#include "backend/runtime/generator.h"

namespace npu {
namespace {

bool lies_on_device(const at::Tensor& tensor) {
  return tensor.defined() && tensor.device().type() == npu_device().type();
}

at::Tensor argument(at::Tensor tensor, AliasMap& map) {
  if (lies_on_device(tensor)) return map.to_cpu(std::move(tensor));
  if (tensor.defined() && tensor.is_cpu() && tensor.has_storage()) map.keep_on_cpu(tensor);
  return tensor;
}

// Operators that want some of their tensors on the host whatever the device is.
bool takes_host_tensors(const c10::OperatorHandle& op) {
  return op.operator_name().name == "aten::_pack_padded_sequence";
}

// A tensor of the host among those of the device is a mistake, unless it is a scalar. Indices are
// in lists of optional tensors and may be on the host, as on other devices.
void refuse_mixed_devices(const c10::OperatorHandle& op, const torch::jit::Stack& stack,
                          std::size_t below) {
  const at::Tensor* device = nullptr;
  const at::Tensor* host = nullptr;
  const auto look = [&](const at::Tensor& tensor) {
    if (lies_on_device(tensor)) device = &tensor;
    if (tensor.defined() && tensor.is_cpu() && tensor.dim() > 0) host = &tensor;
  };
  for (std::size_t i = below; i < stack.size(); ++i) {
    if (stack[i].isTensor()) {
      look(stack[i].toTensor());
    } else if (stack[i].isTensorList()) {
      for (const c10::IValue& item : stack[i].toListRef()) look(item.toTensor());
    }
  }
  if (device == nullptr || host == nullptr) return;
  TORCH_CHECK(takes_host_tensors(op), "Expected all tensors to be on the same device, but found ",
              device->device(), " and ", host->device(), " in a call of ", op.operator_name(), ".");
}

c10::IValue argument_list(const c10::IValue& value, AliasMap& map) {
  if (value.isTensorList()) {
    c10::List<at::Tensor> mapped;
    for (const c10::IValue& item : value.toListRef())
      mapped.push_back(argument(item.toTensor(), map));
    return mapped;
  }
  c10::List<std::optional<at::Tensor>> mapped;
  for (const c10::IValue& item : value.toListRef()) {
    mapped.push_back(item.isNone() ? std::nullopt : std::optional(argument(item.toTensor(), map)));
  }
  return mapped;
}

// Replaces an argument by what the CPU kernel gets. Returns true when the caller asked for results
// on another device than this one.
bool map_argument(c10::IValue& value, AliasMap& map) {
  if (value.isTensor()) {
    value = argument(std::move(value).toTensor(), map);
  } else if (value.isTensorList() || value.isOptionalTensorList()) {
    value = argument_list(value, map);
  } else if (value.isDevice()) {
    if (value.toDevice().type() != npu_device().type()) return true;
    value = c10::Device(c10::DeviceType::CPU);
  } else if (value.isStorage()) {
    const at::Storage storage = value.toStorage();
    if (storage.device_type() == npu_device().type()) value = map.to_cpu(storage);
  } else if (value.isGenerator()) {
    const at::Generator generator = value.toGenerator();
    if (generator.device().type() == npu_device().type()) value = cpu_generator_of(generator);
  }
  return false;
}

void map_result(c10::IValue& value, AliasMap& map) {
  if (value.isTensor()) {
    value = map.to_device(value.toTensor());
  } else if (value.isTensorList()) {
    c10::List<at::Tensor> mapped;
    for (const c10::IValue& item : value.toListRef())
      mapped.push_back(map.to_device(item.toTensor()));
    value = std::move(mapped);
  }
}

}  // namespace

void run_on_cpu(const c10::OperatorHandle& op, std::size_t arguments, torch::jit::Stack* stack) {
  const std::size_t below = stack->size() - arguments;
  refuse_mixed_devices(op, *stack, below);
  AliasMap map;
  bool elsewhere = false;
  for (std::size_t i = below; i < stack->size(); ++i)
    elsewhere = map_argument((*stack)[i], map) || elsewhere;
  try {
    const at::AutoDispatchBelowADInplaceOrView no_autograd;
    op.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), stack);
  } catch (...) {
    map.sync();  // the CPU, too, keeps what was done to an argument before it was refused
    throw;
  }
  map.sync();
  if (elsewhere) return;
  for (std::size_t i = below; i < stack->size(); ++i) map_result((*stack)[i], map);
}

void fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  run_on_cpu(op, op.schema().arguments().size(), stack);
}

namespace {

TORCH_LIBRARY_IMPL(_, PrivateUse1, m) {
  m.fallback(torch::CppFunction::makeFromBoxedFunction<&fallback>());
}

}  // namespace
}  // namespace npu
