#include "viewfuzz/campaign/confirm.h"

#include <gtest/gtest.h>

#include "tests/npu.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/target/planted_faults.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

/// Copies of equal rank one behind the other: with the fault, a plan of the first is used again.
const std::vector<std::string>& cases() {
  static const std::vector<std::string> texts = {
      "# viewfuzz program 1\n"
      "t0 = tensor([3], float32, iota, strides=[3])\n"
      "t1 = aten.clone(t0)\n",
      "# viewfuzz program 1\n"
      "t0 = tensor([2], float32, iota, strides=[2])\n"
      "t1 = aten.clone(t0)\n"};
  return texts;
}

LoadTarget withFault(const std::string& fault) {
  return [fault] {
    TargetPtr target = openTarget(VIEWFUZZ_NPU);
    enableFault(fault);
    return target;
  };
}

/// What a campaign over the cases finds in one process.
Finding found(const LoadTarget& load, const CampaignOptions& options) {
  Finding finding;
  const auto seen = askApart(
      [&]() -> std::optional<Violation> {
        const TargetPtr loaded = load();
        const Target& device = *loaded;
        const Target& reference = cpuTarget();
        const Progress progress = runCampaign(
            Cases::listed(cases()), device, reference, options,
            [](const Progress&) { return true; }, [](const Finding&) {});
        if (progress.findings.empty()) return std::nullopt;
        return progress.findings.front().violation;
      },
      10);
  finding.violation = seen.value_or(Violation{});
  finding.signature = finding.violation.signature();
  finding.case_index = 1;
  finding.program = parse(cases()[1]);
  return finding;
}

TEST(Confirmation, AProgramThatTakesAnEarlierCaseGetsIt) {
  const CampaignOptions options;
  const LoadTarget load = withFault("cache-by-rank");
  const Cases listed = Cases::listed(cases());
  Confirmation confirmation(listed, load, options, {});
  const Finding before = found(load, options);
  ASSERT_EQ(before.violation.op, "aten.clone");
  ASSERT_FALSE(confirmation.standsAlone(before)) << "nothing runs before it there";

  const Finding after = confirmation.confirmed(before, 0);
  EXPECT_TRUE(after.alone);
  EXPECT_TRUE(confirmation.standsAlone(after)) << print(after.program);
  EXPECT_GT(after.program.statements.size(), before.program.statements.size());
}

TEST(Confirmation, WhatNothingShowsSaysSo) {
  const CampaignOptions options;
  const LoadTarget right = [] { return openTarget(VIEWFUZZ_NPU); };
  const Cases listed = Cases::listed(cases());
  const Finding finding = found(withFault("cache-by-rank"), options);
  EXPECT_FALSE(Confirmation(listed, right, options, {}).confirmed(finding, 0).alone);
}

TEST(Confirmation, AProgramThatFailsAloneStaysAsItIs) {
  const CampaignOptions options;
  const LoadTarget load = withFault("cast-silent");
  static const std::vector<std::string> texts = {
      "# viewfuzz program 1\n"
      "t0 = tensor([], float32, iota)\n"
      "t1 = aten.to.dtype(t0, float64)\n"};
  const Cases listed = Cases::listed(texts);
  Finding finding;
  finding.program = parse(texts[0]);
  finding.violation.property = Property::values;
  Afresh afresh(load);
  const auto seen = afresh.recheck(finding.violation, finding.program);
  ASSERT_TRUE(seen);
  finding.violation = *seen;
  finding.signature = seen->signature();
  const Finding after = Confirmation(listed, load, options, {}).confirmed(finding, 0);
  EXPECT_TRUE(after.alone);
  EXPECT_EQ(after.program, finding.program);
}

}  // namespace
}  // namespace viewfuzz
