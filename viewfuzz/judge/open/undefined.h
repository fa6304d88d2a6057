#pragma once

#include "viewfuzz/judge/step.h"

namespace viewfuzz {

/// Is the outcome of the statement left open, so that from here on nothing can be expected?
///
/// - what the layout rule of the op calls undefined: overlaps, mostly;
/// - a float that does not fit the integer dtype it is converted to (negative to unsigned
///   included): C++ leaves the value open, and vectorised and plain loops of one library differ;
/// - a write to the places of an index where one occurs twice: the order of the writes is free;
/// - behind an inexact op, what makes large differences of small ones: `Op::jumps`, and the
///   conversion of a float to an integer;
/// - a NaN, or what an inexact op wrote, seen in another dtype (open_bits.h);
/// - what a device refuses of a call that is given tensors of the host, where the op is not one of
///   those that take them (`takesHost`).
///
/// What depends on values is asked of those that the reference shows (open_values.h).
bool isUndefined(const Step& step);

}  // namespace viewfuzz
