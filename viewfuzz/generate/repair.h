#pragma once

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// Makes any program valid by mending arguments in place: a missing operand becomes the nearest
/// earlier tensor, dims and indices move to the nearest value that fits, and a window is fitted
/// into its storage. Drops a call that the layout rules still do not accept. Leaves calls of ops
/// without an entry as they are. A valid program comes back unchanged.
Program repair(Program program);

/// Do the layout rules say of each statement what the program says: accepted, or refused? Calls of
/// ops without an entry count as valid.
bool isValid(const Program& program);

}  // namespace viewfuzz
