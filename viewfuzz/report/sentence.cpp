#include "viewfuzz/report/sentence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "viewfuzz/report/repro/steps.h"

namespace viewfuzz {
namespace {

std::string describe(const LayoutState& state, int id) {
  if (!state.known(id)) return fmt::format("the tensor t{}", id);
  const Layout& layout = state.at(id);
  std::string text = fmt::format("a rank-{} tensor (", layout.rank());
  if (layout.rank() > 0) text += fmt::format("sizes [{}], ", fmt::join(layout.sizes, ", "));
  if (!isContiguous(layout)) text += fmt::format("strides [{}], ", fmt::join(layout.strides, ", "));
  if (layout.offset != 0) text += fmt::format("storage offset {}, ", layout.offset);
  return text + fmt::format("{})", dtypeName(layout.dtype));
}

std::string describeSource(const Source& source) {
  LayoutState state;
  state.tensors.push_back(source.layout);
  state.tensors.back().storage = 0;
  std::string text = describe(state, 0);
  if (source.of) text += fmt::format(" in the storage of t{}", *source.of);
  return text;
}

/// " on dim 1", " on dims 0 and 1", or nothing.
std::string dimsOf(const Call& call) {
  std::vector<int64_t> dims;
  if (call.entry == nullptr) return "";
  for (const int at : call.entry->dim_args) {
    if (static_cast<size_t>(at) >= call.args.size()) continue;
    if (const auto* dim = std::get_if<int64_t>(&call.args[static_cast<size_t>(at)].value)) {
      dims.push_back(*dim);
    }
  }
  if (dims.empty()) return "";
  return fmt::format(" on {} {}", dims.size() == 1 ? "dim" : "dims", fmt::join(dims, " and "));
}

bool isWrite(const Call& call) {
  if (call.entry != nullptr)
    return call.entry->kind == Kind::write || call.entry->kind == Kind::metadata;
  const std::string base = splitName(call.name()).base;
  return !base.empty() && base.back() == '_';
}

/// "`select` on dim 1 of a rank-2 tensor (…)", "`copy_` to a … from a …".
std::string subjectOf(const LayoutState& before, const Call& call) {
  std::string text = fmt::format("`{}`{}", splitName(call.name()).spoken(), dimsOf(call));
  std::vector<int> tensors;
  forEachOperandOfCall(call, [&](int id) { tensors.push_back(id); });
  if (tensors.empty()) return text;
  const bool write = isWrite(call);
  text += fmt::format(" {} {}", write ? "to" : "of", describe(before, tensors.front()));
  for (size_t i = 1; i < tensors.size(); ++i) {
    const char* joint = i > 1 ? "and" : write ? "from" : "and";
    text += fmt::format(" {} {}", joint, describe(before, tensors[i]));
  }
  return text;
}

/// The first write behind the statement that goes to one of its results or to a view of one.
std::string laterWrite(const Program& program, const Violation& violation, int first_result) {
  std::vector<bool> derived(static_cast<size_t>(program.tensors()), false);
  int next = first_result;
  for (size_t i = violation.statement; i < program.statements.size(); ++i) {
    const Statement& statement = program.statements[i];
    const auto touched = operands(statement);
    const bool from_it = !touched.empty() && derived[static_cast<size_t>(touched.front())];
    const auto* call = std::get_if<Call>(&statement.what);
    if (call && from_it && isWrite(*call)) {
      return fmt::format("the write to it (`{}`)", splitName(call->name()).spoken());
    }
    for (int k = 0; k < statement.results(); ++k, ++next) {
      derived[static_cast<size_t>(next)] = from_it || i == violation.statement;
    }
  }
  return "a write to it";
}

/// A detail such as "the device refuses it (IndexError: …)": what stands in the parentheses.
std::string reason(const std::string& detail) {
  const size_t open = detail.find('(');
  const size_t close = detail.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) return detail;
  return detail.substr(open + 1, close - open - 1);
}

/// A detail such as "3 elements outside …; position 2 …": the count, and the example.
struct Count {
  std::string elements;
  std::string example;
};
Count count(const std::string& detail) {
  size_t digits = 0;
  while (digits < detail.size() && std::isdigit(static_cast<unsigned char>(detail[digits])))
    ++digits;
  const size_t cut = detail.find("; ");
  if (digits == 0 || cut == std::string::npos) return {"elements", detail};
  const std::string number = detail.substr(0, digits);
  return {number + (number == "1" ? " element" : " elements"), detail.substr(cut + 2)};
}

std::string aliasing(const std::string& subject, const Program& program, const Violation& violation,
                     int first_result) {
  if (violation.write_lost) {
    return fmt::format("{} returned a copy; {} did not reach the base.", subject,
                       laterWrite(program, violation, first_result));
  }
  if (violation.condition == "copy") {
    return subject + " returned a copy, not a view: it does not share the storage of its base.";
  }
  return fmt::format("{} returned a tensor in the wrong storage: {}.", subject, violation.detail);
}

std::string layout(const std::string& subject, const Violation& violation, int first_result,
                   int results) {
  const std::string& detail = violation.detail;
  const size_t colon = detail.find(": ");
  if (colon == std::string::npos)
    return fmt::format("{} got the layout wrong: {}.", subject, detail);
  const std::string tensor = detail.substr(0, colon);
  const std::string rest = detail.substr(colon + 2);
  for (int i = 0; i < results; ++i) {
    if (tensor != fmt::format("t{}", first_result + i)) continue;
    return fmt::format("{} returned a tensor with the wrong layout: {}.", subject, rest);
  }
  return fmt::format("{} left {} with the wrong layout: {}.", subject, tensor, rest);
}

}  // namespace

