#include "viewfuzz/execute/gradients.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/function.h>

#include <cstring>

#include "viewfuzz/execute/beat_with_each_op.h"
#include "viewfuzz/execute/refusal.h"
#include "viewfuzz/program/gradient_sources.h"

namespace viewfuzz {
namespace {

/// A gradient 1, 2, …, 7, 1, … that makes elements differ.
at::Tensor seedFor(const at::Tensor& result) {
  return at::arange(result.numel())
      .remainder(7)
      .add(1)
      .reshape(result.sizes())
      .to(result.scalar_type())
      .to(result.device());
}

Gradients::Gradient downloaded(int source, const at::Tensor& gradient) {
  Gradients::Gradient seen;
  seen.source = source;
  seen.defined = gradient.defined();
  if (!seen.defined) return seen;
  const at::Tensor host =
      gradient.detach().resolve_conj().resolve_neg().contiguous().to(at::kCPU).contiguous();
  seen.sizes.assign(host.sizes().begin(), host.sizes().end());
  seen.dtype = host.scalar_type();
  seen.elements.resize(host.nbytes());
  if (!seen.elements.empty())
    std::memcpy(seen.elements.data(), host.const_data_ptr(), host.nbytes());
  return seen;
}

Gradients::Node nodeOf(const at::Tensor& tensor) {
  Gradients::Node node;
  node.defined = tensor.defined();
  if (!node.defined) return node;
  node.requires_grad = tensor.requires_grad();
  const auto refusal = refusalOf([&] {
    if (const auto& function = tensor.grad_fn()) node.grad_fn = function->name();
  });
  if (refusal) node.grad_fn = refusal->kind;
  return node;
}

/// Does autograd lead back from the tensor? Autograd throws for views that it has invalidated, and
/// those lead nowhere.
bool leadsBack(const at::Tensor& tensor) {
  bool leads_back = false;
  return !refusalOf([&] { leads_back = tensor.grad_fn() != nullptr; }) && leads_back;
}

}  // namespace

Gradients runWithGradients(Runner& runner, const Program& program) {
  const at::AutoGradMode autograd(true);
  // The backward pass is one call of ours, and so is the download of a gradient.
  const BeatWithEachOp beating;
  Gradients seen;
  std::vector<bool> skipped;
  std::vector<std::pair<int, at::Tensor>> leaves;
  const auto asks = asksForGradients(program);
  runner.runStatements(program, seen.refusals, skipped, [&](size_t i) {
    if (!asks[i] || !runner.tensors().back().defined()) return;
    at::Tensor& tensor = runner.tensors().back();
    tensor.requires_grad_();
    leaves.emplace_back(static_cast<int>(runner.tensors().size()) - 1, tensor);
  });
  std::vector<at::Tensor> results;
  for (const at::Tensor& tensor : runner.tensors()) {
    if (tensor.defined() && tensor.requires_grad() && leadsBack(tensor)) results.push_back(tensor);
  }
  std::vector<at::Tensor> inputs;
  for (const auto& leaf : leaves) inputs.push_back(leaf.second);
  std::vector<at::Tensor> gradients(leaves.size());
  if (!results.empty()) {
    seen.backward = refusalOf([&] {
      std::vector<at::Tensor> seeds;
      for (const at::Tensor& result : results) seeds.push_back(seedFor(result));
      gradients = torch::autograd::grad(results, inputs, seeds, /*retain_graph=*/std::nullopt,
                                        /*create_graph=*/false, /*allow_unused=*/true);
    });
  }
  // To read the node of a view makes autograd update the view, so it is done last.
  for (const at::Tensor& tensor : runner.tensors()) seen.tensors.push_back(nodeOf(tensor));
  for (size_t i = 0; i < leaves.size(); ++i)
    seen.gradients.push_back(downloaded(leaves[i].first, gradients[i]));
  // lift_fresh returns its operand, and autograd gives the operand a node that leads back to it.
  // This circle would never be freed.
  for (const at::Tensor& tensor : runner.tensors()) {
    if (tensor.defined()) tensor.unsafeGetTensorImpl()->set_autograd_meta(nullptr);
  }
  return seen;
}

}  // namespace viewfuzz
