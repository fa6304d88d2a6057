#pragma once

#include <optional>

#include "viewfuzz/examine/predicate.h"
#include "viewfuzz/examine/witness.h"

namespace viewfuzz {

/// A program that shows a violation as clearly as it can be shown, before the violation gets its
/// name.
///
/// - Nothing behind the statement of the violation; behind a view that returned a copy, a write
///   that shows what is lost by it: a copy alone is told from a view by its storage only, and a
///   backend is free in what it calls a storage.
/// - The operands of the statement come from sources of their own, if it still goes wrong with
///   these.
/// - No two sources hold the same values, and none holds zeros: on other data a wrong element may
///   look right by chance, and the property that the violation is named by would depend on chance.
///
/// Each step is kept only if the same statement breaks on the new program too. None: the device
/// gives another answer to the same program. Throws `BadCall`.
std::optional<Witness> clarified(const Program& program, const Violation& violation,
                                 Predicate& predicate);

}  // namespace viewfuzz
