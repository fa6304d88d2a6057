#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "viewfuzz/program/op.h"

namespace viewfuzz::models {

/// A part of a model as a program, and by name the tensors that a caller may want to look at.
struct Model {
  Program program;
  std::map<std::string, int, std::less<>> outputs;
};

/// Writes a program call by call. It follows the layouts by the rules of the op table, so that a
/// call that makes no sense throws `std::logic_error` where it is written; ops outside the table
/// say the layout of their result.
///
/// Calls are labelled with dump keys, such as `L02.03_gdn.07_rule.06_row_17`: parts joined by dots,
/// one a scope, with numbers, so that keys sort as they are run.
class Builder {
 public:
  /// More than the largest models that are published take. Beyond it, whatever appends a statement
  /// throws `std::runtime_error`.
  static constexpr size_t kMostStatementsOfAModel = 1'000'000;

  const Layout& layout(TensorRef x) const { return state_.at(x.id); }
  int64_t size(TensorRef x, int64_t dim) const;
  Dtype dtype(TensorRef x) const { return layout(x).dtype; }

  /// A fresh source.
  TensorRef source(Dims sizes, Dtype dtype, Fill fill, std::string label = {});
  TensorRef source(Source source, std::string label = {});

  /// A call of the table with one result. `sizes` is used where the layout rule does not know: the
  /// result is then taken to be contiguous, of the first operand's dtype.
  TensorRef call(std::string_view op, std::vector<Value> args, Dims sizes = {});
  /// A call of the table with `results` results.
  std::vector<TensorRef> calls(std::string_view op, std::vector<Value> args, int results);
  /// A call of the table without a result: a write.
  void write(std::string_view op, std::vector<Value> args);
  /// A call of an op outside the table.
  TensorRef replay(std::string_view op, std::vector<Value> args, Layout result,
                   std::vector<Argument> named = {});

  /// Labels the last statement within the scope, and gives `x`.
  TensorRef label(std::string_view name, TensorRef x = {});
  /// Shows a tensor to whoever wrote the call of the subgraph, who may keep it under a name of its
  /// own.
  void output(const std::string& name, TensorRef x) { shown_[name] = x.id; }
  std::map<std::string, int> takeOutputs() { return std::exchange(shown_, {}); }
  /// Names an output of the program.
  void keep(const std::string& name, TensorRef x) { outputs_[name] = x.id; }

  /// A part of the labels, while it lives.
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
  /// The part as it is; an empty one does not show.
  [[nodiscard]] Scope plain(std::string part) { return {*this, std::move(part)}; }
  /// `03_gdn`: numbered within the scope around it.
  [[nodiscard]] Scope part(std::string_view name);
  /// Turn `index` of `count` of a loop: `06_row_17`, numbered once a loop, and `L02` for the name
  /// `L`.
  [[nodiscard]] Scope repeated(std::string_view name, int64_t index, int64_t count);

  Model finish() { return {std::move(program_), std::move(outputs_)}; }

 private:
  struct Part {
    std::string text;
    int count = 0;     // numbered parts within it
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
