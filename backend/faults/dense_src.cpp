// dense-src, dense-src-step
//
// Imitates: copies that read their source in the order of its storage (F12; B75, B124, B67).
// Trigger: copy_ on the device from a source that is: dense-src: permuted. dense-src-step: read in
//   steps, or from one position of its last axis.
// Does: reads a block from where the source starts.
// Seen by: comparing the bytes of the destination. Hidden from contiguous sources.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu::dense_src {
namespace {

template <Pattern... patterns>
at::Tensor as_a_block(const at::Tensor& dst, const at::Tensor& src) {
  if (!on_device(dst, src) || src.is_contiguous()) return {};
  const Pattern pattern = make_plan(layout_of(src)).pattern;
  return ((pattern == patterns) || ...) ? dense_at(src) : at::Tensor();
}

const Registrar permuted({"dense-src", "copy_ reads a permuted source in the order of its storage",
                          install_copy_from<as_a_block<Pattern::kPermute>>});
const Registrar stepped({"dense-src-step", "copy_ reads a source with steps as if it had none",
                         install_copy_from<as_a_block<Pattern::kStep, Pattern::kSelect>>});

}  // namespace
}  // namespace npu::dense_src
