// wrap-index-64, wrap-index-4096
//
// Imitates: kernels that compute the index of an element in too few bits (F28; B02, B120, B62), at
//   a size that tests have.
// Trigger: copy_ on the device of one shape, with at least as many elements as the name says.
// Does: takes the row-major index of an element modulo that number where it reads the source.
// Seen by: comparing values. Hidden from smaller tensors.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/strided.h"

namespace npu::wrap_index {
namespace {

template <std::int64_t limit>
at::Tensor wrapped(const at::Tensor& dst, const at::Tensor& src) {
  if (!on_device(dst, src) || src.numel() <= limit || !dst.sizes().equals(src.sizes())) return {};
  const at::Tensor elements = elements_of(src);
  char* const first = first_element(elements);
  const std::size_t period = static_cast<std::size_t>(limit) * elements.itemsize();
  for (std::size_t at = period; at < elements.nbytes(); at += period)
    std::memcpy(first + at, first, std::min(period, elements.nbytes() - at));
  return elements;
}

const Registrar small({"wrap-index-64", "copy_ takes the index of a source element modulo 64",
                       install_copy_from<wrapped<64>>});
const Registrar large({"wrap-index-4096", "copy_ takes the index of a source element modulo 4096",
                       install_copy_from<wrapped<4096>>});

}  // namespace
}  // namespace npu::wrap_index
