#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "viewfuzz/program/op.h"

namespace viewfuzz::models {

/// A part of a model as a program, and its outputs: by name, the tensors that a caller may want.
struct Model {
  Program program;
  std::map<std::string, int, std::less<>> outputs;
};

/// Writes a program call by call. It follows the layouts by the rules of the op table, so a call
/// that the rules do not accept throws `std::logic_error` at once. For ops outside the table, the
/// caller gives the layout of the result.
///
/// Calls are labeled with dump keys, such as `L02.03_gdn.07_rule.06_row_17`: parts joined by dots,
/// one for each scope. The parts are numbered, so the keys sort in the order of execution.
class Builder {
 public:
  /// More than the largest published models need. A call of the builder that would append more
  /// throws `std::runtime_error`.
  static constexpr size_t kMostStatementsOfAModel = 1'000'000;

  const Layout& layout(TensorRef x) const { return state_.at(x.id); }
  int64_t size(TensorRef x, int64_t dim) const;
  Dtype dtype(TensorRef x) const { return layout(x).dtype; }

  /// Appends a fresh source.
  TensorRef source(Dims sizes, Dtype dtype, Fill fill, std::string label = {});
  TensorRef source(Source source, std::string label = {});

  /// Appends a call of an op in the table with one result. If the layout rule does not know the
  /// result, it is taken to be contiguous, of `sizes` and the first operand's dtype.
  TensorRef call(std::string_view op, std::vector<Value> args, Dims sizes = {});
  /// The same with `results` results.
  std::vector<TensorRef> calls(std::string_view op, std::vector<Value> args, int results);
  /// The same without a result, for an op that writes.
  void write(std::string_view op, std::vector<Value> args);
  /// Appends a call of an op outside the table.
  TensorRef replay(std::string_view op, std::vector<Value> args, Layout result,
                   std::vector<Argument> named = {});

  /// Labels the last statement within the scope, and returns `x`.
  TensorRef label(std::string_view name, TensorRef x = {});
  /// Shows a tensor of a subgraph to the caller of the subgraph, who may keep it under another
  /// name.
  void output(const std::string& name, TensorRef x) { shown_[name] = x.id; }
  std::map<std::string, int> takeOutputs() { return std::exchange(shown_, {}); }
  /// Makes `x` an output of the program, with this name.
  void keep(const std::string& name, TensorRef x) { outputs_[name] = x.id; }

  /// While it lives, all labels have this part.
  class Scope {
   public:
    Scope(Builder& builder, std::string part) : builder_(builder) {
      builder.scopes_.push_back({std::move(part), 0, {}});
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { builder_.scopes_.pop_back(); }

   private:
    Builder& builder_;
  };
  /// A part that is not numbered. An empty part is left out of the labels.
  [[nodiscard]] Scope plain(std::string part) { return {*this, std::move(part)}; }
  /// `03_gdn`: numbered within the scope around it.
  [[nodiscard]] Scope part(std::string_view name);
  /// Turn `index` of `count` turns of a loop: `06_row_17`. The loop has one number for all its
  /// turns. The name `L` stands for a layer, and gives `L02`.
  [[nodiscard]] Scope repeated(std::string_view name, int64_t index, int64_t count);

  Model finish() { return {std::move(program_), std::move(outputs_)}; }

 private:
  struct Part {
    std::string text;
    int count = 0;     // of the numbered parts within it
    std::string loop;  // the name of the last of them, if that is a loop
  };
  std::string numbered(std::string_view name);
  Outcome append(Statement statement);
  TensorRef last() const { return {static_cast<int>(state_.tensors.size()) - 1}; }
  void assume(TensorRef x, Layout layout);

  Program program_;
  LayoutState state_;
  std::vector<Part> scopes_ = {{"", 0, {}}};
  std::map<std::string, int> shown_;
  std::map<std::string, int, std::less<>> outputs_;
};

}  // namespace viewfuzz::models
