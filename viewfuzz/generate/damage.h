#pragma once

#include "viewfuzz/program/draft.h"

namespace viewfuzz {

/// The call with one argument that is likely not to fit: a dim or an index out of range, sizes that
/// do not multiply, another operand. It is for the layout rules to say whether it is refused now.
Call damaged(const Call& call, const LayoutState& state, Choices& choices);

/// The write, to a destination whose elements share memory; or, of a copy, one between windows of
/// one storage that overlap in part. What it takes is appended. None where the call cannot be had.
std::optional<Call> withOverlap(const Call& call, Draft& draft);

}  // namespace viewfuzz
