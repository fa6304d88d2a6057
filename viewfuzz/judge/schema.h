#pragma once

#include <optional>

#include "viewfuzz/execute/observation.h"
#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// What one located run breaks of the schemas of its calls; no reference is asked.
///
/// - Storages in which no operand annotated as written (`Tensor(a!)`) lies are as before.
/// - A result without annotation lies in a storage of its own. Not asked of composite ops, whose
///   schemas are known to promise too much (`atleast_1d`, `einsum`).
/// - A result that aliases by the layout rules shares the storage of its base.
std::optional<Violation> judgeBySchema(const Program& program, const Observation& device);

}  // namespace viewfuzz
