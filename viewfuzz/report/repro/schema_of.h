#pragma once

#include <ATen/core/function_schema.h>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// The schema of a call's op; null where the dispatcher has none, as with an op of a backend that
/// is not loaded.
const c10::FunctionSchema* schemaOf(const Call& call);

/// Does the op give one list of tensors?
bool givesList(const Call& call);

/// Does the op take a list of tensors with gaps in it, as its i-th argument?
bool takesGaps(const Call& call, size_t i);

}  // namespace viewfuzz
