#pragma once

#include "viewfuzz/target/open.h"

namespace viewfuzz {

// One function a kind, each in a file of its name; the table is in open.cpp.
TargetKind cpuKind();
TargetKind metaKind();
TargetKind deviceKind();
TargetKind privateuse1Kind();

/// Makes libtorch fit for very many small programs. Every kind calls it before its first tensor.
void prepareLibtorch();

}  // namespace viewfuzz
