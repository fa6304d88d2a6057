#pragma once

#include "viewfuzz/examine/clarify.h"
#include "viewfuzz/reduce/reduce.h"

namespace viewfuzz {

/// The smallest program that fails as the shown one does, and what it took.
struct Minimal {
  Shown shown;  ///< the one given, where the device gives another answer to the reduced program
  Reduction reduction;
  bool one_minimal = false;  ///< an independent check found no smaller program one step away
};

Minimal minimise(const Shown& shown, Oracle& oracle, const Budget& budget = {});

}  // namespace viewfuzz
