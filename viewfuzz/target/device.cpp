#include <c10/core/Allocator.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <fmt/format.h>

#include <stdexcept>

#include "viewfuzz/target/kinds.h"
#include "viewfuzz/target/strided.h"

namespace viewfuzz {
namespace {

std::optional<c10::Device> deviceNamed(const std::string& spec) {
  try {
    return c10::Device(spec);
  } catch (const std::exception&) {  // no such type, or no number after the colon
    return std::nullopt;
  }
}

/// Throws `std::runtime_error` if this process cannot make tensors on the device.
void expectUsable(const std::string& spec, const c10::Device& device) {
  const auto absent = [&](std::string_view what) {
    throw std::runtime_error(
        fmt::format("There is no device '{}' in this process: {}. Expected a device type that this "
                    "libtorch was built with, or --backend LIB for one that a library brings.",
                    spec, what));
  };
  if (!c10::impl::hasDeviceGuardImpl(device.type()))
    absent("no device guard is registered for its type");
  const auto count = static_cast<int>(c10::impl::getDeviceGuardImpl(device.type())->deviceCount());
  if (count == 0) absent("none is found on this machine");
  if (device.index() >= count) absent(fmt::format("{} found, numbered from 0", count));
}

TargetPtr openDevice(const std::string& spec) {
  c10::Device device = deviceNamed(spec).value();
  expectUsable(spec, device);
  if (!device.has_index() && !device.is_cpu() && !device.is_meta()) device.set_index(0);
  return std::make_shared<StridedTarget>(spec, device);
}

}  // namespace

bool namesDevice(const std::string& spec) { return deviceNamed(spec).has_value(); }

TargetKind deviceKind() {
  return {"NAME[:INDEX]",
          "a device type that this libtorch was built with (--device NAME)",
          {},
          namesDevice,
          openDevice};
}

}  // namespace viewfuzz
