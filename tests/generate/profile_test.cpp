#include "viewfuzz/generate/profile.h"

#include <gtest/gtest.h>

#include <set>

#include "viewfuzz/generate/choices.h"
#include "viewfuzz/generate/generate.h"

namespace viewfuzz {
namespace {

constexpr uint64_t kCases = 400;

/// Calls `f(state, statement)` for every statement of some cases of the named profile. `state` has
/// the layouts before the statement.
template <typename F>
void forEachDrawn(std::string_view profile, F f) {
  const Generator generator(*findProfile(profile));
  for (uint64_t i = 0; i < kCases; ++i) {
    SeededChoices choices(5, i);
    LayoutState state;
    for (const Statement& statement : generator.generate(choices).statements) {
      f(state, statement);
      step(state, statement);
    }
  }
}

TEST(Profile, SaysWhatItIsFor) {
  std::set<std::string_view> names;
  for (const Profile& profile : profiles()) {
    EXPECT_TRUE(names.insert(profile.name).second) << profile.name;
    EXPECT_FALSE(profile.about.empty()) << profile.name;
  }
  EXPECT_EQ(findProfile("no-such-profile"), nullptr);
}

TEST(Profile, TheDefaultOneWeighsEveryFamily) {
  std::set<std::string_view> weighed;
  for (const auto& [name, weight] : profiles().front().families) {
    EXPECT_GT(weight, 0U) << name;
    weighed.insert(name);
  }
  for (const Family& family : families()) EXPECT_TRUE(weighed.contains(family.name)) << family.name;
}

TEST(Profile, TheDefaultOneDrawsSmallTensorsAndManyOps) {
  std::set<std::string_view> drawn;
  std::set<Dtype> dtypes_drawn;
  size_t sources = 0;
  size_t small = 0;
  size_t copies = 0;
  size_t calls = 0;
  forEachDrawn("default", [&](const LayoutState&, const Statement& statement) {
    if (const auto* source = std::get_if<Source>(&statement.what)) {
      ++sources;
      dtypes_drawn.insert(source->layout.dtype);
      small += numel(source->layout) <= profiles().front().shapes.max_numel ? 1 : 0;
    } else {
      ++calls;
      const auto& call = std::get<Call>(statement.what);
      drawn.insert(call.name());
      copies += isCopy(call) ? 1 : 0;
    }
  });
  EXPECT_GT(small, sources * 98 / 100);
  EXPECT_EQ(dtypes_drawn.size(), dtypes().size());
  EXPECT_GT(drawn.size(), ops().size() * 3 / 4);
  EXPECT_LT(copies, calls / 3);
}

TEST(Profile, CopiesAreMostlyCopiesBetweenStridedWindowsThatConvert) {
  size_t calls = 0;
  size_t copies = 0;
  size_t strided = 0;
  size_t converting = 0;
  forEachDrawn("copies", [&](const LayoutState& state, const Statement& statement) {
    const auto* call = std::get_if<Call>(&statement.what);
    if (call == nullptr) return;
    ++calls;
    if (!isCopy(*call) || statement.refused) return;
    ++copies;
    const auto ids = operands(statement);
    const Layout& to = state.at(ids[0]);
    const Layout& from = state.at(ids[1]);
    const auto isWindow = [](const Layout& layout) {
      return layout.offset > 0 || !isContiguous(layout);
    };
    strided += isWindow(to) || isWindow(from) ? 1 : 0;
    converting += to.dtype != from.dtype ? 1 : 0;
  });
  EXPECT_GT(copies, calls * 6 / 10);
  EXPECT_GT(strided, copies * 6 / 10);
  EXPECT_GT(converting, copies / 3);
}

TEST(Profile, LargeHasLargeTensorsAndLongPrograms) {
  const Profile& large = *findProfile("large");
  const Generator generator(large);
  size_t long_ones = 0;
  for (uint64_t i = 0; i < kCases; ++i) {
    SeededChoices choices(5, i);
    const auto length = generator.generate(choices).statements.size();
    long_ones += length > static_cast<size_t>(profiles().front().max_statements) ? 1 : 0;
  }
  EXPECT_GT(long_ones, kCases / 2);
  int64_t largest = 0;
  size_t sources = 0;
  size_t beyond_default = 0;
  forEachDrawn("large", [&](const LayoutState&, const Statement& statement) {
    const auto* source = std::get_if<Source>(&statement.what);
    if (source == nullptr) return;
    ++sources;
    const int64_t count = numel(source->layout);
    largest = std::max(largest, count);
    beyond_default += count > profiles().front().shapes.max_numel ? 1 : 0;
  });
  EXPECT_GT(beyond_default, sources / 10);
  EXPECT_GT(largest, large.shapes.max_numel / 2);
}

TEST(Profile, EveryDtypeHasAWeight) {
  EXPECT_EQ(usualDtypeWeights().size(), dtypes().size());
  for (const Profile& profile : profiles())
    EXPECT_EQ(profile.shapes.dtype_weights.size(), dtypes().size()) << profile.name;
}

}  // namespace
}  // namespace viewfuzz
