#pragma once

#include <optional>
#include <vector>

#include "viewfuzz/program/op.h"

namespace viewfuzz {

/// The number of the first tensor that statement `index` makes.
int firstResult(const Program& program, size_t index);

/// The program without statement `index`. Uses of its results become uses of `substitutes` (earlier
/// tensors, one for each result). With no substitutes the program must not use the results; if it
/// does, returns none.
std::optional<Program> withoutStatement(const Program& program, size_t index,
                                        const std::vector<int>& substitutes);

/// The program without statement `index`, whatever uses it. Uses of a result become uses of the
/// statement's first operand, or of the tensor before if it has no operand. `repair` mends what
/// does not fit after that.
Program withoutOne(const Program& program, size_t index);

/// The program with `more` inserted before statement `at`. In `more`, numbers below
/// `firstResult(program, at)` are tensors of the program; the others are results of `more` itself.
/// Later tensors are renumbered.
Program withInserted(const Program& program, size_t at, const std::vector<Statement>& more);

/// The program without statement `index` and without all statements that use its results, directly
/// or through other statements.
Program withoutDependents(const Program& program, size_t index);

/// The statements of `a`, then those of `b`. `b` uses no tensor of `a`.
Program joined(const Program& a, const Program& b);

/// A source with the layout that tensor `id` has in `state`, in a storage of the same size.
Source sourceLike(const LayoutState& state, int id);

/// The program from statement `index` on. Every earlier tensor that it uses becomes a source of the
/// same layout. Tensors that share a storage still share one. If a source made the storage, the new
/// source has the same fill. None if the layout of such a tensor is not known.
std::optional<Program> cutPrefix(const Program& program, size_t index);

}  // namespace viewfuzz
