#pragma once

#include <vector>

#include "viewfuzz/program/op.h"

namespace viewfuzz {

// The op table in parts. A new op is one entry in the part where it belongs.

std::vector<Op> basicViews();    ///< one dim at a time: select, slice, narrow, unsqueeze, …
std::vector<Op> shapeViews();    ///< the whole shape: view, reshape, expand, permute, …
std::vector<Op> stridedViews();  ///< beyond dims: as_strided, unfold, diagonal, …
std::vector<Op> writes();        ///< in place
std::vector<Op> reads();         ///< results in new storage
std::vector<Op> patterns();      ///< chains as people write them

}  // namespace viewfuzz
