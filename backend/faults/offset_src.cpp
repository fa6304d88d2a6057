// offset-src, offset-src-leading-one, offset-src-upload
//
// Imitates: copies that take the address of the source's storage for the address of the source
//   (F02; B50, B122, B137).
// Trigger: copy_ from a contiguous tensor with a storage offset > 0: offset-src: on the device.
//   offset-src-leading-one: on the device, where the first of several sizes is 1.
//   offset-src-upload: from the host.
// Does: reads from the start of the storage.
// Seen by: comparing the bytes of the destination. Hidden from whole tensors.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu::offset_src {
namespace {

at::Tensor from_start(const at::Tensor& src) {
  if (!src.is_contiguous() || src.storage_offset() == 0) return {};
  return held_back(src, src.sizes(), src.strides(), 0);
}

at::Tensor device_source(const at::Tensor& dst, const at::Tensor& src) {
  return on_device(dst, src) ? from_start(src) : at::Tensor();
}

at::Tensor row_source(const at::Tensor& dst, const at::Tensor& src) {
  return src.dim() > 1 && src.size(0) == 1 ? device_source(dst, src) : at::Tensor();
}

at::Tensor host_source(const at::Tensor& dst, const at::Tensor& src) {
  return on_device(dst) && src.is_cpu() ? from_start(src) : at::Tensor();
}

const Registrar any({"offset-src", "copy_ ignores the storage offset of a contiguous source",
                     install_copy_from<device_source>});
const Registrar row(
    {"offset-src-leading-one",
     "copy_ ignores the storage offset of a contiguous source whose first size is 1",
     install_copy_from<row_source>});
const Registrar upload({"offset-src-upload",
                        "copy_ from the host ignores the storage offset of a contiguous source",
                        install_copy_from<host_source>});

}  // namespace
}  // namespace npu::offset_src
