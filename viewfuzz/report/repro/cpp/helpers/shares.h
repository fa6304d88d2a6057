#pragma once

#include <string>
#include <utility>
#include <vector>

#include "viewfuzz/report/repro/cpp/helpers/run.h"

/// The schema of the last operator says what shares a storage, and what does not.
std::string shares(Run (*program)(c10::Device), c10::Device device,
                   const std::vector<std::pair<std::string, std::string>>& pairs, bool shared) {
  const at::NoGradGuard no_grad;
  const Run run = program(device);
  std::string text;
  for (const auto& [name, other] : pairs) {
    const Tensor& a = run.tensors.at(name);
    const Tensor& b = run.tensors.at(other);
    if (!b.defined() || a.numel() == 0 || b.numel() == 0) continue;
    if (a.storage().is_alias_of(b.storage()) != shared)
      text += name + (shared ? " does not share" : " shares") + " the storage of " + other +
              ", and the schema says otherwise\n";
  }
  return text;
}
