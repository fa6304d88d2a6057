#pragma once

#include "viewfuzz/judge/step.h"
#include "viewfuzz/judge/violation.h"

namespace viewfuzz {

/// The third vote, for a step at which device and reference differ. The layout rules, and an
/// interpreter without kernels (interpret.h), say which of the two is the odd one out, if they can.
OddOneOut oddOneOut(const Step& step, Property property);

}  // namespace viewfuzz
