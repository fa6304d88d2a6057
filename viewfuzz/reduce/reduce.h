#pragma once

#include <functional>

#include "viewfuzz/program/program.h"
#include "viewfuzz/reduce/budget.h"

namespace viewfuzz {

/// Does the program still fail with the same signature? All that the reducer knows of failing.
using FailsTheSame = std::function<bool(const Program&)>;

struct Reduction {
  Program program;
  Effort effort;  ///< `one_minimal` is left to minimality.h
};

/// The simplest program (cost.h) to which single steps lead from `program`, each of which fails in
/// the same way. Deterministic, unless it is cut short by time; no program is run twice. `program`
/// itself is taken to fail.
Reduction reduce(const Program& program, const FailsTheSame& fails, const Budget& budget = {});
/// The same, paid for by `spending`; its effort is all that was spent until now.
Reduction reduce(const Program& program, const FailsTheSame& fails, Spending& spending);

}  // namespace viewfuzz
