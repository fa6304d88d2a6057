#pragma once

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// The value at a position of a filled storage, before it becomes an element of `dtype`.
/// iota: position + seed + 1, wrapped so that the dtype holds it exactly; bool: every third
/// element.
int64_t fillValue(const Fill& fill, Dtype dtype, int64_t position);

/// The fraction at a position of a storage that is filled by `Fill::Kind::uniform`.
float fillFraction(const Fill& fill, int64_t position);

}  // namespace viewfuzz
