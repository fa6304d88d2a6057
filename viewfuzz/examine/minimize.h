#pragma once

#include "viewfuzz/examine/clarify.h"
#include "viewfuzz/reduce/reduce.h"

namespace viewfuzz {

/// The smallest program that fails as the witness does, and the effort. Behind the reducer, a
/// search of its own for a smaller neighbor tells whether the program is 1-minimal. The budget is
/// for both. If the device gives another answer to the reduced program, the program of the witness
/// is kept.
Witness minimize(const Witness& witness, Predicate& predicate, const Budget& budget = {});

}  // namespace viewfuzz
