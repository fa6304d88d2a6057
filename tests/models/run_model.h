#pragma once

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/npu.h"
#include "viewfuzz/execute/fill.h"
#include "viewfuzz/execute/run.h"
#include "viewfuzz/models/builder.h"

namespace viewfuzz::models {

/// A model that has been run. Its statements were all accepted.
class Ran {
 public:
  Ran(const Target& target, Model model, Inputs inputs = {})
      : runner_(target), model_(std::move(model)), inputs_(std::move(inputs)) {
    runner_.setInputs(&inputs_);
    runner_.start();
    for (const Statement& statement : model_.program.statements) {
      std::optional<Refusal> refusal;
      runner_.advance(statement, refusal);
      EXPECT_FALSE(refusal) << refusal->message;
    }
  }
  Ran(const Ran&) = delete;
  Ran& operator=(const Ran&) = delete;

  at::Tensor output(const std::string& name) const { return tensor(model_.outputs.at(name)); }
  /// The tensor of the source with this label, after the run.
  at::Tensor source(const std::string& label) const { return tensor(find(label).second); }
  /// True also if there is no such source.
  bool sourceIsAsBefore(const std::string& label) const {
    const auto [statement, id] = find(label);
    if (statement == nullptr) return true;
    const auto& made = std::get<Source>(statement->what);
    const at::Tensor now = tensor(id);
    const at::Tensor flat =
        at::empty({0}, now.options()).set_(now.storage(), 0, {made.storage_numel}, {int64_t{1}});
    return flat.equal(filled(made.fill, made.layout.dtype, made.storage_numel));
  }
  const Program& program() const { return model_.program; }

 private:
  at::Tensor tensor(int id) const {
    return runner_.onHost(runner_.tensors()[static_cast<size_t>(id)]);
  }
  std::pair<const Statement*, int> find(const std::string& label) const {
    int id = 0;
    for (const Statement& statement : model_.program.statements) {
      if (statement.label == label) return {&statement, id};
      id += statement.results();
    }
    return {nullptr, -1};
  }

  mutable Runner runner_;
  Model model_;
  Inputs inputs_;
};

/// Is |a - b| at most `bound` times the largest magnitude in `b`?
inline testing::AssertionResult isNear(const at::Tensor& a, const at::Tensor& b, double bound) {
  if (a.sizes() != b.sizes()) return testing::AssertionFailure() << "other sizes";
  if (a.numel() == 0) return testing::AssertionSuccess();
  const double scale = b.to(at::kDouble).abs().max().item<double>();
  const double error = (a.to(at::kDouble) - b.to(at::kDouble)).abs().max().item<double>();
  if (error <= bound * scale) return testing::AssertionSuccess();
  return testing::AssertionFailure() << error << " at a magnitude of " << scale;
}

}  // namespace viewfuzz::models
