#include "viewfuzz/generate/profile.h"
#include "viewfuzz/ops/table.h"

#include <algorithm>

namespace viewfuzz {
namespace {

// Writes are what shows most faults, and a chain of plain indexing is what models do most.
const std::vector<Profile::Weight> kBalanced = {
    {"aten.select.int", 24},
    {"aten.slice.Tensor", 24},
    {"aten.narrow", 12},
    {"aten.transpose.int", 14},
    {"aten.unsqueeze", 8},
    {"aten.view", 8},
    {"aten.reshape", 8},
    {"aten.expand", 8},
    {"aten.permute", 10},
    {"aten.diagonal", 6},
    {"aten.unfold", 6},
    {"aten.view.dtype", 5},
    {"aten.squeeze", 4},
    {"aten.squeeze.dim", 4},
    {"aten.split.Tensor", 6},
    {"aten.detach", 3},
    {"aten.alias", 2},
    {"aten.as_strided", 14},
    {"aten.copy_", 130},
    {"aten.fill_.Scalar", 50},
    {"aten.zero_", 30},
    {"aten.add_.Tensor", 40},
    {"aten.mul_.Tensor", 40},
    {"aten.index_put_", 20},
    {"aten.masked_fill_.Scalar", 30},
    {"aten.clone", 5},
    {"aten.contiguous", 5},
    {"aten.sum.dim_IntList", 3},
    {"aten.add.Tensor", 5},
    {"basic_index", 24},
    {"row_write", 8},
    {"last_dim_put", 4},
    {"index_new_axis", 2},
    {"masked_assign", 4},
    {"flipped_write", 4},
    {"again_at_another_offset", 8},
    {"again_with_another_length", 6},
};

// The rest of the views: each is drawn, and none often.
constexpr uint32_t kOtherView = 3;
constexpr uint32_t kInPlaceLayout = 3;

std::vector<Profile::Weight> balanced() {
  std::vector<Profile::Weight> weights;
  for (const auto& op : ops()) {
    if (op.kind == Kind::view) weights.push_back({op.name, kOtherView});
    if (op.kind == Kind::metadata) weights.push_back({op.name, kInPlaceLayout});
  }
  weights.insert(weights.end(), kBalanced.begin(), kBalanced.end());
  return weights;
}

std::vector<Profile> makeProfiles() {
  Profile standard;
  standard.name = "default";
  standard.about = "small tensors, every op of the table, all dtypes";
  standard.weights = balanced();

  Profile copies = standard;
  copies.name = "copies";
  copies.about = "mostly copy_ between strided windows, with dtype conversion";
  copies.weights.push_back({"aten.copy_", 130});
  copies.shapes.window_in = 1;
  copies.shapes.dtype_weights.assign(dtypes().size(), 1);

  Profile large = standard;
  large.name = "large";
  large.about = "up to 4096 elements and 20 statements: longer chains, path switches by size";
  large.max_statements = 20;
  large.shapes.max_numel = 4096;
  large.shapes.max_size = 33;
  large.shapes.max_rank = 6;

  return {standard, copies, large};
}

}  // namespace

uint32_t defaultWeight(const Op& op) {
  if (op.random || op.inexact) return 1;
  return op.kind == Kind::write || op.kind == Kind::compute ? 2 : 10;
}

std::span<const Profile> profiles() {
  static const std::vector<Profile> all = makeProfiles();
  return all;
}

const Profile* findProfile(std::string_view name) {
  const auto all = profiles();
  const auto it =
      std::find_if(all.begin(), all.end(), [&](const Profile& p) { return p.name == name; });
  return it == all.end() ? nullptr : &*it;
}

}  // namespace viewfuzz
