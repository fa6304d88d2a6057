#include "viewfuzz/ops/table.h"

#include <unordered_map>

#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

std::vector<Op> makeTable() {
  std::vector<Op> table;
  for (auto group :
       {windowViews,      basicViews,    shapeViews,    stridedViews,     axisViews,
        splitViews,       likeViews,     bitViews,      conversions,      metadata,
        writes,           inPlaceWrites, indexedWrites, advancedIndexing, foreachWrites,
        elementwiseReads, movers,        triangles,     indexedReads,     joins,
        reductions,       products,      convolutions,  patterns,         idioms}) {
    auto entries = group();
    table.insert(table.end(), entries.begin(), entries.end());
  }
  return table;
}

}  // namespace

std::span<const Op> ops() {
  static const std::vector<Op> table = makeTable();
  return table;
}

const Op* findOp(std::string_view name) {
  static const auto by_name = [] {
    std::unordered_map<std::string_view, const Op*> by_name;
    for (const Op& op : ops()) by_name.emplace(op.name, &op);
    return by_name;
  }();
  const auto it = by_name.find(name);
  return it == by_name.end() ? nullptr : it->second;
}

}  // namespace viewfuzz
