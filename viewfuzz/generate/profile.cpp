#include "viewfuzz/generate/profile.h"

#include <algorithm>

namespace viewfuzz {
namespace {

// Most faults show in writes. A chain of plain indexing is what models do most.
const std::vector<Profile::Weight> kFamilies = {
    {"window-views", 60},   {"basic-views", 41},
    {"shape-views", 34},    {"strided-views", 32},
    {"axis-views", 42},     {"split-views", 39},
    {"like-views", 24},     {"bit-views", 38},
    {"conversions", 23},    {"metadata", 48},
    {"writes", 244},        {"in-place-writes", 200},
    {"indexed-writes", 24}, {"advanced-indexing", 22},
    {"foreach-writes", 18}, {"elementwise-reads", 58},
    {"movers", 13},         {"triangles", 10},
    {"indexed-reads", 10},  {"joins", 8},
    {"reductions", 23},     {"products", 10},
    {"convolutions", 1},    {"patterns", 24},
    {"idioms", 36},
};

// The ops that people use most within a family.
const std::vector<Profile::Weight> kOps = {
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
    {"row_write", 8},
    {"masked_assign", 4},
    {"last_dim_put", 4},
    {"index_new_axis", 2},
    {"flipped_write", 4},
    {"again_at_another_offset", 8},
    {"again_with_another_length", 6},
};

std::vector<Profile> makeProfiles() {
  Profile standard;
  standard.name = "default";
  standard.about = "small tensors, every op of the table, all dtypes";
  standard.families = kFamilies;
  standard.ops = kOps;

  // All other ops together are drawn a third as often as `copy_`. They make the views that are
  // copied.
  Profile copies = standard;
  copies.name = "copies";
  copies.about = "mostly copy_ between strided windows, with dtype conversion";
  copies.families.push_back({"writes", 3000});
  copies.ops.push_back({"aten.copy_", 3000});
  copies.shapes.window_in = 1;
  copies.shapes.converted_in = 1;
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

uint32_t weightInFamily(const Op& op) {
  if (op.random || op.inexact) return 1;
  return op.kind == Kind::write || op.kind == Kind::compute ? 2 : 3;
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
