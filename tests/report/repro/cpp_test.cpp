#include "viewfuzz/report/repro/cpp/repro.h"

#include <fstream>
#include <iterator>

#include "tests/report/cpu_refusals.h"
#include "tests/report/programs.h"

namespace viewfuzz {
namespace {

/// A program that needs every helper.
std::string goldenText() {
  const auto program = programOf(
      "t0 = tensor([2, 3, 2], float32, special, strides=[12, 4, 2], offset=1, storage=30)\n"
      "t1 = tensor([4], float32, of=t0, offset=2)\n"
      "t2 = aten.slice.Tensor(t0, 1, 1, 9223372036854775807, 1)  # L00.rows\n"
      "t3, t4 = aten.split.Tensor(t0, 1, 0)\n"
      "t5 = tensor([1], int64, [2])\n"
      "t6 = tensor([2, 1, 2], float32, ints(7))\n"
      "aten.index_put_(t0, [None, t5], t6, False)\n"
      "t7 = tensor([2], complex64, iota(3))\n"
      "t8 = tensor([], bool, iota)\n"
      "t9 = tensor([0, 3], float16, zeros)\n"
      "t10 = tensor([300], uint8, ints(3))\n"
      "t11 = tensor([300], uint8, iota(7))\n"
      "t12 = aten.sum.dim_IntList(t6, [1], False)\n"
      "t13 = aten.new_zeros(t6, [2], dtype=float64)\n"
      "t14 = aten.cat([t6, t6], 0)\n"
      "t15 = aten.view(t5, [3])\n"
      "t16 = aten.clone(t15)\n"
      "t17 = tensor([4], uint16, iota)\n"
      "t18 = tensor([9], float8_e8m0fnu, iota)\n"
      "t19 = tensor([256], float8_e4m3fn, special)\n"
      "t20 = tensor([20], complex32, special)\n"
      "t21 = tensor([3], uint64, [1, -1])\n"
      "aten.resize_(t6, [9])\n"
      "t22 = tensor([3], float16, uniform(3, 0.5, 1))\n"
      "t23 = aten.select.int(t0, 5, 0)\n");
  const Violation violation = violationOf(Property::errors, 24, "aten.select.int", "accepted",
                                          evidence::Refused{{}, {}, Refusal{"IndexError", "dim"}});
  return cppRepro(program, withRefusalsOfCpu(violation, program));
}

// The golden source is compiled into this program and runs in it as Viewfuzz.Repro. When the
// printer changes on purpose: REPORT_UPDATE=1 report_tests, and look at the difference.
TEST(Cpp, IsTheGoldenSource) {
  const std::string text = goldenText();
  if (std::getenv("REPORT_UPDATE") != nullptr) std::ofstream(REPORT_GOLDEN) << text;
  std::ifstream file(REPORT_GOLDEN);
  const std::string golden(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(text, golden);
}

TEST(Cpp, LeavesOutWhatItDoesNotNeed) {
  const std::string text = cppRepro(lostWrite(), lostWriteViolation());
  expectContains(text,
                 "Run program(c10::Device device) {\n"
                 "  Run run;\n"
                 "  Tensor t0, t1;\n"
                 "  t0 = at::arange(1, 5, at::kFloat).reshape({2, 2}).to(device);\n"
                 "  // t1 = t0.select(1, 0)\n"
                 "  t1 = call(device, \"aten::select\", \"int\", {t0, 1, 0}).at(0);\n"
                 "  // t1.zero_()\n"
                 "  call(device, \"aten::zero_\", \"\", {t1});\n"
                 "  run.tensors = {{\"t0\", t0}, {\"t1\", t1}};\n"
                 "  return run;\n"
                 "}\n");
  for (const auto* helper :
       {"ints(", "special<", "mirrored(", "attempt(", "repeated(", "the order of summation"}) {
    EXPECT_EQ(text.find(helper), std::string::npos) << helper;
  }
}

}  // namespace
}  // namespace viewfuzz
