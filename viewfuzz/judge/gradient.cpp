#include "viewfuzz/judge/gradient.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

Violation broken(const Program& program, size_t statement, std::string condition,
                 std::string detail, bool on_the_way_back = false) {
  Violation violation;
  violation.property = Property::gradient;
  violation.statement = statement;
  const auto* call = std::get_if<Call>(&program.statements[statement].what);
  // Which op on the way back was wrong is not seen from here.
  violation.op = on_the_way_back ? "backward" : call ? std::string(call->name()) : "tensor";
  violation.condition = std::move(condition);
  violation.detail = std::move(detail);
  return violation;
}

std::string describe(const std::optional<Refusal>& refusal) {
  return refusal ? fmt::format("refused ({}: {})", refusal->kind, refusal->message) : "accepted";
}

bool sameRefusal(const std::optional<Refusal>& a, const std::optional<Refusal>& b) {
  return a.has_value() == b.has_value() && (!a || a->kind == b->kind);
}

std::string describe(const Gradients::Node& node) {
  if (!node.requires_grad) return "no gradient";
  return node.grad_fn.empty() ? "a leaf" : node.grad_fn;
}

std::optional<std::string> difference(const Gradients::Gradient& device,
                                      const Gradients::Gradient& reference) {
  if (device.defined != reference.defined)
    return reference.defined ? "expected one, got none" : "expected none, got one";
  if (device.sizes != reference.sizes || device.dtype != reference.dtype)
    return "other sizes or another dtype";
  const auto width = static_cast<size_t>(itemsize(reference.dtype));
  double largest = 1;
  for (size_t at = 0; at + width <= reference.elements.size(); at += width) {
    const double magnitude = std::abs(elementAt(reference.dtype, &reference.elements[at]));
    if (std::isfinite(magnitude)) largest = std::max(largest, magnitude);
  }
  const Equality equality{summationBound(reference.dtype, largest)};
  for (size_t at = 0; at + width <= reference.elements.size(); at += width) {
    if (equalElements(reference.dtype, &device.elements[at], &reference.elements[at], equality))
      continue;
    return fmt::format("element {}: expected {}, got {}", at / width,
                       formatElement(reference.dtype, &reference.elements[at]),
                       formatElement(reference.dtype, &device.elements[at]));
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
  if (!call->entry->reaches_beyond && !in_place) return false;
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

}  // namespace

std::optional<Violation> judgeGradients(const Program& program, const Gradients& device,
                                        const Gradients& reference) {
  if (isLeftOpen(program)) return std::nullopt;
  for (size_t i = 0; i < program.statements.size(); ++i) {
    if (sameRefusal(device.refusals[i], reference.refusals[i])) continue;
    return broken(program, i, "refused",
                  fmt::format("with autograd on: {}; expected {}", describe(device.refusals[i]),
                              describe(reference.refusals[i])));
  }
  for (size_t id = 0; id < reference.tensors.size(); ++id) {
    const auto& ours = device.tensors[id];
    const auto& theirs = reference.tensors[id];
    if (!ours.defined || !theirs.defined) continue;
    if (ours.requires_grad == theirs.requires_grad && ours.grad_fn == theirs.grad_fn) continue;
    return broken(program, madeBy(program, id), "node",
                  fmt::format("t{}: expected {}, got {}", id, describe(theirs), describe(ours)));
  }
  if (!sameRefusal(device.backward, reference.backward)) {
    return broken(program, program.statements.size() - 1, "backward",
                  fmt::format("the way back was {}; expected {}", describe(device.backward),
                              describe(reference.backward)),
                  true);
  }
  if (reference.backward || !isExact(program)) return std::nullopt;
  for (size_t i = 0; i < reference.gradients.size(); ++i) {
    const auto wrong = difference(device.gradients[i], reference.gradients[i]);
    if (!wrong) continue;
    return broken(program, program.statements.size() - 1, "values",
                  fmt::format("the gradient of t{}: {}", reference.gradients[i].source, *wrong),
                  true);
  }
  return std::nullopt;
}

}  // namespace viewfuzz
