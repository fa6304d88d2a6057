#pragma once

#include "viewfuzz/execute/observation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// Is the outcome of the call left open for the values that its operands have?
bool isOpenByValues(const Snapshot& before, const Call& call);

}  // namespace viewfuzz
