#pragma once

#include <functional>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// Does the program still fail with the same signature? All that the reducer knows of failing.
using FailsTheSame = std::function<bool(const Program&)>;

struct Budget {
  int runs = 2000;
  double seconds = 20;
};

struct Reduction {
  Program program;
  int runs = 0;  ///< calls of the predicate
  double seconds = 0;
  bool complete = true;  ///< false: the budget ended first
};

/// The simplest program (cost.h) to which single steps lead from `program`, each of which fails in
/// the same way. Deterministic; no program is run twice. `program` itself is taken to fail.
Reduction reduce(const Program& program, const FailsTheSame& fails, const Budget& budget = {});

}  // namespace viewfuzz
