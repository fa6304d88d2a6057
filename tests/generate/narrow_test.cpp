#include "viewfuzz/generate/narrow.h"

#include <gtest/gtest.h>

#include <set>

#include "viewfuzz/generate/choices.h"
#include "viewfuzz/generate/generate.h"

namespace viewfuzz {
namespace {

struct Used {
  std::set<std::string_view> ops;
  std::set<Dtype> sources;
};

/// What the first cases use. An op of kind `pattern` stands for several calls.
Used usedBy(const Narrowing& narrowing) {
  const Generator generator(narrowed(profiles().front(), narrowing));
  Used used;
  for (uint64_t i = 0; i < 300; ++i) {
    SeededChoices choices(1, i);
    for (const auto& statement : generator.generate(choices).statements) {
      if (const auto* call = std::get_if<Call>(&statement.what)) used.ops.insert(call->name());
      if (const auto* source = std::get_if<Source>(&statement.what))
        used.sources.insert(source->layout.dtype);
    }
  }
  return used;
}

TEST(Narrow, OnlyTheOpsThatAreNamedAreCalled) {
  EXPECT_EQ(usedBy({{"select", "aten.zero_", "copy_"}, {}, {}}).ops,
            (std::set<std::string_view>{"aten.select.int", "aten.zero_", "aten.copy_"}));
}

TEST(Narrow, OpsThatAreLeftOutAreNotCalled) {
  const Used all = usedBy({});
  EXPECT_TRUE(all.ops.contains("aten.select.int"));
  const Used fewer = usedBy({{}, {"select.int", "aten.zero_"}, {}});
  EXPECT_FALSE(fewer.ops.contains("aten.zero_"));
  EXPECT_GT(fewer.ops.size(), 50U);
}

TEST(Narrow, SourcesHaveTheDtypesThatAreNamed) {
  const Used used = usedBy({{"select", "zero_"}, {}, {"float16", "int64"}});
  EXPECT_EQ(used.sources, (std::set<Dtype>{Dtype::Half, Dtype::Long}));
}

TEST(Narrow, WhatNothingIsNamedIsAnError) {
  for (const Narrowing& narrowing :
       {Narrowing{{"selekt"}, {}, {}}, Narrowing{{}, {"no_such_op"}, {}},
        Narrowing{{}, {}, {"float99"}}, Narrowing{{"select"}, {"select"}, {}}}) {
    EXPECT_THROW(narrowed(profiles().front(), narrowing), std::runtime_error);
  }
}

}  // namespace
}  // namespace viewfuzz
