#include "viewfuzz/generate/small/small_scope.h"

#include <gtest/gtest.h>

#include <set>

#include "viewfuzz/generate/repair.h"
#include "viewfuzz/ops/table.h"
#include "viewfuzz/program/op.h"
#include "viewfuzz/text/cost.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

TEST(SmallScope, ProgramsAreValidAndInOrder) {
  Cost last;
  for (const std::string& text : smallPrograms()) {
    const Program program = parse(text);
    ASSERT_TRUE(isValid(program)) << text;
    Cost cost = costOf(program);
    ASSERT_LT(last, cost) << text;
    last = std::move(cost);
  }
}

TEST(SmallScope, HasEveryOpThatTakesOneOrTwoTensors) {
  std::set<std::string_view> seen;
  for (const std::string& text : smallPrograms()) {
    for (const auto& statement : parse(text).statements) {
      if (const auto* call = std::get_if<Call>(&statement.what)) seen.insert(call->name());
    }
  }
  for (const Op& op : ops()) {
    EXPECT_TRUE(op.kind == Kind::pattern || seen.contains(op.name)) << op.name;
  }
}

}  // namespace
}  // namespace viewfuzz
