#pragma once

#include "viewfuzz/program/draft.h"

namespace viewfuzz {

/// Replaces two neighboring sizes by their product. The number of elements stays, and only some
/// strides allow such a view. `sizes` has at least two entries, and stays as it is if the product
/// overflows.
void mergeTwo(Dims& sizes, Choices& choices);

/// The call with one argument changed so that it is unlikely to fit: a dim or an index out of
/// range, sizes with another product, another operand. The layout rules then say whether the call
/// is refused.
Call damaged(const Call& call, const LayoutState& state, Choices& choices);

/// The write with a destination whose elements share memory. A copy may instead become one between
/// two windows of one storage that overlap in part. Appends the tensors that the new call needs to
/// the draft. None if the write cannot be changed in this way.
std::optional<Call> withOverlap(const Call& call, Draft& draft);

}  // namespace viewfuzz
