#pragma once

#include "viewfuzz/dumps/safetensors.h"
#include "viewfuzz/execute/run.h"

namespace viewfuzz {

/// Runs the program and keeps one tensor for each labeled call, under its label: the first result,
/// or the tensor that the call wrote to, as it is right after the call. The metadata have the order
/// of execution (`kOrderKey`) and, as `viewfuzz.layout`, how each tensor lay in its storage: a JSON
/// object by key with `sizes`, `strides`, `offset` and `storage`, the number of the storage. A
/// repeated label gets `#2`, `#3`, … Refused and skipped calls have no tensor.
SafeTensors traceOf(Runner& runner, const Program& program);

}  // namespace viewfuzz
