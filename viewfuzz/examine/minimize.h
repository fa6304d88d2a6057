#pragma once

#include "viewfuzz/examine/clarify.h"
#include "viewfuzz/reduce/reduce.h"

namespace viewfuzz {

/// The smallest program that fails as the witness does, and what it took. A search for a smaller
/// neighbor, by other means than the reducer's, shows whether it is 1-minimal; the budget is for
/// both. Where the device gives another answer to the reduced program, the program is the one that
/// was given.
Witness minimize(const Witness& witness, Predicate& predicate, const Budget& budget = {});

}  // namespace viewfuzz
