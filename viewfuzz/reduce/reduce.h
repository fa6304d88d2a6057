#pragma once

#include <functional>

#include "viewfuzz/program/program.h"
#include "viewfuzz/reduce/budget.h"

namespace viewfuzz {

/// Does the program still fail with the same signature? The reducer knows no more about failing.
using FailsTheSame = std::function<bool(const Program&)>;

struct Reduction {
  Program program;
  Effort effort;  ///< `one_minimal` is left to minimality.h
};

/// The simplest program (cost.h) that the passes reach from `program` by changes of which each
/// fails in the same way. Deterministic, unless time cuts it short. Runs no program twice. The
/// caller has made sure that `program` fails.
Reduction reduce(const Program& program, const FailsTheSame& fails, const Budget& budget = {});
/// The same with the budget of `spending`. The effort in the result includes what was spent before.
Reduction reduce(const Program& program, const FailsTheSame& fails, Spending& spending);

}  // namespace viewfuzz