std::string sentence(const Program& program, const Violation& violation) {
  if (violation.odd == OddOneOut::reference) {
    Violation swapped = violation;
    swapped.odd = OddOneOut::unknown;
    return "The CPU is the odd one out, by the layout rules and plain arithmetic; as seen from "
           "it: " +
           sentence(program, swapped);
  }
  if (violation.statement >= program.statements.size()) return violation.detail;
  const LayoutState before = layoutsAfter(program, violation.statement);
  const Statement& statement = program.statements[violation.statement];
  const int first_result = static_cast<int>(before.tensors.size());
  const auto* source = std::get_if<Source>(&statement.what);
  const auto* call = std::get_if<Call>(&statement.what);
  const std::string subject =
      source ? "Making " + describeSource(*source) : subjectOf(before, *call);
  const Count counted = count(violation.detail);
  switch (violation.property) {
    case Property::errors:
      if (violation.condition == "accepted") {
        return fmt::format("{} was accepted, and the CPU refuses it ({}).", subject,
                           reason(violation.detail));
      }
      if (violation.condition == "kind")
        return fmt::format("{} was refused by another kind of error: {}.", subject,
                           violation.detail);
      return fmt::format("{} was refused, and the CPU accepts it ({}).", subject,
                         reason(violation.detail));
    case Property::aliasing:
      return aliasing(subject, program, violation, first_result);
    case Property::layout:
      return layout(subject, violation, first_result, statement.results());
    case Property::containment:
      return fmt::format("{} changed {} outside {} ({}).", subject, counted.elements,
                         call && isWrite(*call) ? "the view that it writes" : "its result",
                         counted.example);
    case Property::writeBack:
      return fmt::format("{} did not reach the storage: {} kept the old value ({}).", subject,
                         counted.elements, counted.example);
    case Property::values:
      return fmt::format("{} gave {} a wrong value ({}).", subject, counted.elements,
                         counted.example);
    case Property::version:
      return fmt::format("{} left a version counter wrong, so autograd may miss the change ({}).",
                         subject, violation.detail);
    case Property::schema:
      return fmt::format("{} did what its schema does not say: {}.", subject, violation.detail);
    case Property::repeat:
      return fmt::format("{} gave something else when the program ran a second time ({}).", subject,
                         violation.detail);
    case Property::byIndex:
      return fmt::format("{} did not do what the same write by index does ({}).", subject,
                         violation.detail);
    case Property::gradient:
      if (violation.op == "backward")
        return fmt::format("Autograd's way back through the program went wrong: {}.",
                           violation.detail);
      return fmt::format("{} went another way with autograd on: {}.", subject, violation.detail);
    case Property::survival:
      if (violation.condition == "memory")
        return fmt::format("{} does not give its memory back: {}.", subject, violation.detail);
      return fmt::format("{} does not come back: {}.", subject, violation.detail);
  }
  return fmt::format("{}: {}.", subject, violation.detail);
}

}  // namespace viewfuzz
