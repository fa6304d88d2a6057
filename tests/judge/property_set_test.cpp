// What a user does not want to hear of is left out, and nothing else is.

#include "viewfuzz/judge/property_set.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/judge/judge_fixture.h"

namespace viewfuzz {
namespace {

PropertySet without(Property property) {
  PropertySet asked = allProperties();
  asked.erase(property);
  return asked;
}

class JudgeOfSome : public Judge {
 protected:
  std::string signature(const PropertySet& asked) {
    const auto violation = judge(program, device, reference, true, asked);
    return violation ? violation->signature() : "";
  }
  void breakVersion(size_t from, size_t tensor) {
    for (size_t i = from; i < device.snapshots.size(); ++i)
      --device.snapshots[i].tensors[tensor].version;
  }
  /// The other statement is the later one.
  void runTwoWrites() {
    run("t0 = tensor([2], float32, iota)\naten.zero_(t0)\nt1 = tensor([2], float32, iota)\n"
        "aten.zero_(t1)\n");
  }
};

TEST(PropertySet, HasTheOnesThatAreNamed) {
  EXPECT_EQ(chosenProperties({}, {}), allProperties());
  EXPECT_EQ(chosenProperties({"values", "write-back"}, {}),
            (PropertySet{Property::values, Property::writeBack}));
  EXPECT_EQ(chosenProperties({"values", "version"}, {"version"}), (PropertySet{Property::values}));
  EXPECT_EQ(notIn(chosenProperties({}, {"survival", "version"})),
            (std::vector<Property>{Property::version, Property::survival}));
}

TEST(PropertySet, RefusesANameThatNoPropertyHas) {
  try {
    chosenProperties({"valus"}, {});
    FAIL() << "taken";
  } catch (const std::runtime_error& error) {
    const std::string told = error.what();
    EXPECT_NE(told.find("'valus'"), std::string::npos) << told;
    EXPECT_NE(told.find("values, version, schema"), std::string::npos) << told;
  }
  EXPECT_THROW(chosenProperties({}, {"Values"}), std::runtime_error);
  EXPECT_THROW(chosenProperties({"values"}, {"values"}), std::runtime_error);
}

TEST_F(JudgeOfSome, AVersionThatIsNotAskedForHidesNothing) {
  runTwoWrites();
  breakVersion(1, 0);
  EXPECT_EQ(signature(allProperties()), "version:aten.zero_");
  EXPECT_EQ(signature(without(Property::version)), "");
  poke(3, 1, 0, 5);
  EXPECT_EQ(signature(without(Property::version)), "values:aten.zero_");
  EXPECT_EQ(signature({Property::version}), "version:aten.zero_");
}

TEST_F(JudgeOfSome, TheQuickLookLeavesVersionsOutToo) {
  runTwoWrites();
  breakVersion(1, 0);
  Observation a = device;
  Observation b = reference;
  a.snapshots = {device.last()};
  b.snapshots = {reference.last()};
  EXPECT_FALSE(agree(program, a, b));
  EXPECT_TRUE(agree(program, a, b, false));
}

TEST_F(JudgeOfSome, AStatementIsNamedByTheFirstPropertyThatIsAskedFor) {
  runTwoWrites();
  poke(1, 0, 0, 5);
  breakVersion(1, 0);
  EXPECT_EQ(signature(without(Property::values)), "version:aten.zero_");
  const auto violation = judge(program, device, reference, true, {Property::version});
  EXPECT_EQ(violation->also, (std::vector<Property>{Property::values}));
}

TEST_F(JudgeOfSome, WhatComesBehindABrokenStatementIsNoFinding) {
  runTwoWrites();
  poke(1, 0, 0, 5);                                                // wrong values
  breakVersion(3, 1);                                              // perhaps because of them
  EXPECT_EQ(signature({Property::version}), "values:aten.zero_");  // which the caller passes over
}

}  // namespace
}  // namespace viewfuzz
