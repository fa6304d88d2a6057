#pragma once

#include "viewfuzz/ops/results.h"

namespace viewfuzz {

// The family of ops that visit elements one by one: in place, into `out`, or into a new tensor.
// They share one rule and one draw; what sets an op apart is a line:
//
//   letters: one an argument
//     a  the operand that the dtypes of the others go by; of an in-place op, the destination
//     t  an operand of that dtype, or of one that the result can be cast from
//     e  an operand of that very dtype
//     m  a bool mask
//     s  a whole number from 0
//     n  a whole number from 1
//     p  an exponent, 0 to 3
//     h  a number between 0 and 1
//     o  `out`

/// What else sets an op of the family apart: one bit for each trait.
enum Traits : unsigned {
  kPlain = 0,
  kInexact = 1,  ///< Op::inexact
  kJumps = 2,    ///< Op::jumps
  kTruth = 4,    ///< Op::truth
  kRandom = 8,   ///< Op::random
};

struct ElementwiseOp {
  std::string_view name;
  std::string_view python;
  std::string_view letters;
  DtypeSet takes;
  unsigned traits = kPlain;
  Effect effect = Effect::other;
};

/// The entries of the op table that the lines stand for, in order.
std::vector<Op> elementwiseOps(Kind kind, std::span<const ElementwiseOp> lines);

}  // namespace viewfuzz
