#pragma once

#include "viewfuzz/judge/step.h"

namespace viewfuzz {

/// Does the call read or write numbers whose bits are left open, through a tensor of another dtype
/// than the first tensor of their storage? Numbers that are equal in the one dtype may differ in
/// the other:
///
/// - IEEE 754 leaves open which bits a NaN has;
/// - numbers that an inexact op wrote may differ in their last digits.
bool hasOpenBits(const Step& step, const Call& call);

}  // namespace viewfuzz
