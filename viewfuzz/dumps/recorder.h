#pragma once

#include <ATen/core/Tensor.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viewfuzz/dumps/safetensors.h"

namespace viewfuzz {

/// Keeps tensors of a running model under keys, for `viewfuzz compare`. It is off at first, and
/// then `record` does nothing. Not thread-safe.
///
///     Recorder recorder;
///     recorder.enable();
///     recorder.record("L00.gdn.row_01", attn);
///     recorder.save("device.safetensors");
class Recorder {
 public:
  /// Starts to record, and drops what was recorded before.
  void enable();
  void disable() { enabled_ = false; }
  bool enabled() const { return enabled_; }

  /// Copies the tensor to the host in float32 (a complex tensor keeps its dtype), so later writes
  /// in place do not change the copy. A repeated key replaces the tensor and keeps its place in the
  /// order.
  void record(std::string_view key, const at::Tensor& tensor) {
    if (enabled_) keep(key, tensor);
  }

  std::optional<at::Tensor> get(std::string_view key) const;
  /// The keys in the order of recording.
  const std::vector<std::string>& keys() const { return order_; }
  /// Writes a safetensors file with the order in its metadata. Throws `std::runtime_error` if the
  /// file cannot be written.
  void save(const std::string& path) const;

 private:
  void keep(std::string_view key, const at::Tensor& tensor);

  bool enabled_ = false;
  SafeTensors kept_;
  std::vector<std::string> order_;
};

/// The metadata entry that holds the keys in the order of execution, as a JSON list.
inline constexpr std::string_view kOrderKey = "viewfuzz.order";

}  // namespace viewfuzz
