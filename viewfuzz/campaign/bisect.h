#pragma once

#include <optional>

#include "viewfuzz/examine/with_backend.h"
#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"
#include "viewfuzz/reduce/budget.h"
#include "viewfuzz/report/finding.h"

namespace viewfuzz {

struct Bisected {
  /// The first statement of the program that differs, or that its process does not live through.
  /// None: there is none.
  std::optional<Violation> parting;
  /// A short program that shows it by itself. None: no such program was found.
  std::optional<Finding> minimal;
};

/// Looks for the first statement of a program that goes wrong, in a process of its own, and makes a
/// short program of it. Throws `std::runtime_error` with a sentence where the backend cannot be
/// loaded, and `BadCall` for a program that no target can run.
Bisected bisect(const Program& program, const WorkWithBackend& work, const Budget& budget);

}  // namespace viewfuzz
