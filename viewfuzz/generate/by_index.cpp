#include "viewfuzz/generate/by_index.h"

#include <numeric>

#include "viewfuzz/ops/make.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

class Writer {
 public:
  explicit Writer(const Program& program) : program_(program) {}

  std::optional<ByIndex> run() {
    for (const Statement& statement : program_.statements) {
      Statement moved = statement;
      forEachOperand(moved, [&](int& id) { id = out_.tensors[static_cast<size_t>(id)]; });
      // `state_` has the layouts of the old program's operands before the statement.
      const auto* call = std::get_if<Call>(&statement.what);
      // A replayed op may change the layouts of its operands, and the rules do not say how.
      replayed_ = replayed_ || (call != nullptr && call->entry == nullptr);
      const bool plain = statement.refused || call == nullptr || replayed_;
      if (plain || !writeByIndex(*call)) append(std::move(moved));
      step(state_, statement);
      for (int i = 0; i < statement.results(); ++i)
        out_.tensors.push_back(count_ - statement.results() + i);
      out_.ends.push_back(out_.program.statements.size() - 1);
    }
    const bool host = std::any_of(state_.tensors.begin(), state_.tensors.end(),
                                  [](const Layout& layout) { return layout.host; });
    // `index_put_` needs its values on the device, so a program with a tensor on the host is left
    // out.
    if (!any_ || host) return std::nullopt;
    return std::move(out_);
  }

 private:
  int append(Statement statement) {
    count_ += statement.results();
    out_.program.statements.push_back(std::move(statement));
    return count_ - 1;
  }

  TensorRef append(Call call) { return {append({std::move(call), {}})}; }

  int appendList(std::vector<int64_t> values, Dtype dtype) {
    const Dims sizes = {static_cast<int64_t>(values.size())};
    return append({Source::fresh(sizes, dtype, {Fill::Kind::list, 0, std::move(values)}), {}});
  }

  /// Appends the tensor with the values to write and gives its number: one value for each element
  /// of `dest`, or a single one. None if the write cannot be done by index.
  std::optional<int> values(const Call& call, const Layout& dest) {
    // The fill of a complex source sets imaginary parts that are not 0, and these writes set 0.
    const Effect effect = call.entry->effect;
    if (effect != Effect::copy && category(dest.dtype) == Category::complex) return std::nullopt;
    if (effect == Effect::zero) return appendList({0}, dest.dtype);
    if (effect == Effect::fill) {
      const auto* number = std::get_if<int64_t>(&call.args[1].value);
      if (number == nullptr) return std::nullopt;
      return appendList({*number}, dest.dtype);
    }
    if (effect != Effect::copy) return std::nullopt;
    const int id = std::get<TensorRef>(call.args[1].value).id;
    const Layout& source = state_.at(id);
    if (source.dtype != dest.dtype || source.hasBit() || overlap(dest, source) != Overlap::disjoint)
      return std::nullopt;
    const TensorRef renumbered{out_.tensors[static_cast<size_t>(id)]};
    const TensorRef expanded = append(makeExpand(renumbered, dest.sizes));
    const TensorRef flat = append(makeReshape(expanded, {numel(dest)}));
    // The source may lie in the storage that the window covers, so its values are copied out first.
    return append(makeClone(flat)).id;
  }

  bool writeByIndex(const Call& call) {
    const auto dests = destinations(call);
    // `index_put_` would have no result for later statements to use.
    if (call.results != 0 || dests.size() != 1 || !state_.known(dests[0])) return false;
    bool known = true;
    forEachOperandOfCall(call, [&](int id) { known = known && state_.known(id); });
    const Layout& dest = state_.at(dests[0]);
    const int64_t storage_bytes = state_.storage_bytes[static_cast<size_t>(dest.storage)];
    if (!known || numel(dest) == 0 || dest.hasBit() || !isArithmetic(dest.dtype) ||
        selfOverlaps(dest) || !call.entry->rule(state_, call).accepted())
      return false;
    const auto value = values(call, dest);
    if (!value) return false;
    Layout flat;
    flat.sizes = {storage_bytes / itemsize(dest.dtype)};
    flat.strides = {1};
    flat.dtype = dest.dtype;
    const int base = out_.tensors[static_cast<size_t>(dests[0])];
    const TensorRef window{append({Source::windowOf(base, std::move(flat)), {}})};
    const TensorRef positions{appendList(elementPositions(dest), Dtype::Long)};
    append(makeIndexPut(window, {positions}, TensorRef{*value}));
    any_ = true;
    return true;
  }

  const Program& program_;
  LayoutState state_;  // layouts of the old program
  ByIndex out_;
  int count_ = 0;  // number of tensors in the new program
  bool any_ = false;
  bool replayed_ = false;
};

}  // namespace

std::optional<ByIndex> writtenByIndex(const Program& program) { return Writer(program).run(); }

}  // namespace viewfuzz
