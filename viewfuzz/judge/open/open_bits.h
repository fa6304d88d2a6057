#pragma once

#include "viewfuzz/judge/step.h"

namespace viewfuzz {

/// Does the call meet numbers whose bits are left open, through a tensor that sees them in another
/// dtype than the first tensor of their storage does? Two equal numbers may be different ones then:
///
/// - IEEE 754 leaves open which bits a NaN has;
/// - those of what an inexact op wrote differ in the last digits.
bool hasOpenBits(const Step& step, const Call& call);

}  // namespace viewfuzz
