#include "viewfuzz/execute/operators.h"

#include <gtest/gtest.h>

#include "viewfuzz/execute/namespaces.h"
#include "viewfuzz/execute/run.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

/// Why the CPU cannot run the statement after a source t0; empty if it can.
std::string whyItCannotRun(const std::string& statement) {
  const Program program =
      parse("# viewfuzz program 1\nt0 = tensor([2, 3], float32, iota)\n" + statement + "\n");
  Runner runner(cpuTarget());
  Observation observation;
  try {
    runner.run(program, Speed::fast, observation);
  } catch (const BadCall& error) {
    return error.what();
  }
  return "";
}

TEST(Operators, ANumberThatStandsForNothingIsRefusedBeforeATenSeesIt) {
  for (const auto* statement :
       {"t1 = aten.view.dtype(t0, -1)", "t1 = aten.view.dtype(t0, 99)",
        "t1 = aten.to.dtype(t0, 999)", "t1 = aten.to.dtype(t0, 12)",
        "t1 = aten.empty_like(t0, dtype=77)", "t1 = aten.sum(t0, dtype=1000000000000)"}) {
    EXPECT_NE(whyItCannotRun(statement).find("which stands for no dtype"), std::string::npos)
        << statement << ": " << whyItCannotRun(statement);
  }
  for (const auto* statement :
       {"t1 = aten.empty_like(t0, layout=40)", "t1 = aten.clone(t0, memory_format=-1)",
        "t1 = aten.clone(t0, memory_format=9)"}) {
    EXPECT_NE(whyItCannotRun(statement).find("which stands for no "), std::string::npos)
        << statement << ": " << whyItCannotRun(statement);
  }
  EXPECT_EQ(whyItCannotRun("t1 = aten.view.dtype(t0, 3)"), "");
  EXPECT_EQ(whyItCannotRun("t1 = aten.clone(t0, memory_format=0)"), "");
}

TEST(Operators, OnlyOpsOfAllowedNamespacesAreRun) {
  EXPECT_NE(whyItCannotRun("t1 = profiler._record_function_enter(\"x\", None)")
                .find("--allow-namespace profiler would let it run"),
            std::string::npos);
  EXPECT_NE(whyItCannotRun("t1 = quantized.linear(t0, t0)").find("--allow-namespace quantized"),
            std::string::npos);
  EXPECT_TRUE(isInAllowedNamespace("aten.select.int"));
  for (const auto* name : {"", "a b", "../x", "npu;"}) {
    EXPECT_THROW(allowNamespace(name), std::runtime_error) << name;
  }
}

}  // namespace
}  // namespace viewfuzz
