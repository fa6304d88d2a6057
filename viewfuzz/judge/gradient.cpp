#include "viewfuzz/judge/gradient.h"

#include <fmt/format.h>

#include <cmath>

#include "viewfuzz/judge/elements.h"

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
                 std::string detail) {
  Violation violation;
  violation.property = Property::gradient;
  violation.statement = statement;
  const auto* call = std::get_if<Call>(&program.statements[statement].what);
  violation.op = call ? std::string(call->name()) : "tensor";
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

/// The last statement that writes in place or computes: what a wrong gradient is blamed on.
size_t lastCall(const Program& program) {
  size_t last = program.statements.size() - 1;
  while (last > 0 && !std::holds_alternative<Call>(program.statements[last].what)) --last;
  return last;
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

}  // namespace

std::optional<Violation> judgeGradients(const Program& program, const Gradients& device,
                                        const Gradients& reference) {
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
    return broken(program, lastCall(program), "backward",
                  fmt::format("the way back was {}; expected {}", describe(device.backward),
                              describe(reference.backward)));
  }
  for (size_t i = 0; i < reference.gradients.size() && !reference.backward; ++i) {
    const auto wrong = difference(device.gradients[i], reference.gradients[i]);
    if (!wrong) continue;
    return broken(program, lastCall(program), "values",
                  fmt::format("the gradient of t{}: {}", reference.gradients[i].source, *wrong));
  }
  return std::nullopt;
}

}  // namespace viewfuzz
