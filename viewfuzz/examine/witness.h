#pragma once

#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"
#include "viewfuzz/reduce/budget.h"

namespace viewfuzz {

/// Where a witness comes from.
struct Provenance {
  size_t statements = 0;   ///< of the program that was looked at
  bool localized = false;  ///< the program was made of one statement of a long program
};

/// A program, and the violation that it shows.
struct Witness {
  Program program;
  Violation violation;
  Provenance provenance;
  Effort effort;  ///< of the reduction; zeros if the program is not reduced
};

}  // namespace viewfuzz
