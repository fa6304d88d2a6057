#include "viewfuzz/models/builder.h"

#include <fmt/format.h>

#include <stdexcept>

#include "viewfuzz/ops/make.h"
#include "viewfuzz/ops/results.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz::models {

int64_t Builder::size(TensorRef x, int64_t dim) const {
  const Layout& of = layout(x);
  return of.sizes[static_cast<size_t>(dim < 0 ? dim + of.rank() : dim)];
}

Outcome Builder::append(Statement statement) {
  // A typing error in the number of layers would take all memory before anybody sees it.
  if (program_.statements.size() == kMostStatementsOfAModel) {
    throw std::runtime_error(
        fmt::format("the model has more than {} statements: expected fewer --layers or --tokens",
                    kMostStatementsOfAModel));
  }
  const int first = static_cast<int>(state_.tensors.size());
  Outcome outcome = step(state_, statement);
  if (outcome.verdict == Outcome::Verdict::refused ||
      outcome.verdict == Outcome::Verdict::undefined) {
    throw std::logic_error(
        fmt::format("the layout rules do not take the call {}: {}", print(statement, first),
                    outcome.reason.empty() ? "what comes of it is left open" : outcome.reason));
  }
  program_.statements.push_back(std::move(statement));
  return outcome;
}

/// Gives `x` this layout, in a storage of its own, where the rules do not know its layout.
void Builder::assume(TensorRef x, Layout layout) {
  layout.storage = state_.newStorage(bytesNeeded(layout), -1);
  state_.tensors[static_cast<size_t>(x.id)] = std::move(layout);
}

TensorRef Builder::source(Dims sizes, Dtype dtype, Fill fill, std::string label) {
  return source(Source::fresh(std::move(sizes), dtype, std::move(fill)), std::move(label));
}

TensorRef Builder::source(Source source, std::string label) {
  append({std::move(source), std::move(label)});
  return last();
}

TensorRef Builder::call(std::string_view op, std::vector<Value> args, Dims sizes) {
  Call call = makeCall(op, std::move(args), 1);
  int operand = -1;
  forEachOperandOfCall(call, [&](int id) { operand = operand < 0 ? id : operand; });
  const Outcome outcome = append({std::move(call), {}});
  if (!outcome.accepted()) {
    if (sizes.empty()) {
      throw std::logic_error(fmt::format("the layout rules do not know the call {}",
                                         print(program_.statements.back(), last().id)));
    }
    assume(last(), contiguousLayout(std::move(sizes), layout({operand}).dtype));
  }
  return last();
}

std::vector<TensorRef> Builder::calls(std::string_view op, std::vector<Value> args, int results) {
  append({makeCall(op, std::move(args), results), {}});
  std::vector<TensorRef> refs;
  for (int i = results; i > 0; --i) refs.push_back({last().id + 1 - i});
  return refs;
}

void Builder::write(std::string_view op, std::vector<Value> args) {
  append({makeCall(op, std::move(args), 0), {}});
}

TensorRef Builder::replay(std::string_view op, std::vector<Value> args, Layout result,
                          std::vector<Argument> named) {
  Call call = makeCall(op, std::move(args), 1);
  for (auto& argument : named) call.args.push_back(std::move(argument));
  append({std::move(call), {}});
  assume(last(), std::move(result));
  return last();
}

std::string Builder::numbered(std::string_view name) {
  scopes_.back().loop.clear();
  return fmt::format("{:02}_{}", ++scopes_.back().count, name);
}

TensorRef Builder::label(std::string_view name, TensorRef x) {
  std::string key;
  const std::string last_part = numbered(name);
  for (const Part& part : scopes_) {
    if (!part.text.empty()) key += part.text + ".";
  }
  program_.statements.back().label = key + last_part;
  return x;
}

Builder::Scope Builder::part(std::string_view name) { return {*this, numbered(name)}; }

Builder::Scope Builder::repeated(std::string_view name, int64_t index, int64_t count) {
  const size_t width = std::max<size_t>(2, fmt::formatted_size("{}", count - 1));
  if (name.size() == 1) return {*this, fmt::format("{}{:0{}}", name, index, width)};
  Part& around = scopes_.back();
  if (around.loop != name) ++around.count;
  around.loop = name;
  return {*this, fmt::format("{:02}_{}_{:0{}}", around.count, name, index, width)};
}

}  // namespace viewfuzz::models
