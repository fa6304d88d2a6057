#include "viewfuzz/dumps/recorder.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <nlohmann/json.hpp>

#include "viewfuzz/files/json_text.h"

namespace viewfuzz {

void Recorder::enable() {
  kept_ = {};
  order_.clear();
  enabled_ = true;
}

void Recorder::keep(std::string_view key, const at::Tensor& tensor) {
  const at::NoGradGuard no_grad;
  at::Tensor copy = tensor.detach().cpu();
  if (!copy.is_complex()) copy = copy.to(at::kFloat);
  copy = copy.resolve_conj().resolve_neg().clone(at::MemoryFormat::Contiguous);
  if (kept_.tensors.insert_or_assign(std::string(key), std::move(copy)).second)
    order_.emplace_back(key);
}

std::optional<at::Tensor> Recorder::get(std::string_view key) const {
  const auto found = kept_.tensors.find(key);
  if (found == kept_.tensors.end()) return std::nullopt;
  return found->second;
}

void Recorder::save(const std::string& path) const {
  SafeTensors file = kept_;
  file.metadata[std::string(kOrderKey)] = jsonText(nlohmann::json(order_));
  writeSafeTensors(file, path);
}

}  // namespace viewfuzz
