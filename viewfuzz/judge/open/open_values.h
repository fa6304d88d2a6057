#pragma once

#include "viewfuzz/execute/observation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// Do the values that the operands have before the call leave open what comes of it?
bool isOpenByValues(const Snapshot& before, const Call& call);

}  // namespace viewfuzz
