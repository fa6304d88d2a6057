#pragma once

#include <ATen/core/Tensor.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace viewfuzz {

/// Named tensors as in a safetensors file: contiguous, on the host.
struct SafeTensors {
  std::map<std::string, at::Tensor, std::less<>> tensors;
  std::map<std::string, std::string, std::less<>> metadata;

  /// The tensor of that name. Throws `std::runtime_error` if there is none.
  const at::Tensor& at(std::string_view name) const;
  bool has(std::string_view name) const { return tensors.find(name) != tensors.end(); }
};

/// Reads a safetensors file: 8 bytes little-endian length n, n bytes of JSON (name to dtype, shape,
/// data_offsets from byte 8 + n), then the elements, row-major and little-endian. The tensors must
/// cover the rest of the file without gaps. Throws `std::runtime_error` with the path, what was
/// found, and what was expected.
SafeTensors readSafeTensors(const std::string& path);

/// Writes a safetensors file as a whole or not at all. Makes tensors contiguous. Throws
/// `std::runtime_error` if the file cannot be written.
void writeSafeTensors(const SafeTensors& file, const std::string& path);

}  // namespace viewfuzz
