#pragma once

#include <optional>
#include <vector>

#include "viewfuzz/program/op.h"

namespace viewfuzz {

/// The number of the first tensor that statement `index` makes.
int firstResult(const Program& program, size_t index);

/// Without statement `index`. Its results are replaced by `substitutes` (earlier tensors, one a
/// result); none: the program must not use them, else the result is empty.
std::optional<Program> withoutStatement(const Program& program, size_t index,
                                        const std::vector<int>& substitutes);

/// The same, and it always can be done: what used a result uses the first operand, or where there
/// is none the tensor before. What then comes too early is for `repair`.
Program withoutOne(const Program& program, size_t index);

/// With `more` before statement `at`. In `more`, numbers below `firstResult(program, at)` are
/// tensors of the program, and those from there on its own results; what comes behind moves on.
Program withInserted(const Program& program, size_t at, const std::vector<Statement>& more);

/// Without statement `index` and all statements that use, also through others, what it makes.
Program withoutDependents(const Program& program, size_t index);

/// `a`, and behind it `b`, which uses nothing of it.
Program joined(const Program& a, const Program& b);

/// A source with the layout that tensor `id` has in `state`, in a storage of the same size.
Source sourceLike(const LayoutState& state, int id);

/// The program from statement `index` on. Every earlier tensor that it uses becomes a source of the
/// same layout; those that share a storage still do. The bytes are those of the source that made
/// the storage, as long as it was one. None if a layout is not known.
std::optional<Program> cutPrefix(const Program& program, size_t index);

}  // namespace viewfuzz
