#include "viewfuzz/report/sentence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "viewfuzz/judge/describe.h"
#include "viewfuzz/report/repro/steps.h"

namespace viewfuzz {
namespace {

std::string tensorInWords(const LayoutState& state, int id) {
  if (!state.known(id)) return fmt::format("the tensor t{}", id);
  const Layout& layout = state.at(id);
  std::string text = fmt::format("a rank-{} tensor (", layout.rank());
  if (layout.rank() > 0) text += fmt::format("sizes [{}], ", fmt::join(layout.sizes, ", "));
  if (!isContiguous(layout)) text += fmt::format("strides [{}], ", fmt::join(layout.strides, ", "));
  if (layout.offset != 0) text += fmt::format("storage offset {}, ", layout.offset);
  return text + fmt::format("{})", dtypeName(layout.dtype));
}

std::string sourceInWords(const Source& source) {
  LayoutState state;
  state.tensors.push_back(source.layout);
  state.tensors.back().storage = 0;
  std::string text = tensorInWords(state, 0);
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
  text += fmt::format(" {} {}", write ? "to" : "of", tensorInWords(before, tensors.front()));
  for (size_t i = 1; i < tensors.size(); ++i) {
    const char* joint = i > 1 ? "and" : write ? "from" : "and";
    text += fmt::format(" {} {}", joint, tensorInWords(before, tensors[i]));
  }
  return text;
}

/// The first write, behind the statement, to one of its results or to a view of one.
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

/// Tells what a statement broke, property by property. `subject` begins each sentence.
struct Teller {
  const Program& program;
  const Violation& violation;
  std::string subject;
  int first_result;

  template <typename Kind>
  const Kind* kept() const {
    return std::get_if<Kind>(&violation.evidence);
  }

  std::string errors() const {
    if (kept<evidence::Made>())
      return fmt::format("{} did not make what it should: {}.", subject, describe(violation));
    // `bisect` names no condition: there, who refused stands in the evidence alone.
    const auto* refused = kept<evidence::Refused>();
    const bool by_both = refused && refused->device && refused->reference;
    if (by_both || violation.condition == Condition::kind)
      return fmt::format("{} was refused by another kind of error: {}.", subject,
                         describe(violation));
    const bool accepted = refused ? !refused->device : violation.condition == Condition::accepted;
    const auto& refusal =
        refused ? (accepted ? refused->reference : refused->device) : std::nullopt;
    return fmt::format("{} was {}, and the CPU {} it ({}).", subject,
                       accepted ? "accepted" : "refused", accepted ? "refuses" : "accepts",
                       refusal ? inWords(*refusal) : describe(violation));
  }

  std::string aliasing() const {
    if (violation.write_lost)
      return fmt::format("{} returned a copy; {} did not reach the base.", subject,
                         laterWrite(program, violation, first_result));
    if (violation.condition == Condition::copy)
      return subject + " returned a copy, not a view: it does not share the storage of its base.";
    return fmt::format("{} returned a tensor in the wrong storage: {}.", subject,
                       describe(violation));
  }

  std::string layout() const {
    const auto* laid_out = kept<evidence::LaidOut>();
    if (laid_out == nullptr)
      return fmt::format("{} got the layout wrong: {}.", subject, describe(violation));
    const int results = program.statements[violation.statement].results();
    if (laid_out->tensor >= first_result && laid_out->tensor < first_result + results)
      return fmt::format("{} returned a tensor with the wrong layout: {}.", subject,
                         expectedAndGot(*laid_out));
    return fmt::format("{} left t{} with the wrong layout: {}.", subject, laid_out->tensor,
                       expectedAndGot(*laid_out));
  }

  std::string elements() const {
    if (const auto* bytes = kept<evidence::Bytes>()) return counted(bytes->count, "element");
    if (const auto* random = kept<evidence::RandomBytes>())
      return counted(random->count, random->where == evidence::Where::outside ? "byte" : "element");
    return "elements";
  }
  std::string example() const {
    if (const auto* bytes = kept<evidence::Bytes>()) return firstDifference(*bytes);
    if (const auto* random = kept<evidence::RandomBytes>())
      return random->where == evidence::Where::outside ? "random numbers went astray"
                                                       : "random numbers were expected";
    return describe(violation);
  }

  std::string containment() const {
    if (const auto* changed = kept<evidence::Changed>())
      return fmt::format("{} was refused, and yet it changed the storage of t{}.", subject,
                         changed->tensor);
    const auto* call = std::get_if<Call>(&program.statements[violation.statement].what);
    return fmt::format("{} changed {} outside {} ({}).", subject, elements(),
                       call && isWrite(*call) ? "the view that it writes" : "its result",
                       example());
  }

  std::string told() const {
    const std::string detail = describe(violation);
    switch (violation.property) {
      case Property::errors:
        return errors();
      case Property::aliasing:
        return aliasing();
      case Property::layout:
        return layout();
      case Property::containment:
        return containment();
      case Property::writeBack:
        return fmt::format("{} did not reach the storage: {} kept the old value ({}).", subject,
                           elements(), example());
      case Property::values:
        return fmt::format("{} gave {} a wrong value ({}).", subject, elements(), example());
      case Property::version:
        return fmt::format("{} left a version counter wrong, so autograd may miss the change ({}).",
                           subject, detail);
      case Property::schema:
        return fmt::format("{} did what its schema does not say: {}.", subject, detail);
      case Property::repeat:
        return fmt::format("{} gave something else when the program ran a second time ({}).",
                           subject, detail);
      case Property::byIndex:
        return fmt::format("{} did not do what the same write by index does ({}).", subject,
                           detail);
      case Property::gradient:
        if (violation.op == "backward")
          return fmt::format("Autograd's way back through the program went wrong: {}.", detail);
        return fmt::format("{} went another way with autograd on: {}.", subject, detail);
      case Property::survival:
        if (violation.condition == Condition::memory)
          return fmt::format("{} does not give its memory back: {}.", subject, detail);
        if (violation.condition == Condition::error)
          return fmt::format("{} fails behind the back of its caller: {}.", subject, detail);
        return fmt::format("{} does not come back: {}.", subject, detail);
    }
    return fmt::format("{}: {}.", subject, detail);
  }
};

}  // namespace

std::string sentence(const Program& program, const Violation& violation) {
  if (violation.odd == OddOneOut::reference) {
    Violation swapped = violation;
    swapped.odd = OddOneOut::unknown;
    return "The CPU is the odd one out, by the layout rules and plain arithmetic; as seen from "
           "it: " +
           sentence(program, swapped);
  }
  if (violation.statement >= program.statements.size()) return describe(violation);
  const LayoutState before = layoutsAfter(program, violation.statement);
  const Statement& statement = program.statements[violation.statement];
  const auto* source = std::get_if<Source>(&statement.what);
  const Teller teller{program, violation,
                      source ? "Making " + sourceInWords(*source)
                             : subjectOf(before, std::get<Call>(statement.what)),
                      static_cast<int>(before.tensors.size())};
  return teller.told();
}

}  // namespace viewfuzz
