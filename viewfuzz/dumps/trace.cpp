#include "viewfuzz/dumps/trace.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "viewfuzz/dumps/recorder.h"
#include "viewfuzz/files/json_text.h"

namespace viewfuzz {
namespace {

class Trace {
 public:
  explicit Trace(Runner& runner) : runner_(runner) {}

  void add(const std::string& label, const at::Tensor& tensor) {
    const int times = ++times_[label];
    const std::string key = times == 1 ? label : fmt::format("{}#{}", label, times);
    const auto* storage = tensor.unsafeGetTensorImpl()->unsafe_storage().unsafeGetStorageImpl();
    const auto number = storages_.emplace(storage, storages_.size()).first->second;
    layouts_[key] = {{"sizes", tensor.sizes().vec()},
                     {"strides", tensor.strides().vec()},
                     {"offset", tensor.storage_offset()},
                     {"storage", number}};
    order_.push_back(key);
    file_.tensors[key] =
        runner_.onHost(tensor).resolve_conj().resolve_neg().clone(at::MemoryFormat::Contiguous);
  }

  SafeTensors finish() {
    file_.metadata[std::string(kOrderKey)] = jsonText(order_);
    file_.metadata["viewfuzz.layout"] = jsonText(layouts_);
    return std::move(file_);
  }

 private:
  Runner& runner_;
  SafeTensors file_;
  nlohmann::json order_ = nlohmann::json::array();
  nlohmann::json layouts_ = nlohmann::json::object();
  std::map<std::string, int> times_;
  std::map<const c10::StorageImpl*, size_t> storages_;
};

/// The tensor to keep for a statement: its first result, or the tensor that it writes to.
std::optional<int> subject(const Statement& statement, int first_result) {
  const auto* call = std::get_if<Call>(&statement.what);
  if (call == nullptr) return std::nullopt;
  if (statement.results() > 0) return first_result;
  const auto ids = operands(statement);
  if (ids.empty()) return std::nullopt;
  return ids.front();
}

}  // namespace

SafeTensors traceOf(Runner& runner, const Program& program) {
  const at::NoGradGuard no_grad;
  Trace trace(runner);
  int first_result = 0;
  runner.start();
  for (const Statement& statement : program.statements) {
    std::optional<Refusal> refusal;
    const bool ran = runner.advance(statement, refusal) && !refusal;
    const auto id = subject(statement, first_result);
    first_result += statement.results();
    if (!ran || !id || statement.label.empty()) continue;
    const at::Tensor& tensor = runner.tensors()[static_cast<size_t>(*id)];
    if (tensor.defined()) trace.add(statement.label, tensor);
  }
  return trace.finish();
}

}  // namespace viewfuzz
