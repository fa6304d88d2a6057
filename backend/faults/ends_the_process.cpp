// crash-on-empty, hang-on-rank-0, leak-on-copy, overrun-of-one-byte
//
// Imitates: kernels that take the process with them.
// Trigger: crash-on-empty: fill_ or zero_ of a device tensor without elements. hang-on-rank-0: mul_
//   on a device tensor without dims. leak-on-copy: copy_ on the device. overrun-of-one-byte: fill_
//   or zero_ of a device tensor whose storage is one byte.
// Does: crash-on-empty: writes to address 0. hang-on-rank-0: loops for ever. leak-on-copy: keeps
//   kLeak bytes. overrun-of-one-byte: writes kOverrun bytes. These faults are not memory safe: that
//   is their point.
// Seen by: watching the process. The allocator finds the overrun when the block is freed.
#include <atomic>
#include <csignal>
#include <mutex>

#include "backend/fallback/fallback.h"
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"
#include "backend/kernels/fill.h"
#include "backend/kernels/strided.h"

namespace npu {
namespace {

using Fill = void (*)(const at::Tensor&, const at::Scalar&);

void crash_on_empty(const at::Tensor& dst, const at::Scalar& value) {
  if (dst.numel() == 0) std::raise(SIGSEGV);
  fill_elements(dst, value);
}

void overrun_one_byte(const at::Tensor& dst, const at::Scalar& value) {
  constexpr std::size_t kOverrun = 4;
  fill_elements(dst, value);
  if (dst.storage().nbytes() != 1 || dst.numel() == 0) return;
  volatile char* const first = first_element(dst);
  for (std::size_t i = 1; i < kOverrun; ++i) first[i] = first[0];
}

template <Fill fill>
void install_fill(torch::Library& m) {
  m.impl(
      "fill_.Scalar", +[](at::Tensor& self, const at::Scalar& value) -> at::Tensor& {
        fill(self, value);
        return self;
      });
  m.impl(
      "zero_", +[](at::Tensor& self) -> at::Tensor& {
        fill(self, 0);
        return self;
      });
}

void hang_on_rank_0(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  static std::atomic<bool> waiting = true;
  const at::Tensor self = torch::jit::peek(*stack, 0, op.schema().arguments().size()).toTensor();
  while (self.dim() == 0 && waiting) continue;
  fallback(op, stack);
}

std::mutex mutex;
std::vector<std::vector<char>> kept;

at::Tensor& leaking_copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  constexpr std::size_t kLeak = std::size_t{1} << 18;
  if (on_device(self, src)) {
    const std::lock_guard lock(mutex);
    kept.emplace_back(kLeak, 'x');
  }
  return npu::copy_(self, src, non_blocking);
}

const Registrar crash({"crash-on-empty", "fill_ of a tensor without elements ends the process",
                       install_fill<crash_on_empty>});
const Registrar overrun({"overrun-of-one-byte", "fill_ of a storage of one byte writes four",
                         install_fill<overrun_one_byte>});
const Registrar hang({"hang-on-rank-0", "mul_ on a tensor without dims never returns",
                      [](torch::Library& m) {
                        for (const char* name : {"mul_.Tensor", "mul_.Scalar"})
                          m.impl(name,
                                 torch::CppFunction::makeFromBoxedFunction<&hang_on_rank_0>());
                      }});
const Registrar leak({"leak-on-copy", "every copy_ on the device keeps 256 KiB",
                      [](torch::Library& m) {
                        kept.clear();
                        m.impl("copy_", TORCH_FN(leaking_copy_));
                      }});

}  // namespace
}  // namespace npu
