// The device guard: one device, one stream, and everything on it is finished when the call returns.
#include <c10/core/impl/DeviceGuardImplInterface.h>

#include "backend/runtime/allocator.h"

namespace npu {
namespace {

struct NpuGuardImpl final : c10::impl::DeviceGuardImplInterface {
  c10::DeviceType type() const override { return c10::DeviceType::PrivateUse1; }
  c10::Device exchangeDevice(c10::Device device) const override {
    setDevice(device);
    return npu_device();
  }
  c10::Device getDevice() const override { return npu_device(); }
  void setDevice(c10::Device device) const override {
    TORCH_CHECK(device.type() == type() && device.index() <= 0,
                "The NPU has one device, with index 0, but ", device, " was asked for.");
  }
  void uncheckedSetDevice(c10::Device) const noexcept override {}
  c10::DeviceIndex deviceCount() const noexcept override { return 1; }

  c10::Stream getStream(c10::Device) const override { return stream(); }
  c10::Stream getDefaultStream(c10::Device) const override { return stream(); }
  c10::Stream getStreamFromGlobalPool(c10::Device, bool) const override { return stream(); }
  c10::Stream getNewStream(c10::Device, int) const override { return stream(); }
  c10::Stream exchangeStream(c10::Stream) const override { return stream(); }
  bool queryStream(const c10::Stream&) const override { return true; }
  void synchronizeStream(const c10::Stream&) const override {}
  void synchronizeDevice(c10::DeviceIndex) const override {}

  void record(void**, const c10::Stream&, c10::DeviceIndex, c10::EventFlag) const override {}
  void block(void*, const c10::Stream&) const override {}
  bool queryEvent(void*) const override { return true; }
  void synchronizeEvent(void*) const override {}

 private:
  static c10::Stream stream() { return c10::Stream(c10::Stream::DEFAULT, npu_device()); }
};

C10_REGISTER_GUARD_IMPL(PrivateUse1, NpuGuardImpl)

}  // namespace
}  // namespace npu
