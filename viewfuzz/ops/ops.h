#pragma once

#include <vector>

#include "viewfuzz/program/op.h"

namespace viewfuzz {

// The op table in parts, each a family (table.cpp names them). A new op is one entry in the part
// where it belongs.

std::vector<Op> windowViews();       ///< a window of one dim: select, slice, narrow
std::vector<Op> basicViews();        ///< one dim at a time: transpose, unsqueeze, squeeze, …
std::vector<Op> shapeViews();        ///< the whole shape: view, reshape, expand, permute, …
std::vector<Op> stridedViews();      ///< beyond dims: as_strided, unfold, diagonal, …
std::vector<Op> axisViews();         ///< dims in another order or split: movedim, mT, unflatten, …
std::vector<Op> splitViews();        ///< several results: chunk, unbind, tensor_split, …
std::vector<Op> likeViews();         ///< shaped like another tensor, or flat
std::vector<Op> bitViews();          ///< the same elements read differently: conj, view.dtype, …
std::vector<Op> conversions();       ///< copies where one is needed: to, contiguous
std::vector<Op> metadata();          ///< another layout in place: transpose_, resize_, set_, …
std::vector<Op> writes();            ///< fills and copies
std::vector<Op> inPlaceWrites();     ///< arithmetic in place, and random numbers
std::vector<Op> indexedWrites();     ///< index_copy_, scatter_, put_, …
std::vector<Op> advancedIndexing();  ///< index.Tensor, index_put_
std::vector<Op> foreachWrites();     ///< several destinations in one call
std::vector<Op> elementwiseReads();  ///< arithmetic, new and into `out`
std::vector<Op> movers();            ///< clone, flip, repeat, …
std::vector<Op> triangles();         ///< tril, triu_, fill_diagonal_
std::vector<Op> indexedReads();      ///< index_select, gather, take, new and into `out`
std::vector<Op> joins();             ///< cat, stack, new and into `out`
std::vector<Op> reductions();        ///< along dims: sum, cumsum, softmax, …
std::vector<Op> products();          ///< of matrices and vectors
std::vector<Op> convolutions();      ///< conv1d
std::vector<Op> patterns();          ///< chains as people write them
std::vector<Op> idioms();            ///< chains around writes

std::vector<Op> tensorSplits();   ///< of `splitViews`
std::vector<Op> scatterWrites();  ///< of `indexedWrites`

/// The entry of that name in a part of the table.
Op entryOf(const std::vector<Op>& part, std::string_view name);

/// The entry under another name, for an op that is the same or differs only in the values it gives.
Op underName(Op op, std::string_view name, std::string_view python);

}  // namespace viewfuzz
