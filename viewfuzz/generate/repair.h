#pragma once

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// Makes any program valid by mending arguments in place: an operand that is not there becomes the
/// nearest earlier tensor, dims and indices move to the nearest value that fits, a window is fitted
/// into its storage, and a call that the layout rules still do not accept is dropped. Calls of ops
/// without an entry stay as they are. A valid program comes back unchanged.
Program repair(Program program);

/// Do the layout rules accept every call of an op in the table?
bool isValid(const Program& program);

}  // namespace viewfuzz
