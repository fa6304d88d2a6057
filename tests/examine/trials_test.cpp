// The trials besides that against the reference, on the simulated NPU.
#include <gtest/gtest.h>

#include "tests/npu.h"
#include "viewfuzz/examine/checks.h"
#include "viewfuzz/target/planted_faults.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

const Program& story() {
  static const Program program = parse(
      "# viewfuzz program 1\n"
      "t0 = tensor([2, 2], float32, iota)\n"
      "t1 = aten.select.int(t0, 1, 0)\n"
      "aten.zero_(t1)\n");
  return program;
}

std::string signature(const std::optional<Violation>& violation) {
  return violation ? violation->signature() : "";
}

TEST(Trials, PassOnARightDevice) {
  Checks checks(npu(), cpu());
  EXPECT_EQ(signature(checks.located(story())), "");
}

TEST(Trials, SeeTheStoryWithoutAReference) {
  const Target& device = npu();
  enableFault("select-fallback-copy");
  Checks checks(device, device);
  EXPECT_EQ(signature(checks.located(story())), "");  // against itself all is well
  EXPECT_EQ(signature(checks.bySchema(story())), "schema:aten.select.int:copies");
  EXPECT_EQ(signature(checks.repeated(story())), "");
  disableFaults();
}

TEST(Trials, AWriteByIndexTellsWhereAViewWritesTo) {
  const Target& device = npu();
  enableFault("offset-dst");
  Checks checks(device, device);
  const Program program = parse(
      "# viewfuzz program 1\n"
      "t0 = tensor([4], float32, iota)\n"
      "t1 = aten.slice.Tensor(t0, 0, 2, None, 1)\n"
      "aten.zero_(t1)\n");
  EXPECT_EQ(signature(checks.byIndex(program)), "by-index:aten.zero_:containment");
  disableFaults();
}

TEST(Trials, AWrongCopyShowsInAGradient) {
  const Target& device = npu();
  enableFault("offset-dst");
  Checks checks(device, cpu());
  const Program program = parse(
      "# viewfuzz program 1\n"
      "t0 = tensor([2], float32, iota)\n"
      "t1 = aten.select.int(t0, 0, 1)\n");
  EXPECT_EQ(signature(checks.located(program)), "");
  EXPECT_EQ(signature(checks.gradients(program)), "gradient:backward:values");
  disableFaults();
}

}  // namespace
}  // namespace viewfuzz
