#include "viewfuzz/ops/registry.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "viewfuzz/ops/exclusions.h"
#include "viewfuzz/ops/table.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

TEST(Registry, EveryViewIsInTheTableOrExcluded) {
  const auto views = viewSchemas();
  EXPECT_GE(views.size(), 91U) << "the registry of libtorch was not read";
  for (const auto& name : views) {
    EXPECT_TRUE(findOp(name) || findExclusion(name))
        << name << " returns a view and is neither in the op table nor excluded: add an entry in "
        << "viewfuzz/ops/, or a reason in viewfuzz/ops/exclusions.cpp";
    EXPECT_FALSE(findOp(name) && findExclusion(name)) << name << " is in the table and excluded";
  }
}

TEST(Registry, EveryExclusionExists) {
  const auto views = viewSchemas();
  for (const auto& exclusion : exclusions()) {
    EXPECT_TRUE(std::find(views.begin(), views.end(), exclusion.name) != views.end())
        << exclusion.name << " is excluded, and this libtorch has no such view";
  }
}

}  // namespace
}  // namespace viewfuzz
