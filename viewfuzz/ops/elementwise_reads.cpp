// Ops that compute an element of a result from an element of each operand: into a new tensor, and
// into one that the caller gives.

#include "viewfuzz/ops/elementwise_ops.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

constexpr ElementwiseOp kNew[] = {
    {"aten.add.Tensor", "{0} + {1}", "at", kAllArithmetic},
    {"aten.sub.Tensor", "{0} - {1}", "at", kNumbers},
    {"aten.mul.Tensor", "{0} * {1}", "at", kAllArithmetic},
    {"aten.div.Tensor", "{0} / {1}", "at", kFloats, kJumps},
    {"aten.neg", "-{0}", "a", kNumbers},
    {"aten.abs", "{0}.abs()", "a", kReals},
    {"aten.relu", "{0}.relu()", "a", kReals},
    {"aten.clamp", "{0}.clamp({1}, {2})", "ass", kReals},
    {"aten.maximum", "torch.maximum({0}, {1})", "at", kOrdered},
    {"aten.minimum", "torch.minimum({0}, {1})", "at", kOrdered},
    {"aten.eq.Tensor", "{0} == {1}", "at", kAllArithmetic, kJumps | kTruth},
    {"aten.eq.Scalar", "{0} == {1}", "as", kNumbers, kJumps | kTruth},
    {"aten.lt.Tensor", "{0} < {1}", "at", kOrdered, kJumps | kTruth},
    {"aten.lt.Scalar", "{0} < {1}", "as", kReals, kJumps | kTruth},
    {"aten.logical_not", "{0}.logical_not()", "a", kAllArithmetic, kJumps | kTruth},
    {"aten.bitwise_not", "~{0}", "a", kWhole},
    {"aten.where.self", "torch.where({0}, {1}, {2})", "mae", kAllArithmetic},
    {"aten.exp", "{0}.exp()", "a", kFloats, kInexact | kJumps},
    {"aten.sigmoid", "{0}.sigmoid()", "a", kFloats, kInexact},
    {"aten.silu", "torch.nn.functional.silu({0})", "a", kFloats, kInexact},
};

constexpr ElementwiseOp kInto[] = {
    {"aten.add.out", "torch.add({0}, {1}, out={2})", "ato", kAllArithmetic},
    {"aten.sub.out", "torch.sub({0}, {1}, out={2})", "ato", kNumbers},
    {"aten.mul.out", "torch.mul({0}, {1}, out={2})", "ato", kAllArithmetic},
    {"aten.div.out", "torch.div({0}, {1}, out={2})", "ato", kFloats, kJumps},
    {"aten.neg.out", "torch.neg({0}, out={1})", "ao", kNumbers},
    {"aten.abs.out", "torch.abs({0}, out={1})", "ao", kReals},
    {"aten.clamp.out", "torch.clamp({0}, {1}, {2}, out={3})", "asso", kReals},
    {"aten.eq.Tensor_out", "torch.eq({0}, {1}, out={2})", "ato", kAllArithmetic, kJumps | kTruth},
    {"aten.where.self_out", "torch.where({0}, {1}, {2}, out={3})", "maeo", kAllArithmetic},
};

}  // namespace

std::vector<Op> elementwiseReads() {
  auto entries = elementwiseOps(Kind::compute, kNew);
  const auto into = elementwiseOps(Kind::write, kInto);
  entries.insert(entries.end(), into.begin(), into.end());
  return entries;
}

}  // namespace viewfuzz
