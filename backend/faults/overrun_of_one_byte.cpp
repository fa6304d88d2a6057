// overrun-of-one-byte
//
// Imitates: a kernel that stores whole words.
// Trigger: fill_ or zero_ of a device tensor in a storage of one byte.
// Does: writes kWord bytes. Not memory safe: that is its point.
// Seen by: watching the process: the allocator finds the damage when the block is freed.
#include "backend/faults/fill_with.h"
#include "backend/faults/registry.h"
#include "backend/kernels/fill.h"
#include "backend/kernels/strided.h"

namespace npu::overrun_of_one_byte {
namespace {

constexpr std::size_t kWord = 4;

void fill(const at::Tensor& dst, const at::Scalar& value) {
  fill_elements(dst, value);
  if (dst.storage().nbytes() != 1 || dst.numel() == 0) return;
  volatile char* const first = first_element(dst);
  for (std::size_t i = 1; i < kWord; ++i) first[i] = first[0];
}

const Registrar registrar({"overrun-of-one-byte", "fill_ of a storage of one byte writes four",
                           install_fill<fill>});

}  // namespace
}  // namespace npu::overrun_of_one_byte
