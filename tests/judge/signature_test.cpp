// Signatures group the findings of all campaigns so far: none of them may change.

#include <gtest/gtest.h>

#include <set>

#include "viewfuzz/judge/violation.h"

namespace viewfuzz {
namespace {

std::string signatureFor(Property property, Condition condition,
                         OddOneOut odd = OddOneOut::unknown) {
  Violation violation;
  violation.property = property;
  violation.op = "aten.copy_";
  violation.condition = condition;
  violation.odd = odd;
  return violation.signature();
}

struct ExpectedSignature {
  Property property;
  Condition condition;
  std::string text;
};

const std::vector<ExpectedSignature>& allSignatures() {
  static const std::vector<ExpectedSignature> kAll{
      {Property::errors, Condition::refused, "errors:aten.copy_:refused"},
      {Property::errors, Condition::refusedDtype(Dtype::BFloat16),
       "errors:aten.copy_:refused bfloat16"},
      {Property::errors, Condition::accepted, "errors:aten.copy_:accepted"},
      {Property::errors, Condition::kind, "errors:aten.copy_:kind"},
      {Property::aliasing, Condition::copy, "aliasing:aten.copy_:copy"},
      {Property::aliasing, Condition::shared, "aliasing:aten.copy_:shared"},
      {Property::layout, Condition::none, "layout:aten.copy_"},
      {Property::containment, Condition::none, "containment:aten.copy_"},
      {Property::containment, Condition::refused, "containment:aten.copy_:refused"},
      {Property::writeBack, Condition::none, "write-back:aten.copy_"},
      {Property::values, Condition::none, "values:aten.copy_"},
      {Property::version, Condition::none, "version:aten.copy_"},
      {Property::schema, Condition::writes, "schema:aten.copy_:writes"},
      {Property::schema, Condition::aliases, "schema:aten.copy_:aliases"},
      {Property::schema, Condition::copies, "schema:aten.copy_:copies"},
      {Property::repeat, Condition::unobserved, "repeat:aten.copy_:unobserved"},
      {Property::repeat, Condition::sometimes, "repeat:aten.copy_:sometimes"},
      {Property::repeat, Property::errors, "repeat:aten.copy_:errors"},
      {Property::repeat, Property::aliasing, "repeat:aten.copy_:aliasing"},
      {Property::repeat, Property::layout, "repeat:aten.copy_:layout"},
      {Property::repeat, Property::containment, "repeat:aten.copy_:containment"},
      {Property::repeat, Property::writeBack, "repeat:aten.copy_:write-back"},
      {Property::repeat, Property::values, "repeat:aten.copy_:values"},
      {Property::repeat, Property::version, "repeat:aten.copy_:version"},
      {Property::byIndex, Property::schema, "by-index:aten.copy_:schema"},
      {Property::byIndex, Property::repeat, "by-index:aten.copy_:repeat"},
      {Property::byIndex, Property::byIndex, "by-index:aten.copy_:by-index"},
      {Property::byIndex, Property::gradient, "by-index:aten.copy_:gradient"},
      {Property::byIndex, Property::survival, "by-index:aten.copy_:survival"},
      {Property::gradient, Condition::refused, "gradient:aten.copy_:refused"},
      {Property::gradient, Condition::node, "gradient:aten.copy_:node"},
      {Property::gradient, Condition::backward, "gradient:aten.copy_:backward"},
      {Property::gradient, Condition::values, "gradient:aten.copy_:values"},
      {Property::survival, Condition::crash, "survival:aten.copy_:crash"},
      {Property::survival, Condition::hang, "survival:aten.copy_:hang"},
      {Property::survival, Condition::memory, "survival:aten.copy_:memory"},
  };
  return kAll;
}

TEST(Signature, OfEachPropertyAndConditionIsAsItAlwaysWas) {
  for (const ExpectedSignature& expected : allSignatures())
    EXPECT_EQ(signatureFor(expected.property, expected.condition), expected.text);
}

TEST(Signature, EveryConditionIsInTheListAbove) {
  std::set<int> listed;
  for (const ExpectedSignature& expected : allSignatures()) listed.insert(expected.condition.what);
  EXPECT_EQ(listed.size(), static_cast<size_t>(Condition::memory) + 1);
}

TEST(Signature, AReferenceThatIsWrongIsPartOfIt) {
  EXPECT_EQ(signatureFor(Property::values, Condition::none, OddOneOut::reference),
            "values:aten.copy_:reference");
  EXPECT_EQ(signatureFor(Property::errors, Condition::accepted, OddOneOut::reference),
            "errors:aten.copy_:accepted:reference");
  EXPECT_EQ(signatureFor(Property::errors, Condition::accepted, OddOneOut::device),
            "errors:aten.copy_:accepted");
}

TEST(Condition, IsReadBackByItsName) {
  for (const ExpectedSignature& expected : allSignatures())
    EXPECT_EQ(Condition::named(conditionName(expected.condition)), expected.condition);
  for (const Dtype dtype : dtypes()) {
    const Condition condition = Condition::refusedDtype(dtype);
    EXPECT_EQ(conditionName(condition), "refused " + std::string(dtypeName(dtype)));
    EXPECT_EQ(Condition::named(conditionName(condition)), condition);
  }
}

TEST(Condition, ATextThatNamesNoneIsRefused) {
  EXPECT_THROW(Condition::named("Copy"), std::invalid_argument);
  EXPECT_THROW(Condition::named("refused "), std::invalid_argument);
  EXPECT_THROW(Condition::named("refused float5"), std::invalid_argument);
}

}  // namespace
}  // namespace viewfuzz
