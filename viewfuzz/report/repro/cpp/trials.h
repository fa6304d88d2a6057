#pragma once

#include <string_view>

namespace viewfuzz::cpp {

// In place of `observe`, where autograd is on, or the device is held against the schemas of its
// ops.

inline constexpr std::string_view kGradients = R"text(
/// What made the tensor; views that autograd has given up may not even be asked.
std::string node(const Tensor& tensor) {
  try {
    if (const auto& function = tensor.grad_fn()) return function->name();
  } catch (const c10::Error&) {
    return "RuntimeError";
  }
  return tensor.requires_grad() ? "a leaf" : "no gradient";
}

/// 1, 2, ..., 7, 1, ...: a gradient that tells elements apart.
Tensor seedFor(const Tensor& result) {
  const Tensor numbers = at::arange(result.numel()).remainder(7).add(1).reshape(result.sizes());
  return numbers.to(result.scalar_type()).to(result.device());
}

/// The gradients of the inputs, from all results at once.
std::vector<Tensor> back(const Run& run) {
  std::vector<Tensor> inputs;
  std::vector<Tensor> ends;
  std::vector<Tensor> seeds;
  for (const auto& name : run.inputs) inputs.push_back(run.tensors.at(name));
  for (const auto& [name, tensor] : run.tensors) {
    const std::string made_by = tensor.defined() ? node(tensor) : "no gradient";
    if (made_by == "no gradient" || made_by == "a leaf" || made_by == "RuntimeError") continue;
    ends.push_back(tensor);
    seeds.push_back(seedFor(tensor));
  }
  if (ends.empty()) return std::vector<Tensor>(inputs.size());
  return torch::autograd::grad(ends, inputs, seeds, std::nullopt, false, true);
}

Seen observe(Run run) {
  std::vector<Tensor> gradients;
  attempt(run, "the way back", [&] { gradients = back(run); });
  Seen seen;
  seen.refused = run.refused;
  for (const auto& [name, tensor] : run.tensors) {
    if (tensor.defined()) seen.traits[name]["was made by"] = node(tensor);
  }
  for (size_t i = 0; i < gradients.size(); ++i) {
    const std::string name = "the gradient of " + run.inputs[i];
    Tensor& gradient = gradients[i];
    if (!gradient.defined()) {
      seen.traits[name]["has"] = "no value";
      continue;
    }
    gradient = gradient.detach().resolve_conj().resolve_neg().contiguous().cpu();
    std::ostringstream layout;
    layout << "sizes " << gradient.sizes() << ", " << gradient.scalar_type();
    seen.traits[name]["has"] = layout.str();
    if (gradient.numel() > 0) seen.elements[name] = gradient.flatten();
  }
  return seen;
}
)text";

/// {written}: the names of what the schema lets the last statement write.
inline constexpr std::string_view kWrites = R"text(
/// The schema of the last operator says what it writes: nothing else may change.
std::string differences(const Run& run) {
  std::string text;
  const std::vector<std::string> written = {written};
  for (const auto& [name, content] : run.contents) {
    const at::Storage& which = run.storages.at(name);
    bool may_change = false;
    for (const auto& other : written) may_change |= which.is_alias_of(run.storages.at(other));
    if (!may_change && !at::equal(content, bytesOf(run.tensors.at(name))))
      text += "the storage of " + name +
              " changed, and the schema says nothing of a write to it\n";
  }
  return text;
}
)text";

/// Besides the tensors: what lies in their storages before the last statement.
inline constexpr std::string_view kContents = R"text(
Tensor bytesOf(const Tensor& tensor) { return storage(tensor).clone().view(at::kByte); }

void keepContents(Run& run, const std::map<std::string, Tensor>& tensors) {
  for (const auto& [name, tensor] : tensors) {
    if (!tensor.defined()) continue;
    run.storages.emplace(name, tensor.storage());
    run.contents[name] = bytesOf(tensor);
  }
}
)text";

/// {pairs}: names of tensors that share a storage by the schema, or do not; {shared}: do they?
inline constexpr std::string_view kShares = R"text(
/// The schema of the last operator says what shares a storage, and what does not.
std::string differences(const Run& run) {
  std::string text;
  const std::vector<std::pair<std::string, std::string>> pairs = {pairs};
  for (const auto& [name, other] : pairs) {
    const Tensor& a = run.tensors.at(name);
    const Tensor& b = run.tensors.at(other);
    if (!b.defined() || a.numel() == 0 || b.numel() == 0) continue;
    if (a.storage().is_alias_of(b.storage()) != {shared})
      text += name + " {verb} the storage of " + other + ", and the schema says otherwise\n";
  }
  return text;
}
)text";

inline constexpr std::string_view kSurvives = R"text(
/// Bytes that the process has for itself.
int64_t memory() {
  int64_t all = 0, resident = 0, of_files = 0;
  std::ifstream("/proc/self/statm") >> all >> resident >> of_files;
  return (resident - of_files) * sysconf(_SC_PAGESIZE);
}

/// Runs the program until it shows whether the device gives all memory back. With the bug the
/// process may end here: by its own, or by the alarm that a hang runs into.
int64_t grown(c10::Device device) {
  alarm(120);
  int64_t before = 0;
  for (int run = 0; run < 2048; ++run) {
    if (run == 64) before = memory();
    program(device);
  }
  return memory() - before;
}
)text";

}  // namespace viewfuzz::cpp
