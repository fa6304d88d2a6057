#pragma once
#include "backend/runtime/block.h"

namespace npu {

/// A block of ordinary memory from size-class free lists: fast, and without protection. Its
/// contents are unspecified. Thread-safe.
BlockHeader* plain_allocate(std::size_t bytes);

/// Keeps the block for the next allocation of its class.
void plain_free(BlockHeader* header);

}  // namespace npu
