#include <fmt/format.h>
#include <fmt/ranges.h>

#include "viewfuzz/program/op.h"
#include "viewfuzz/program/text.h"

namespace viewfuzz {
namespace {

std::string printInts(DimsView values) { return fmt::format("[{}]", fmt::join(values, ", ")); }

struct PrintValue {
  std::string operator()(None) const { return "None"; }
  std::string operator()(TensorRef ref) const { return fmt::format("t{}", ref.id); }
  std::string operator()(bool value) const { return value ? "True" : "False"; }
  std::string operator()(int64_t value) const { return fmt::to_string(value); }
  std::string operator()(double value) const {
    // A double always shows that it is one, so that it is read back as one.
    const std::string text = fmt::format("{}", value);
    return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
  }
  std::string operator()(const Dims& values) const { return printInts(view(values)); }
  std::string operator()(Dtype dtype) const { return std::string(dtypeName(dtype)); }
  std::string operator()(const TensorList& list) const {
    std::vector<std::string> items;
    items.reserve(list.size());
    for (const auto& item : list) items.push_back(item ? fmt::format("t{}", item->id) : "None");
    return fmt::format("[{}]", fmt::join(items, ", "));
  }
  std::string operator()(const std::string& text) const { return '"' + text + '"'; }
};

std::string printFill(const Fill& fill) {
  switch (fill.kind) {
    case Fill::Kind::iota:
      return fill.seed == 0 ? "iota" : fmt::format("iota({})", fill.seed);
    case Fill::Kind::zeros:
      return "zeros";
    case Fill::Kind::ints:
      return fmt::format("ints({})", fill.seed);
    case Fill::Kind::special:
      return "special";
    case Fill::Kind::uniform:
      return fmt::format("uniform({}, {}{})", fill.seed, fill.scale,
                         fill.offset == 0 ? "" : fmt::format(", {}", fill.offset));
    case Fill::Kind::list:
      return printInts({fill.values.data(), fill.values.size()});
  }
  return {};
}

std::string printSource(const Source& source) {
  const Layout& layout = source.layout;
  std::string text =
      fmt::format("tensor({}, {}", printInts(view(layout.sizes)), dtypeName(layout.dtype));
  if (!source.of) text += ", " + printFill(source.fill);
  if (layout.strides != contiguousStrides(view(layout.sizes))) {
    text += ", strides=" + printInts(view(layout.strides));
  }
  if (layout.offset != 0) text += fmt::format(", offset={}", layout.offset);
  if (source.of) {
    text += fmt::format(", of=t{}", *source.of);
  } else if (source.storage_numel * itemsize(layout.dtype) != bytesNeeded(layout)) {
    text += fmt::format(", storage={}", source.storage_numel);
  }
  if (layout.host && !source.of) text += ", host=True";
  return text + ")";
}

std::string printCall(const Call& call) {
  std::vector<std::string> args;
  args.reserve(call.args.size());
  for (const auto& argument : call.args) {
    const std::string value = std::visit(PrintValue{}, argument.value);
    args.push_back(argument.name.empty() ? value : argument.name + "=" + value);
  }
  return fmt::format("{}({})", call.name(), fmt::join(args, ", "));
}

}  // namespace

std::string print(const Statement& statement, int first_result) {
  std::string line;
  for (int i = 0; i < statement.results(); ++i) {
    line += fmt::format("{}t{}", i == 0 ? "" : ", ", first_result + i);
  }
  if (!line.empty()) line += " = ";
  if (statement.refused) line += "refused ";
  const auto* source = std::get_if<Source>(&statement.what);
  line += source ? printSource(*source) : printCall(std::get<Call>(statement.what));
  if (!statement.label.empty()) line += "  # " + statement.label;
  return line;
}

std::string print(const Program& program) {
  std::string text = fmt::format("{}\n", kVersionLine);
  int tensors = 0;
  for (const auto& statement : program.statements) {
    text += print(statement, tensors) + "\n";
    tensors += statement.results();
  }
  return text;
}

}  // namespace viewfuzz
