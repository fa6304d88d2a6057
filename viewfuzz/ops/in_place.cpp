// Ops that compute an element of their first operand from what lies there, in place.

#include "viewfuzz/ops/elementwise_ops.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

// Python turns the number in `t.add_(2)` into a tensor, so these ops have no short spelling.
// Complex quotients and powers are left out, because each loop rounds them in its own way.
constexpr ElementwiseOp kInPlace[] = {
    {"aten.add_.Tensor", "{0}.add_({1})", "at", kAllArithmetic, kPlain, Effect::add},
    {"aten.add_.Scalar", "", "as", kNumbers},
    {"aten.sub_.Tensor", "{0}.sub_({1})", "at", kNumbers},
    {"aten.sub_.Scalar", "", "as", kNumbers},
    {"aten.mul_.Tensor", "{0}.mul_({1})", "at", kAllArithmetic, kPlain, Effect::multiply},
    {"aten.mul_.Scalar", "", "as", kNumbers},
    {"aten.div_.Tensor", "{0}.div_({1})", "at", kFloats, kJumps},
    {"aten.div_.Scalar", "", "an", kFloats},
    {"aten.pow_.Scalar", "{0}.pow_({1})", "ap", kReals, kJumps},
    {"aten.remainder_.Scalar", "{0}.remainder_({1})", "an", kReals, kJumps},
    {"aten.remainder_.Tensor", "{0}.remainder_({1})", "at", kFloats, kJumps},
    {"aten.fmod_.Scalar", "{0}.fmod_({1})", "an", kReals, kJumps},
    {"aten.fmod_.Tensor", "{0}.fmod_({1})", "at", kFloats, kJumps},
    {"aten.reciprocal_", "{0}.reciprocal_()", "a", kFloats, kJumps},
    {"aten.square_", "{0}.square_()", "a", kReals, kJumps},
    {"aten.neg_", "{0}.neg_()", "a", kNumbers},
    {"aten.abs_", "{0}.abs_()", "a", kReals},
    {"aten.sign_", "{0}.sign_()", "a", kOrdered, kJumps},
    {"aten.relu_", "{0}.relu_()", "a", kReals},
    {"aten.floor_", "{0}.floor_()", "a", kReals, kJumps},
    {"aten.ceil_", "{0}.ceil_()", "a", kReals, kJumps},
    {"aten.round_", "{0}.round_()", "a", kReals, kJumps},
    {"aten.trunc_", "{0}.trunc_()", "a", kReals, kJumps},
    {"aten.clamp_", "{0}.clamp_({1}, {2})", "ass", kReals},
    {"aten.clamp_.Tensor", "{0}.clamp_({1}, {2})", "aee", kReals},
    {"aten.clamp_min_", "{0}.clamp_min_({1})", "as", kReals},
    {"aten.clamp_min_.Tensor", "{0}.clamp_min_({1})", "at", kReals},
    {"aten.clamp_max_", "{0}.clamp_max_({1})", "as", kReals},
    {"aten.clamp_max_.Tensor", "{0}.clamp_max_({1})", "at", kReals},

    {"aten.logical_and_", "{0}.logical_and_({1})", "at", kAllArithmetic, kJumps | kTruth},
    {"aten.logical_or_", "{0}.logical_or_({1})", "at", kAllArithmetic, kJumps | kTruth},
    {"aten.logical_xor_", "{0}.logical_xor_({1})", "at", kAllArithmetic, kJumps | kTruth},
    {"aten.logical_not_", "{0}.logical_not_()", "a", kAllArithmetic, kJumps | kTruth},
    {"aten.bitwise_and_.Tensor", "{0}.bitwise_and_({1})", "at", kWhole},
    {"aten.bitwise_and_.Scalar", "{0}.bitwise_and_({1})", "as", kIntegers},
    {"aten.bitwise_or_.Tensor", "{0}.bitwise_or_({1})", "at", kWhole},
    {"aten.bitwise_or_.Scalar", "{0}.bitwise_or_({1})", "as", kIntegers},
    {"aten.bitwise_xor_.Tensor", "{0}.bitwise_xor_({1})", "at", kWhole},
    {"aten.bitwise_xor_.Scalar", "{0}.bitwise_xor_({1})", "as", kIntegers},
    {"aten.bitwise_not_", "{0}.bitwise_not_()", "a", kWhole},
    {"aten.eq_.Tensor", "{0}.eq_({1})", "at", kAllArithmetic, kJumps | kTruth},
    {"aten.eq_.Scalar", "{0}.eq_({1})", "as", kAllArithmetic, kJumps | kTruth},
    {"aten.ne_.Tensor", "{0}.ne_({1})", "at", kAllArithmetic, kJumps | kTruth},
    {"aten.ne_.Scalar", "{0}.ne_({1})", "as", kAllArithmetic, kJumps | kTruth},
    {"aten.lt_.Tensor", "{0}.lt_({1})", "at", kOrdered, kJumps | kTruth},
    {"aten.lt_.Scalar", "{0}.lt_({1})", "as", kOrdered, kJumps | kTruth},
    {"aten.le_.Tensor", "{0}.le_({1})", "at", kOrdered, kJumps | kTruth},
    {"aten.le_.Scalar", "{0}.le_({1})", "as", kOrdered, kJumps | kTruth},
    {"aten.gt_.Tensor", "{0}.gt_({1})", "at", kOrdered, kJumps | kTruth},
    {"aten.gt_.Scalar", "{0}.gt_({1})", "as", kOrdered, kJumps | kTruth},
    {"aten.ge_.Tensor", "{0}.ge_({1})", "at", kOrdered, kJumps | kTruth},
    {"aten.ge_.Scalar", "{0}.ge_({1})", "as", kOrdered, kJumps | kTruth},

    // These use a math library, or a product and a sum that may be fused, so rounding depends on
    // the loop.
    {"aten.addcmul_", "{0}.addcmul_({1}, {2})", "aee", kNumbers, kInexact},
    {"aten.addcdiv_", "{0}.addcdiv_({1}, {2})", "aee", kFloats, kInexact | kJumps},
    {"aten.lerp_.Scalar", "{0}.lerp_({1}, {2})", "aeh", kFloats, kInexact},
    {"aten.lerp_.Tensor", "{0}.lerp_({1}, {2})", "aee", kFloats, kInexact},
    {"aten.exp_", "{0}.exp_()", "a", kFloats, kInexact | kJumps},
    {"aten.log_", "{0}.log_()", "a", kFloats, kInexact | kJumps},
    {"aten.sqrt_", "{0}.sqrt_()", "a", kFloats, kJumps},
    {"aten.rsqrt_", "{0}.rsqrt_()", "a", kFloats, kInexact | kJumps},
    {"aten.tanh_", "{0}.tanh_()", "a", kFloats, kInexact},
    {"aten.sigmoid_", "{0}.sigmoid_()", "a", kFloats, kInexact},
    {"aten.silu_", "torch.nn.functional.silu({0}, inplace=True)", "a", kFloats, kInexact},

    // Only where the numbers go is compared. What is drawn from few values goes to integers, where
    // nothing says that an element has to change.
    {"aten.normal_", "{0}.normal_()", "a", kFloats, kRandom},
    {"aten.uniform_", "{0}.uniform_()", "a", kFloats, kRandom},
    {"aten.random_", "{0}.random_()", "a", kOrdered, kRandom},
    {"aten.bernoulli_.float", "{0}.bernoulli_({1})", "ah", kWhole, kRandom},
    {"aten.exponential_", "{0}.exponential_()", "a", kFloats, kRandom},
    {"aten.cauchy_", "{0}.cauchy_()", "a", kFloats, kRandom},
    {"aten.geometric_", "{0}.geometric_({1})", "ah", kIntegers, kRandom},
    {"aten.log_normal_", "{0}.log_normal_()", "a", kFloats, kRandom},
};

}  // namespace

std::vector<Op> inPlaceWrites() { return elementwiseOps(Kind::write, kInPlace); }

}  // namespace viewfuzz
