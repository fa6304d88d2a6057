#include "viewfuzz/evaluate/evaluation.h"

#include <gtest/gtest.h>

namespace viewfuzz {
namespace {

/// Of one fault, which one start has found by its values.
Evaluation evaluationOf(size_t left) {
  Start start;
  start.found = true;
  start.first.violation.property = Property::values;
  FaultResult fault;
  fault.name = "a-fault";
  fault.starts = {start};
  Evaluation evaluation;
  evaluation.faults = {fault};
  evaluation.left = left;
  evaluation.seeds = 1;
  return evaluation;
}

TEST(Evaluation, SaysWhichPropertiesSeeNothingAlone) {
  const Evaluation whole = evaluationOf(0);
  EXPECT_EQ(whole.neverAlone().size(), kProperties - 1);
  EXPECT_EQ(toJson(whole)["never_alone"].size(), kProperties - 1);
  EXPECT_NE(evaluationText(whole).find("a-fault is seen by values alone"), std::string::npos);
  EXPECT_EQ(evaluationText(whole).find("Interrupted"), std::string::npos);
}

TEST(Evaluation, APartOfOneSaysSoAndNothingOfTheWhole) {
  const Evaluation part = evaluationOf(7);
  EXPECT_TRUE(part.neverAlone().empty());
  EXPECT_EQ(toJson(part)["left"], 7);
  for (const auto& text : {evaluationText(part), evaluationHtml(part)}) {
    EXPECT_NE(text.find("Interrupted: 7 faults have not been looked at."), std::string::npos)
        << text;
    EXPECT_EQ(text.find("see nothing that no other sees"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace viewfuzz
