#pragma once

#include "viewfuzz/judge/step.h"
#include "viewfuzz/judge/violation.h"

namespace viewfuzz {

/// The third vote. Device and reference differ at the step; the layout rules, and behind them an
/// interpreter without kernels (interpret.h), say which of the two is the odd one out, if they can.
OddOneOut oddOneOut(const Step& step, Property property);

}  // namespace viewfuzz
