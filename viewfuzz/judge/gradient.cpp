#include "viewfuzz/judge/gradient.h"

#include <algorithm>
#include <set>

#include "viewfuzz/judge/elements.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

/// The statement that made a tensor.
size_t madeBy(const Program& program, size_t tensor) {
  size_t count = 0;
  for (size_t i = 0; i < program.statements.size(); ++i) {
    count += static_cast<size_t>(program.statements[i].results());
    if (tensor < count) return i;
  }
  return program.statements.size() - 1;
}

Violation broken(const Program& program, size_t statement, Condition condition, Evidence evidence) {
  Violation violation;
  violation.property = Property::gradient;
  violation.statement = statement;
  const auto* call = std::get_if<Call>(&program.statements[statement].what);
  violation.op = call ? call->name() : "tensor";
  violation.condition = condition;
  violation.evidence = std::move(evidence);
  return violation;
}

/// A violation of the backward pass as a whole: which op of it was wrong cannot be seen.
Violation brokenOnTheWayBack(const Program& program, Condition condition, Evidence evidence) {
  Violation violation =
      broken(program, program.statements.size() - 1, condition, std::move(evidence));
  violation.op = "backward";
  return violation;
}

bool sameRefusal(const std::optional<Refusal>& a, const std::optional<Refusal>& b) {
  return a.has_value() == b.has_value() && (!a || a->kind == b->kind);
}

std::string inWords(const Gradients::Node& node) {
  if (!node.requires_grad) return "no gradient";
  return node.grad_fn.empty() ? "a leaf" : node.grad_fn;
}

std::optional<evidence::Gradient> difference(const Gradients::Gradient& device,
                                             const Gradients::Gradient& reference) {
  using Problem = evidence::Gradient::Problem;
  evidence::Gradient wrong;
  wrong.source = reference.source;
  if (device.defined != reference.defined) {
    wrong.problem = reference.defined ? Problem::missing : Problem::unexpected;
    return wrong;
  }
  if (device.sizes != reference.sizes || device.dtype != reference.dtype) {
    wrong.problem = Problem::form;
    return wrong;
  }
  const Equality equality{
      summationBound(reference.dtype, largestMagnitude(reference.dtype, reference.elements))};
  const auto width = static_cast<size_t>(itemsize(reference.dtype));
  for (size_t at = 0; at + width <= reference.elements.size(); at += width) {
    if (equalElements(reference.dtype, &device.elements[at], &reference.elements[at], equality))
      continue;
    wrong.problem = Problem::value;
    wrong.element = static_cast<int64_t>(at / width);
    wrong.expected = elementOf(reference.dtype, &reference.elements[at]);
    wrong.got = elementOf(reference.dtype, &device.elements[at]);
    return wrong;
  }
  return std::nullopt;
}

/// Does the statement leave gradients open? Moves `state` behind the statement.
///
/// ATen 2.13 computes no definite gradient if a tensor has no place, or two places, for an element
/// of the storage: its backward pass then reads memory that nothing has written. This is so for
/// `as_strided` beyond its operand, for a call that changes in place which elements a tensor has,
/// and for sources whose elements share memory. What a device does with tensors of the host is left
/// open as well.
bool leavesGradientsOpen(LayoutState& state, const Statement& statement) {
  const auto* call = std::get_if<Call>(&statement.what);
  const bool mixes = call != nullptr && mixesDevices(state, *call);
  const bool in_place = call && call->entry && call->entry->kind == Kind::metadata;
  const bool reaches = in_place || (call && call->entry && call->entry->reaches_beyond);
  const int id = reaches ? std::get<TensorRef>(call->args[0].value).id : -1;
  const Layout old = state.known(id) ? state.at(id) : Layout();
  const Outcome outcome = step(state, statement);
  if (call == nullptr) return selfOverlaps(std::get<Source>(statement.what).layout);
  if (mixes) return true;
  if (!reaches || !outcome.accepted()) return false;
  if (in_place && state.at(id).storage != old.storage) return true;
  const auto setOf = [](const Layout& layout) {
    const auto positions = elementPositions(layout);
    return std::set<int64_t>(positions.begin(), positions.end());
  };
  const auto before = setOf(old);
  const auto reached = setOf(in_place ? state.at(id) : outcome.results[0]);
  return in_place ? reached != before
                  : !std::includes(before.begin(), before.end(), reached.begin(), reached.end());
}

bool isLeftOpen(const Program& program) {
  LayoutState state;
  return std::any_of(
      program.statements.begin(), program.statements.end(),
      [&](const Statement& statement) { return leavesGradientsOpen(state, statement); });
}

/// Does the program compute the same values on every device? Small differences in the factors of a
/// product, or around a comparison, become large ones in the backward pass.
bool isExact(const Program& program) {
  return std::all_of(program.statements.begin(), program.statements.end(),
                     [](const Statement& statement) {
                       const auto* call = std::get_if<Call>(&statement.what);
                       return call == nullptr || (!mayBeInexact(*call) && !call->entry->random);
                     });
}

std::optional<Violation> firstBroken(const Program& program, const Gradients& device,
                                     const Gradients& reference) {
  using When = evidence::Refused::When;
  for (size_t i = 0; i < program.statements.size(); ++i) {
    if (sameRefusal(device.refusals[i], reference.refusals[i])) continue;
    return broken(program, i, Condition::refused,
                  evidence::Refused{When::withAutograd, device.refusals[i], reference.refusals[i]});
  }
  for (size_t id = 0; id < reference.tensors.size(); ++id) {
    const auto& ours = device.tensors[id];
    const auto& theirs = reference.tensors[id];
    if (!ours.defined || !theirs.defined) continue;
    if (ours.requires_grad == theirs.requires_grad && ours.grad_fn == theirs.grad_fn) continue;
    return broken(program, madeBy(program, id), Condition::node,
                  evidence::Node{static_cast<int>(id), inWords(theirs), inWords(ours)});
  }
  if (!sameRefusal(device.backward, reference.backward)) {
    return brokenOnTheWayBack(
        program, Condition::backward,
        evidence::Refused{When::onTheWayBack, device.backward, reference.backward});
  }
  if (reference.backward || !isExact(program)) return std::nullopt;
  for (size_t i = 0; i < reference.gradients.size(); ++i) {
    if (const auto wrong = difference(device.gradients[i], reference.gradients[i]))
      return brokenOnTheWayBack(program, Condition::values, *wrong);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Violation> judgeGradients(const Program& program, const Gradients& device,
                                        const Gradients& reference) {
  if (isLeftOpen(program)) return std::nullopt;
  auto violation = firstBroken(program, device, reference);
  if (violation) violation->refused_by_reference = refusedStatements(reference.refusals);
  return violation;
}

}  // namespace viewfuzz
