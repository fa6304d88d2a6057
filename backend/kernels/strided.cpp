#include "backend/kernels/strided.h"

#include "backend/runtime/address_space.h"

namespace npu {
namespace {

// Whether a belongs inside b: by the strides of dst, then those of src, then the sizes. A stride
// of 0 says nothing about order.
bool inside(const WalkDim& a, const WalkDim& b) {
  if (a.dst_stride != b.dst_stride && a.dst_stride != 0 && b.dst_stride != 0)
    return a.dst_stride < b.dst_stride;
  if (a.src_stride != b.src_stride && a.src_stride != 0 && b.src_stride != 0)
    return a.src_stride < b.src_stride;
  return false;
}

void add_dim(Walk& walk, WalkDim dim) {
  if (dim.size == 1) return;
  walk.push_back(dim);
  for (std::size_t i = walk.size() - 1; i > 0 && inside(dim, walk[i - 1]); --i)
    std::swap(walk[i], walk[i - 1]);
}

void merge(Walk& walk) {
  if (walk.empty()) {
    walk.push_back({1, 0, 0});
    return;
  }
  std::size_t last = 0;
  for (std::size_t i = 1; i < walk.size(); ++i) {
    WalkDim& inner = walk[last];
    const WalkDim& outer = walk[i];
    if (inner.size * inner.dst_stride == outer.dst_stride &&
        inner.size * inner.src_stride == outer.src_stride) {
      inner.size *= outer.size;
    } else {
      walk[++last] = outer;
    }
  }
  walk.resize(last + 1);
}

}  // namespace

Walk make_walk(const at::TensorBase& dst, const at::TensorBase& src, at::IntArrayRef src_stride) {
  const auto dst_item = static_cast<std::int64_t>(dst.itemsize());
  const auto src_item = static_cast<std::int64_t>(src.itemsize());
  const at::IntArrayRef size = dst.sizes();
  const at::IntArrayRef dst_stride = dst.strides();
  const at::IntArrayRef src_size = src.sizes();
  const std::int64_t missing = dst.dim() - src.dim();  // leading dimensions that src is expanded by
  Walk walk;
  for (std::int64_t d = dst.dim() - 1; d >= 0; --d) {
    const bool expanded = d < missing || src_size[d - missing] == 1;
    add_dim(walk,
            {size[d], dst_stride[d] * dst_item, expanded ? 0 : src_stride[d - missing] * src_item});
  }
  merge(walk);
  return walk;
}

Walk make_walk(const at::TensorBase& dst, const at::TensorBase& src) {
  return make_walk(dst, src, src.strides());
}

Walk make_walk(const at::TensorBase& dst) { return make_walk(dst, dst); }

void run_walk(const Walk& walk, char* dst, const char* src, CopyLoop loop) {
  const WalkDim inner = walk[0];
  if (walk.size() == 1) {
    loop(dst, src, inner.dst_stride, inner.src_stride, inner.size);
    return;
  }
  std::vector<std::int64_t> position(walk.size());
  while (true) {
    loop(dst, src, inner.dst_stride, inner.src_stride, inner.size);
    std::size_t d = 1;
    for (; d < walk.size(); ++d) {  // advance like an odometer
      dst += walk[d].dst_stride;
      src += walk[d].src_stride;
      if (++position[d] < walk[d].size) break;
      dst -= walk[d].dst_stride * walk[d].size;
      src -= walk[d].src_stride * walk[d].size;
      position[d] = 0;
    }
    if (d == walk.size()) return;
  }
}

char* first_element(const at::TensorBase& tensor) {
  return element_at(tensor, tensor.storage_offset());
}

char* element_at(const at::TensorBase& tensor, std::int64_t position) {
  const c10::TensorImpl* impl = tensor.unsafeGetTensorImpl();
  // Asking for the mutable pointer gives a lazily cloned storage its own bytes.
  void* const start = impl->unsafe_storage().unsafeGetStorageImpl()->mutable_data();
  if (start == nullptr) return nullptr;
  return static_cast<char*>(kernel_address(start)) +
         position * static_cast<std::int64_t>(impl->itemsize());
}

}  // namespace npu
