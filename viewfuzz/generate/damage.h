#pragma once

#include "viewfuzz/program/draft.h"

namespace viewfuzz {

/// Two sizes side by side, of at least two, become their product: as many elements in a dim less,
/// which only some strides allow a view of. As they are where that overflows.
void mergeTwo(Dims& sizes, Choices& choices);

/// The call with one argument that is likely not to fit: a dim or an index out of range, sizes that
/// do not multiply, another operand. It is for the layout rules to say whether it is refused now.
Call damaged(const Call& call, const LayoutState& state, Choices& choices);

/// The write, to a destination whose elements share memory; or, of a copy, one between windows of
/// one storage that overlap in part. What it takes is appended. None where the call cannot be had.
std::optional<Call> withOverlap(const Call& call, Draft& draft);

}  // namespace viewfuzz
