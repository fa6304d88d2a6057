#include "viewfuzz/ops/make.h"

#include <gtest/gtest.h>

#include "viewfuzz/ops/table.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

std::string printed(Call call) { return print(Statement{std::move(call), {}}, 7); }

TEST(Make, ACallHasTheResultsOfItsKind) {
  EXPECT_EQ(makeCall("aten.zero_", {TensorRef{0}}).results, 0);
  EXPECT_EQ(makeCall("aten.transpose_", {TensorRef{0}, int64_t{0}, int64_t{1}}).results, 0);
  EXPECT_EQ(makeCall("aten.neg", {TensorRef{0}}).results, 1);
  EXPECT_EQ(makeCall("aten.split.Tensor", {TensorRef{0}, int64_t{1}, int64_t{0}}, 3).results, 3);
}

TEST(Make, AnOpWithoutAnEntryIsReplayed) {
  const Call call = makeCall("aten.made_up", {TensorRef{0}});
  EXPECT_EQ(call.entry, nullptr);
  EXPECT_EQ(call.name(), "aten.made_up");
  EXPECT_EQ(call.results, 1);
}

TEST(Make, TheNamedOnesReadAsTheyAreWritten) {
  EXPECT_EQ(printed(makeZero({2})), "aten.zero_(t2)");
  EXPECT_EQ(printed(makeFill({2}, 1)), "aten.fill_.Scalar(t2, 1)");
  EXPECT_EQ(printed(makeCopy({2}, {1})), "aten.copy_(t2, t1)");
  EXPECT_EQ(printed(makeClone({2})), "t7 = aten.clone(t2)");
  EXPECT_EQ(printed(makeSelect({2}, 1, 0)), "t7 = aten.select.int(t2, 1, 0)");
  EXPECT_EQ(printed(makeView({2}, {4})), "t7 = aten.view(t2, [4])");
  EXPECT_EQ(printed(makeReshape({2}, {4})), "t7 = aten.reshape(t2, [4])");
  EXPECT_EQ(printed(makeExpand({2}, {3, 4})), "t7 = aten.expand(t2, [3, 4])");
  EXPECT_EQ(printed(makeIndexPut({2}, {std::nullopt, TensorRef{1}}, {0})),
            "aten.index_put_(t2, [None, t1], t0, False)");
}

TEST(Make, SourcesSayTheirWholeStorage) {
  const Source fresh = Source::fresh({2, 3}, Dtype::Int, {Fill::Kind::zeros, 0, {}});
  EXPECT_TRUE(fresh.isFresh());
  EXPECT_EQ(fresh.storage_numel, 6);
  EXPECT_EQ(fresh.layout.strides, (Dims{3, 1}));
  EXPECT_EQ(fresh.fill.kind, Fill::Kind::zeros);
  Layout layout;
  layout.sizes = {2};
  layout.strides = {3};
  layout.offset = 1;
  EXPECT_EQ(Source::window(layout).storage_numel, 5);
  EXPECT_EQ(Source::window(layout, 9).storage_numel, 9);
  EXPECT_FALSE(Source::window(layout).isFresh());
  EXPECT_EQ(Source::windowOf(4, layout).of, 4);
}

TEST(Families, AreTheTableInParts) {
  size_t count = 0;
  for (const Family& family : families()) {
    EXPECT_FALSE(family.name.empty());
    EXPECT_FALSE(family.ops.empty()) << family.name;
    EXPECT_EQ(family.ops.data(), ops().data() + count) << family.name;
    count += family.ops.size();
  }
  EXPECT_EQ(count, ops().size());
}

}  // namespace
}  // namespace viewfuzz
