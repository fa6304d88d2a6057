#pragma once

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// The value at a position (in elements) of a filled storage, before it becomes an element of
/// `dtype`. For `iota` it is position + seed + 1, wrapped so that the dtype holds it exactly; for
/// bool, every third element is true.
int64_t fillValue(const Fill& fill, Dtype dtype, int64_t position);

/// The fraction at a position of a storage that is filled by `Fill::Kind::uniform`.
float fillFraction(const Fill& fill, int64_t position);

}  // namespace viewfuzz
