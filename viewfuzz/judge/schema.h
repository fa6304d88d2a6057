#pragma once

#include <optional>
#include <set>

#include "viewfuzz/execute/observation.h"
#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// The operands that the schema annotates as written. Throws `BadCall` for an op that is not known.
std::set<int> writtenBySchema(const Call& call);

/// What one located run breaks of the schemas of its calls; no reference is asked.
///
/// - Storages in which no operand annotated as written (`Tensor(a!)`) lies are as before.
/// - A result without annotation lies in a storage of its own. Not asked of composite ops, whose
///   schemas are known to promise too much (`atleast_1d`, `einsum`).
/// - A result that aliases by the layout rules shares the storage of its base.
std::optional<Violation> judgeBySchema(const Program& program, const Observation& device);

}  // namespace viewfuzz
