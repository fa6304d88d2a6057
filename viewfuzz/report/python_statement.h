#pragma once

#include <string>

#include "viewfuzz/report/steps.h"

namespace viewfuzz {

/// A call as a Python user writes it: `t1 = t0.select(1, 0)`, `t2 = t1[:, 1:3]`. Where the short
/// spelling would not reach the op (Python takes `t[:]` without a slice), or the op has none:
/// `torch.ops.aten.alias.default(t0)`.
std::string pythonCall(const ReproStep& step);

/// A source: one line, or two where it is a window (the flat `base0` first, then `t0`).
std::vector<std::string> pythonSource(const ReproStep& step);

/// Does the call need the helper `call` of the produced file?
bool needsCallHelper(const ReproStep& step);

/// The elements as a one-dimensional CPU tensor.
std::string pythonValues(const Values& values);

}  // namespace viewfuzz
