#pragma once
#include "backend/runtime/block.h"

namespace npu {

/// A block whose device address is inaccessible and whose bytes end, up to alignment, at an
/// inaccessible page. Returns the header, at its kernel address. Thread-safe.
BlockHeader* guarded_allocate(std::size_t bytes);

/// Checks the block for damage (and aborts on it), then keeps its pages for the next one.
void guarded_free(BlockHeader* header);

}  // namespace npu
