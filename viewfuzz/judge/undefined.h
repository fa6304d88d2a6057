#pragma once

#include "viewfuzz/judge/step.h"

namespace viewfuzz {

/// Is the outcome of the statement left open, so that from here on nothing can be expected?
///
/// - what the layout rule of the op calls undefined: overlaps, mostly;
/// - a float that does not fit the integer dtype it is converted to (negative to unsigned
///   included): C++ leaves the value open, and vectorised and plain loops of one library differ;
/// - index_put_ without accumulate where an index occurs twice: the order of the writes is free.
///
/// The last two are asked of the values that the reference shows.
bool isUndefined(const Step& step);

}  // namespace viewfuzz
