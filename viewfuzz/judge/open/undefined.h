#pragma once

#include "viewfuzz/judge/step.h"

namespace viewfuzz {

/// Is the outcome of the statement left open? Then nothing is expected from here on. It is so for
///
/// - a call that the layout rule of the op calls undefined: overlaps, mostly;
/// - the conversion of a float to an integer dtype that it does not fit, also of a negative one to
///   an unsigned dtype: C++ leaves the value open, and vectorised and plain loops of one library
///   differ;
/// - a write by indices in which a place occurs twice: the order of the writes is free;
/// - behind an inexact op, a call that makes large differences of small ones: `Op::jumps`, and the
///   conversion of a float to an integer;
/// - a NaN, or a number that an inexact op wrote, seen in another dtype (open_bits.h);
/// - a call that the device refuses because one of its tensors lies on the host, unless the op
/// takes
///   such tensors (`takesHost`).
///
/// Values are those that the reference shows (open_values.h).
bool isUndefined(const Step& step);

}  // namespace viewfuzz
