#pragma once

#include <optional>

#include "viewfuzz/examine/predicate.h"
#include "viewfuzz/examine/witness.h"

namespace viewfuzz {

/// Changes the program so that it shows the violation as clearly as possible. Then the violation
/// gets its name.
///
/// - Statements behind that of the violation are removed. If the violation is a copy in place of a
///   view, a write is added that the copy loses. Without it, only the storages tell a copy from a
///   view, and a backend is free in what it calls a storage.
/// - The operands of the statement become sources.
/// - No two sources hold the same values, and none holds zeros. On other data, a wrong element may
///   look right by chance, and the name of the violation would depend on chance.
///
/// A change is kept only if the same statement still fails. None: the device gave another answer to
/// the same program. Throws `BadCall`.
std::optional<Witness> clarified(const Program& program, const Violation& violation,
                                 Predicate& predicate);

}  // namespace viewfuzz
