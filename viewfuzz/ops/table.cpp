#include "viewfuzz/ops/table.h"

#include <unordered_map>

#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

struct FamilySource {
  std::string_view name;
  std::vector<Op> (*ops)();
};
constexpr FamilySource kParts[] = {
    {"window-views", windowViews},
    {"basic-views", basicViews},
    {"shape-views", shapeViews},
    {"strided-views", stridedViews},
    {"axis-views", axisViews},
    {"split-views", splitViews},
    {"like-views", likeViews},
    {"bit-views", bitViews},
    {"conversions", conversions},
    {"metadata", metadata},
    {"writes", writes},
    {"in-place-writes", inPlaceWrites},
    {"indexed-writes", indexedWrites},
    {"advanced-indexing", advancedIndexing},
    {"foreach-writes", foreachWrites},
    {"elementwise-reads", elementwiseReads},
    {"movers", movers},
    {"triangles", triangles},
    {"indexed-reads", indexedReads},
    {"joins", joins},
    {"reductions", reductions},
    {"products", products},
    {"convolutions", convolutions},
    {"patterns", patterns},
    {"idioms", idioms},
};

struct Table {
  std::vector<Op> ops;
  std::vector<Family> families;

  Table() {
    std::vector<size_t> counts;
    for (const FamilySource& part : kParts) {
      auto entries = part.ops();
      counts.push_back(entries.size());
      ops.insert(ops.end(), entries.begin(), entries.end());
    }
    size_t at = 0;
    for (size_t i = 0; i < counts.size(); at += counts[i++])
      families.push_back({kParts[i].name, std::span(ops).subspan(at, counts[i])});
  }
};

const Table& table() {
  static const Table table;
  return table;
}

}  // namespace

std::span<const Family> families() { return table().families; }

std::span<const Op> ops() { return table().ops; }

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
