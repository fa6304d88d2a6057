#pragma once

#include <string>

#include "viewfuzz/report/repro/names.h"
#include "viewfuzz/report/repro/steps.h"

namespace viewfuzz {

/// A call as a Python user writes it: `t1 = t0.select(1, 0)`, `t2 = t1[:, 1:3]`. If the op has no
/// short spelling, or the short one would not reach the op (Python takes `t[:]` without a slice),
/// it is `torch.ops.aten.alias.default(t0)`.
std::string pythonCall(const ReproStep& step, const TensorNames& names);

/// Does the statement need the helper `call` of the produced file? A source does not.
bool needsCallHelper(const ReproStep& step);

}  // namespace viewfuzz
