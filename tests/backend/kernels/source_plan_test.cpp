// A plan reads the elements of its source, whatever it takes them for, and a cached plan is the one
// that would be made.
#include "backend/kernels/source_plan.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "backend/kernels/plan_cache.h"

namespace npu {
namespace {

SourcePlan plan_of(const at::Tensor& tensor) { return make_plan(layout_of(tensor)); }

TEST(SourcePlan, NamesWhatItSees) {
  const at::Tensor base = at::zeros({4, 6, 8});
  EXPECT_EQ(plan_of(base.slice(0, 1, 3)).pattern, Pattern::kDense);
  EXPECT_EQ(plan_of(base.slice(0, 1, 4, 2)).pattern, Pattern::kStep);
  EXPECT_EQ(plan_of(base.slice(1, 1, 6, 2)).pattern, Pattern::kStep);
  EXPECT_EQ(plan_of(base.slice(2, 1, 6)).pattern, Pattern::kSlice);
  EXPECT_EQ(plan_of(base.slice(1, 1, 6).slice(2, 1, 6)).pattern, Pattern::kSlice);
  EXPECT_EQ(plan_of(base.select(2, 5)).pattern, Pattern::kSelect);
  EXPECT_EQ(plan_of(base.slice(2, 1, 8, 2)).pattern, Pattern::kSelect);  // of 3 axes and one of 2
  EXPECT_EQ(plan_of(base.transpose(0, 1)).pattern, Pattern::kPermute);
  EXPECT_EQ(plan_of(base.slice(2, 1, 6).transpose(0, 1)).pattern, Pattern::kPermute);
  EXPECT_EQ(plan_of(base.select(0, 2).expand({3, 6, 8})).pattern, Pattern::kBroadcast);
  EXPECT_EQ(plan_of(base.unfold(2, 3, 2)).pattern, Pattern::kGeneric);
  EXPECT_EQ(plan_of(base.as_strided({2, 2}, {5, 2})).pattern, Pattern::kGeneric);
}

TEST(SourcePlan, TakesTheOffsetApart) {
  const at::Tensor view = at::zeros({9, 8}).slice(0, 3, 9, 2).slice(1, 0, 8);
  const Axes stepped = {{8, 3, 2, 3, 0}, {1, 0, 1, 8, 1}};
  EXPECT_EQ(plan_of(view).axes, stepped);
  const Axes inner = {{8, 2, 1, 4, 0}, {1, 3, 1, 3, 1}};
  EXPECT_EQ(plan_of(at::zeros({9, 8}).slice(0, 2, 6).slice(1, 3, 6)).axes, inner);
  const Axes column = {{8, 2, 1, 4, 0}, {1, 5, 1, 1, Axis::kSelected}};
  EXPECT_EQ(plan_of(at::zeros({9, 8}).slice(0, 2, 6).select(1, 5)).axes, column);
}

struct RandomLayout {
  std::mt19937 random{7};

  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  }

  SourceLayout operator()() {
    SourceLayout layout{{}, {}, 0, at::kFloat, 4096};
    const std::int64_t rank = below(5);
    for (std::int64_t d = 0; d < rank; ++d) {
      layout.sizes.push_back(1 + below(4));
      layout.strides.push_back(below(3) == 0 ? below(3) : std::int64_t{1} << below(6));
    }
    layout.offset = below(40);
    return layout;
  }
};

TEST(SourcePlan, ReadsTheElementsOfTheSource) {
  RandomLayout next;
  std::map<Pattern, int> seen;
  for (int i = 0; i < 20000; ++i) {
    const SourceLayout layout = next();
    const SourcePlan plan = make_plan(layout);
    const Reading reading = read_axes(plan.axes, layout.sizes.size());
    ++seen[plan.pattern];
    EXPECT_EQ(reading.offset, layout.offset);
    for (std::size_t d = 0; d < layout.sizes.size(); ++d) {
      if (layout.sizes[d] > 1) {
        EXPECT_EQ(reading.strides[d], layout.strides[d]);
      }
    }
  }
  for (const Pattern pattern :
       {Pattern::kDense, Pattern::kBroadcast, Pattern::kPermute, Pattern::kStep, Pattern::kSelect,
        Pattern::kSlice, Pattern::kGeneric}) {
    EXPECT_GT(seen[pattern], 20) << static_cast<int>(pattern);
  }
}

TEST(PlanCache, FindsThePlanThatWouldBeMade) {
  PlanCache<SourceLayout> cache;
  RandomLayout next;
  std::vector<SourceLayout> layouts;
  for (int i = 0; i < 500; ++i) layouts.push_back(next());  // many to a slot
  for (int round = 0; round < 2; ++round) {
    for (const SourceLayout& layout : layouts)
      EXPECT_EQ(cache.find_or_make(layout).axes, make_plan(layout).axes);
  }
}

TEST(PlanCache, TellsLayoutsApartThatDifferInOneThing) {
  PlanCache<SourceLayout> cache;
  const SourceLayout layout{{2, 3}, {8, 2}, 5, at::kFloat, 64};
  auto other_offset = layout;
  other_offset.offset = 6;
  auto other_stride = layout;
  other_stride.strides[1] = 1;
  for (int round = 0; round < 2; ++round) {
    for (const auto& each : {layout, other_offset, other_stride})
      EXPECT_EQ(read_axes(cache.find_or_make(each).axes, 2), (Reading{each.offset, each.strides}));
  }
}

}  // namespace
}  // namespace npu
