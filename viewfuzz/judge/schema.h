#pragma once

#include <optional>
#include <set>

#include "viewfuzz/execute/observation.h"
#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// The operands that the schema marks as written (`Tensor(a!)`). Throws `BadCall` for an op that
/// the dispatcher does not have.
std::set<int> writtenBySchema(const Call& call);

/// The first statement of one located run that does not do what its schema says. The reference is
/// not asked.
///
/// - A call changes no storage but those of the operands that its schema marks as written.
/// - A result without a mark lies in a storage of its own. Composite ops are not asked: some of
///   their schemas promise more than the op does (`atleast_1d`, `einsum`).
/// - A result that is a view by the layout rules shares the storage of its base.
std::optional<Violation> judgeBySchema(const Program& program, const Observation& device);

}  // namespace viewfuzz
