#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "viewfuzz/target/kinds.h"
#include "viewfuzz/target/library.h"
#include "viewfuzz/target/strided.h"

namespace viewfuzz {
namespace {

TargetPtr openBackend(const std::string& path) {
  loadLibrary(path);
  if (!c10::impl::hasDeviceGuardImpl(c10::kPrivateUse1)) {
    throw std::runtime_error(
        fmt::format("The library '{}' was loaded, but registers no device guard for PrivateUse1. "
                    "Expected a PrivateUse1 "
                    "backend.",
                    path));
  }
  // Autograd needs a name of the device, and a C++ backend may not have set one.
  if (!c10::is_privateuse1_backend_registered()) c10::register_privateuse1_backend("npu");
  return std::make_shared<StridedTarget>(std::filesystem::path(path).filename().string(),
                                         c10::Device(c10::kPrivateUse1, 0));
}

}  // namespace

TargetKind privateuse1Kind() {
  return {"LIB.so",
          "any PrivateUse1 backend, by the path of its shared library",
          {},
          [](const std::string& spec) { return !spec.empty(); },
          openBackend};
}

}  // namespace viewfuzz
