#pragma once

#include "viewfuzz/target/open.h"

namespace viewfuzz {

// Each kind of target has a function here and a file of its name. The table is in open.cpp.
TargetKind cpuKind();
TargetKind metaKind();
TargetKind deviceKind();
TargetKind privateuse1Kind();

/// Sets up libtorch for very many small programs. Every kind calls it before its first tensor.
void prepareLibtorch();

}  // namespace viewfuzz
