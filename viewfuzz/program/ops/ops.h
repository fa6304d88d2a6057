#pragma once

#include <vector>

#include "viewfuzz/program/op.h"

namespace viewfuzz {

// The op table in parts. A new op is one entry in the part where it belongs.

std::vector<Op> basicViews();    ///< one dim at a time: select, slice, narrow, unsqueeze, …
std::vector<Op> shapeViews();    ///< the whole shape: view, reshape, expand, permute, …
std::vector<Op> stridedViews();  ///< beyond dims: as_strided, unfold, diagonal, …
std::vector<Op> axisViews();     ///< dims in another order or split: movedim, mT, unflatten, …
std::vector<Op> splitViews();    ///< several results: chunk, unbind, tensor_split, …
std::vector<Op> likeViews();     ///< shaped like another tensor, or flat
std::vector<Op> bitViews();      ///< the same elements read differently: conj, real, view.dtype, …
std::vector<Op> conversions();   ///< copies where one is needed: to, contiguous
std::vector<Op> metadata();      ///< another layout in place: transpose_, resize_, set_, …
std::vector<Op> writes();        ///< in place
std::vector<Op> reads();         ///< results in new storage
std::vector<Op> patterns();      ///< chains as people write them

std::vector<Op> tensorSplits();  ///< of `splitViews`

/// The entry of that name out of a part of the table.
Op entryOf(const std::vector<Op>& part, std::string_view name);

/// Another name for the same op.
Op synonym(Op op, std::string_view name, std::string_view python);

}  // namespace viewfuzz
