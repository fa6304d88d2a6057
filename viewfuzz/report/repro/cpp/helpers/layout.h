#pragma once

#include <string>

#include "viewfuzz/report/repro/cpp/helpers/names.h"

/// Strides of dims of size 1, and of empty tensors, say nothing.
std::string layout(const Tensor& tensor) {
  std::string text = "sizes";
  for (const int64_t size : tensor.sizes()) text += " " + std::to_string(size);
  if (tensor.numel() > 0) {
    text += ", strides";
    for (int64_t d = 0; d < tensor.dim(); ++d) {
      text += tensor.size(d) > 1 ? " " + std::to_string(tensor.stride(d)) : " -";
    }
    text += ", offset " + std::to_string(tensor.storage_offset());
  }
  return text + ", " + c10::toString(tensor.scalar_type()) +
         (tensor.is_conj() ? ", conjugate" : "") + (tensor.is_neg() ? ", negative" : "");
}
