#include "viewfuzz/ops/elementwise_ops.h"

namespace viewfuzz {
namespace {

bool isTensorLetter(char letter) {
  return std::string_view("atemo").find(letter) != std::string_view::npos;
}

bool numberFits(char letter, const Value& value) {
  if (letter == 'h') {
    const auto* number = std::get_if<double>(&value);
    return number && *number > 0 && *number < 1;
  }
  const auto* number = std::get_if<int64_t>(&value);
  const int64_t least = letter == 'n' ? 1 : 0;
  const int64_t most = letter == 'p' ? 3 : 127;
  return number && *number >= least && *number <= most;
}

/// Is the call spelled as the letters say?
bool isSpelt(const Call& call) {
  const std::string_view letters = call.entry->letters;
  if (call.args.size() != letters.size()) return false;
  for (size_t i = 0; i < letters.size(); ++i) {
    const Argument& argument = call.args[i];
    if (argument.name != (letters[i] == 'o' ? "out" : "")) return false;
    const bool fits = isTensorLetter(letters[i]) ? std::holds_alternative<TensorRef>(argument.value)
                                                 : numberFits(letters[i], argument.value);
    if (!fits) return false;
  }
  return true;
}

int tensorAt(const Call& call, size_t i) { return std::get<TensorRef>(call.args[i].value).id; }

/// The operands, in order, and the dtype to which ATen converts them.
struct Operands {
  std::vector<int> ids;
  Dtype leading = Dtype::Float;  ///< of the operand `a`
  Dtype common = Dtype::Float;
};

/// None if the rule does not know such dtypes.
std::optional<Operands> operandsOf(const LayoutState& state, const Call& call) {
  const Op& op = *call.entry;
  Operands operands;
  const size_t leading = op.letters.find('a');
  operands.leading = state.at(tensorAt(call, leading)).dtype;
  operands.common = operands.leading;
  bool ranked = true;  // what has no dims counts less in promotion
  for (size_t i = 0; i < call.args.size(); ++i) {
    const char letter = op.letters[i];
    if (!isTensorLetter(letter) || letter == 'o') continue;
    const Layout& layout = state.at(tensorAt(call, i));
    operands.ids.push_back(tensorAt(call, i));
    if (letter == 'm') {
      if (layout.dtype != Dtype::Bool) return std::nullopt;
      continue;
    }
    if (!contains(op.takes, layout.dtype)) return std::nullopt;
    if (letter == 'e' && layout.dtype != operands.leading) return std::nullopt;
    ranked = ranked && layout.rank() > 0;
    if (layout.dtype != operands.common) {
      operands.common = c10::promoteTypes(operands.common, layout.dtype);
      if (op.kind == Kind::compute && !ranked) return std::nullopt;
    }
  }
  if (op.kind == Kind::compute && !ranked && operands.common != operands.leading)
    return std::nullopt;
  return operands;
}

Outcome inPlaceOutcome(const LayoutState& state, const Op& op, const Operands& operands) {
  const Layout& dest = state.at(operands.ids[0]);
  if (!op.truth && category(operands.common) > category(dest.dtype)) {
    return Outcome::refuse("the result's dtype cannot be cast to the destination's");
  }
  bool bits = false;  // a conjugate is made first, and it is the copy that is looked at
  for (const int id : operands.ids) bits = bits || state.at(id).hasBit();
  const auto open = [&](const Outcome& outcome) { return bits ? Outcome::undefined() : outcome; };
  for (const int id : operands.ids) {
    if (!broadcastsTo(state.at(id).sizes, dest.sizes))
      return Outcome::refuse("an operand does not broadcast to the destination");
  }
  if (auto refused = refuseSelfOverlap(dest)) return open(*refused);
  for (size_t i = 1; i < operands.ids.size(); ++i) {
    if (auto refused = refuseOverlap(dest, state.at(operands.ids[i]), Sharing::mayBeSame))
      return open(*refused);
  }
  return {};
}

/// The layout of the result as a new tensor; none if the operands do not broadcast.
std::optional<Layout> newResult(const LayoutState& state, const Op& op, const Operands& operands) {
  Dims sizes;
  std::vector<Layout> layouts;
  for (const int id : operands.ids) {
    const Layout& layout = state.at(id);
    const auto common = broadcastSizes(sizes, layout.sizes);
    if (!common) return std::nullopt;
    sizes = *common;
    // ATen converts an operand, and resolves its bits, before the op sees it.
    const bool mask = op.letters.find('m') != std::string_view::npos && layout.dtype == Dtype::Bool;
    const bool converted = layout.dtype != operands.common && !mask;
    layouts.push_back(converted || layout.hasBit() ? cloned(layout) : layout);
    if (converted) layouts.back().dtype = operands.common;
  }
  return elementwiseLayout(sizes, op.truth ? Dtype::Bool : operands.common, layouts);
}

Outcome elementwiseRule(const LayoutState& state, const Call& call) {
  const Op& op = *call.entry;
  if (!isSpelt(call)) return Outcome::dontKnow();
  const auto operands = operandsOf(state, call);
  if (!operands) return Outcome::dontKnow();
  const bool out = op.letters.back() == 'o';
  if (op.kind == Kind::write && !out) return inPlaceOutcome(state, op, *operands);
  const auto result = newResult(state, op, *operands);
  if (!result) return Outcome::refuse("the operands do not broadcast");
  if (!out) return Outcome::one(*result);
  return intoOut(state, tensorAt(call, op.dest), *result, operands->ids, Sharing::mayBeSame);
}

/// An operand for a new result: the tensors so far broadcast to `sizes`, which it may widen.
int drawPartner(Draft& draft, Dims& sizes, Dtype dtype) {
  const int64_t most = 2 * draft.shapes.max_numel;
  if (draft.choices.oneIn(2)) {
    const int id = draft.tensor([&](const Layout& layout) {
      if (layout.dtype != dtype) return false;
      const auto common = broadcastSizes(sizes, layout.sizes);
      return common && numel(*common) <= most;
    });
    if (id >= 0) {
      sizes = *broadcastSizes(sizes, draft.state.at(id).sizes);
      return id;
    }
  }
  Dims own = sizes;
  if (draft.choices.oneIn(3) && !own.empty()) draft.choices.pick(own) = 1;
  return draft.sourceLike(own, dtype);
}

Value drawNumberFor(Draft& draft, char letter) {
  switch (letter) {
    case 'p':
      return draft.choices.between(0, 3);
    case 'n':
      return draft.choices.between(1, 9);
    case 'h':
      return draft.choices.oneIn(2) ? 0.5 : 0.25;
    default:
      return drawNumber(draft);
  }
}

bool elementwiseDraw(Draft& draft, Call& call) {
  const Op& op = *call.entry;
  const bool in_place = op.kind == Kind::write && op.letters.back() != 'o';
  const auto suits = [&](Dtype dtype) { return contains(op.takes, dtype); };
  const int64_t most = 2 * draft.shapes.max_numel;
  const int leading =
      in_place ? drawDestination(draft, suits) : draft.tensor([&](const Layout& layout) {
        return suits(layout.dtype) && numel(layout) <= most;
      });
  if (leading < 0) return false;
  const Dtype dtype = draft.state.at(leading).dtype;
  Dims sizes = draft.state.at(leading).sizes;
  for (const char letter : op.letters) {
    if (letter == 'a') {
      add(call, TensorRef{leading});
    } else if (letter == 'o') {
      const auto operands = operandsOf(draft.state, call);
      const auto result = operands ? newResult(draft.state, op, *operands) : std::nullopt;
      if (!result) return false;
      call.args.push_back({"out", TensorRef{drawOut(draft, *result, operands->ids)}});
    } else if (!isTensorLetter(letter)) {
      call.args.push_back({{}, drawNumberFor(draft, letter)});
    } else if (in_place) {
      const auto operand_suits = [&](const Layout& layout) {
        if (letter == 'e') return layout.dtype == dtype;
        return suits(layout.dtype) && category(layout.dtype) <= category(dtype);
      };
      add(call, TensorRef{drawOperand(draft, leading, Sharing::mayBeSame, dtype, operand_suits)});
    } else {
      add(call, TensorRef{drawPartner(draft, sizes, letter == 'm' ? Dtype::Bool : dtype)});
    }
  }
  return true;
}

}  // namespace

std::vector<Op> elementwiseOps(Kind kind, std::span<const ElementwiseOp> lines) {
  std::vector<Op> entries;
  for (const ElementwiseOp& line : lines) {
    entries.push_back({.name = line.name,
                       .kind = kind,
                       .rule = elementwiseRule,
                       .draw = elementwiseDraw,
                       .python = line.python,
                       .dest = line.letters.back() == 'o' ? line.letters.size() - 1 : 0,
                       .inexact = (line.traits & kInexact) != 0,
                       .random = (line.traits & kRandom) != 0,
                       .jumps = (line.traits & kJumps) != 0,
                       .effect = line.effect,
                       .letters = line.letters,
                       .takes = line.takes,
                       .truth = (line.traits & kTruth) != 0});
  }
  return entries;
}

}  // namespace viewfuzz
