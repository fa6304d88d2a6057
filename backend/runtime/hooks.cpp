// What core asks a PrivateUse1 backend outside the dispatcher.
#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <c10/core/CPUAllocator.h>

#include "backend/runtime/allocator.h"
#include "backend/runtime/generator.h"

namespace npu {
namespace {

struct NpuHooks final : at::PrivateUse1HooksInterface {
  bool isBuilt() const override { return true; }
  bool isAvailable() const override { return true; }
  bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
  c10::DeviceIndex deviceCount() const override { return 1; }
  c10::DeviceIndex getCurrentDevice() const override { return 0; }
  void setCurrentDevice(c10::DeviceIndex index) const override { check(index); }
  c10::DeviceIndex exchangeDevice(c10::DeviceIndex index) const override {
    check(index);
    return 0;
  }
  c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex) const override { return 0; }

  const at::Generator& getDefaultGenerator(c10::DeviceIndex) const override {
    return default_generator();
  }
  at::Generator getNewGenerator(c10::DeviceIndex) const override { return make_generator(); }
  c10::Device getDeviceFromPtr(void*) const override { return npu_device(); }
  c10::Allocator* getPinnedMemoryAllocator() const override { return c10::GetCPUAllocator(); }

  void resizePrivateUse1Bytes(const c10::Storage& storage, std::size_t bytes) const override {
    resize_storage(storage.unsafeGetStorageImpl(), bytes);
  }

 private:
  static void check(c10::DeviceIndex index) {
    TORCH_CHECK(index <= 0, "The NPU has one device, with index 0, but ", int{index},
                " was asked for.");
  }
};

const bool registered = [] {
  at::RegisterPrivateUse1HooksInterface(new NpuHooks);  // core keeps it for ever
  return true;
}();

}  // namespace
}  // namespace npu
