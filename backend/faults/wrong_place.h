#pragma once
/// @file
/// Places that a wrong kernel reads or writes. All lie inside the storage: a fault is seen by what
/// it does, and must not end the process unless that is its point.
#include <torch/library.h>

#include "backend/kernels/source_plan.h"

namespace npu {

bool on_device(const at::Tensor& tensor);
bool on_device(const at::Tensor& dst, const at::Tensor& src);

/// The same storage, dtype and lazy bits under another layout. Where it would leave the storage,
/// the largest strides become 0 and the offset is wrapped around, until it does not.
at::Tensor held_back(const at::Tensor& tensor, at::IntArrayRef sizes, at::IntArrayRef strides,
                     std::int64_t offset);

/// The same with the sizes of the tensor.
at::Tensor held_back(const at::Tensor& tensor, const Reading& reading);

/// As many elements in one block, from where the tensor starts.
at::Tensor dense_at(const at::Tensor& tensor);

/// The last element along every dim.
at::Tensor last_element(const at::Tensor& tensor);

/// From the first element to the end of the storage.
std::size_t bytes_to_end(const at::Tensor& tensor);

/// The same bytes under a dtype of the same item size.
at::Tensor relabelled(const at::Tensor& tensor, at::ScalarType dtype);

/// The elements in a tensor of their own, by the right copy.
at::Tensor elements_of(const at::Tensor& tensor);

/// What a copy reads in place of src, or an undefined tensor where the copy is right.
using WrongSource = at::Tensor (*)(const at::Tensor& dst, const at::Tensor& src);

/// Refuses what the right copy refuses, and copies from the wrong source.
at::Tensor& copy_from(at::Tensor& self, const at::Tensor& src, const at::Tensor& wrong);

/// The right copy_ otherwise.
at::Tensor& copy_unless(WrongSource wrong, at::Tensor& self, const at::Tensor& src,
                        bool non_blocking);

/// A copy_ that reads from somewhere else.
template <WrongSource wrong>
void install_copy_from(torch::Library& m) {
  m.impl(
      "copy_", +[](at::Tensor& self, const at::Tensor& src, bool non_blocking) -> at::Tensor& {
        return copy_unless(wrong, self, src, non_blocking);
      });
}

}  // namespace npu
