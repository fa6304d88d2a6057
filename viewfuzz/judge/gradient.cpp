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
  violation.detail = describe(violation);
  return violation;
}

/// Which op on the way back was wrong cannot be seen from here.
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

/// Where elements of the storage are nobody's, or somebody's twice, ATen 2.13 leaves a gradient
/// open (it reads memory that nothing has written on the way back): as_strided beyond its operand,
/// a change in place of which elements a tensor has, and sources whose elements share memory. What
/// a device makes of tensors of the host is its own affair.
bool leavesGradientsOpen(const LayoutState& state, const Statement& statement) {
  const auto* call = std::get_if<Call>(&statement.what);
  if (call == nullptr) return selfOverlaps(std::get<Source>(statement.what).layout);
  if (mixesDevices(state, *call)) return true;
  if (call->entry == nullptr) return false;
  const bool in_place = call->entry->kind == Kind::metadata;
  if (call->name() != "aten.as_strided" && !in_place) return false;
  LayoutState after = state;
  const Outcome outcome = step(after, statement);
  if (!outcome.accepted()) return false;
  const int id = std::get<TensorRef>(call->args[0].value).id;
  if (in_place && after.at(id).storage != state.at(id).storage) return true;
  const auto setOf = [](const Layout& layout) {
    const auto positions = elementPositions(layout);
    return std::set<int64_t>(positions.begin(), positions.end());
  };
  const auto before = setOf(state.at(id));
  const auto reached = setOf(in_place ? after.at(id) : outcome.results[0]);
  return in_place ? reached != before
                  : !std::includes(before.begin(), before.end(), reached.begin(), reached.end());
}

bool isLeftOpen(const Program& program) {
  LayoutState state;
  return std::any_of(program.statements.begin(), program.statements.end(),
                     [&](const Statement& statement) {
                       const bool open = leavesGradientsOpen(state, statement);
                       step(state, statement);
                       return open;
                     });
}

/// Are all values on the way the same on every device? Small differences of what a product needs,
/// and of what a comparison decides, grow on the way back.
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
