#include "backend/runtime/generator.h"

#include <ATen/CPUGeneratorImpl.h>

#include "backend/runtime/allocator.h"

namespace npu {
namespace {

// A generator whose state is that of a CPU generator: CPU kernels check the type of the one they
// are given, so the fallback hands them the inner one.
struct NpuGeneratorImpl final : c10::GeneratorImpl {
  explicit NpuGeneratorImpl(at::Generator inner_generator)
      : c10::GeneratorImpl(npu_device(), c10::DispatchKeySet(c10::DispatchKey::PrivateUse1)),
        inner(std::move(inner_generator)) {}

  void set_current_seed(std::uint64_t seed) override { inner.set_current_seed(seed); }
  void set_offset(std::uint64_t offset) override { inner.set_offset(offset); }
  std::uint64_t get_offset() const override { return inner.get_offset(); }
  std::uint64_t current_seed() const override { return inner.current_seed(); }
  std::uint64_t seed() override { return inner.seed(); }
  void set_state(const c10::TensorImpl& state) override {
    inner.unsafeGetGeneratorImpl()->set_state(state);
  }
  c10::intrusive_ptr<c10::TensorImpl> get_state() const override {
    return inner.unsafeGetGeneratorImpl()->get_state();
  }
  GeneratorImpl* clone_impl() const override { return new NpuGeneratorImpl(inner.clone()); }

  at::Generator inner;
};

}  // namespace

at::Generator make_generator() {
  return at::make_generator<NpuGeneratorImpl>(at::detail::createCPUGenerator());
}

const at::Generator& default_generator() {
  static const at::Generator instance = make_generator();
  return instance;
}

at::Generator cpu_generator_of(const at::Generator& generator) {
  const auto* impl = dynamic_cast<const NpuGeneratorImpl*>(generator.unsafeGetGeneratorImpl());
  TORCH_CHECK(impl != nullptr, "A generator of the NPU was expected, but one of ",
              generator.device(), " was given.");
  return impl->inner;
}

}  // namespace npu
