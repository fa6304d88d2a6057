#pragma once

#include "viewfuzz/generate/generate.h"

namespace viewfuzz {

/// A valid program near `program`: a statement more or less, another operand, a number nudged to an
/// edge, another dtype, size or window; repaired. Of an empty program: a new one.
Program mutate(const Program& program, const Generator& generator, Choices& choices);

/// The first statements of `a`, then statements of `b` on the tensors they find; repaired.
Program splice(const Program& a, const Program& b, Choices& choices);

}  // namespace viewfuzz
