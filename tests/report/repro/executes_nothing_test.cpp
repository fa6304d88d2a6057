// A program that ends or blocks the CPU must not end or block who writes its repro.

#include <torch/library.h>

#include "tests/report/programs.h"
#include "viewfuzz/report/repro/cpp/repro.h"
#include "viewfuzz/report/repro/python/repro.h"

namespace viewfuzz {
namespace {

int calls_of_deadly = 0;

at::Tensor deadly(const at::Tensor& self) {
  ++calls_of_deadly;
  return self.clone();
}

TORCH_LIBRARY(report_test, library) {
  library.def("deadly(Tensor self) -> Tensor");
  library.impl("deadly", c10::DispatchKey::CPU, deadly);
}

const char* const kDeadly =
    "t0 = tensor([2], float32, iota)\n"
    "t1 = report_test.deadly(t0)\n"
    "t2 = aten.clone(t0)\n";

TEST(ExecutesNothing, PrintingAReproCallsNoOp) {
  const Program program = programOf(kDeadly);
  for (const auto property : {Property::values, Property::gradient, Property::survival}) {
    const Violation violation = violationOf(property, 2, "aten.clone", "");
    EXPECT_NE(pythonRepro(program, violation), "");
    EXPECT_NE(cppRepro(program, violation), "");
  }
  EXPECT_EQ(calls_of_deadly, 0);
}

TEST(ExecutesNothing, WhatTheReferenceRefusedIsTakenFromTheViolation) {
  const Program program = programOf(
      "t0 = tensor([2], float32, iota)\n"
      "t1 = aten.clone(t0)\n"
      "t2 = aten.clone(t0)\n");
  Violation violation = violationOf(Property::values, 2, "aten.clone", "");
  violation.refused_by_reference.emplace();
  EXPECT_EQ(pythonRepro(program, violation).find("with attempt(refused"), std::string::npos);
  violation.refused_by_reference->push_back(1);
  expectContains(pythonRepro(program, violation), "with attempt(refused, \"t1 = t0.clone()\")");
}

TEST(ExecutesNothing, WhereNobodySawTheReferenceTheLayoutRulesSayWhatMayBeRefused) {
  const Program program = programOf(kDeadly);  // of an op without an entry the rules say nothing
  const Violation violation = violationOf(Property::survival, 2, "aten.clone", "crash");
  expectContains(pythonRepro(program, violation), "with attempt(refused, \"t1, *_ =");
}

}  // namespace
}  // namespace viewfuzz
