// Compares the fused kernels of the gated delta rule with the recurrence in double precision, on
// tensors with any layouts. Only the state may change. An input is an input form
// (delta_rule_form.cpp). With --findings=FOLDER it makes findings of the given inputs, and ends.

#include <ATen/core/dispatch/Dispatcher.h>
#include <fmt/format.h>

#include <cstdlib>

#include "fuzz/delta_rule_check.h"
#include "fuzz/flags.h"
#include "fuzz/form_findings.h"
#include "fuzz/form_input.h"
#include "fuzz/session.h"
#include "viewfuzz/files/complain.h"

using namespace viewfuzz::fuzz;

namespace {

void run(const viewfuzz::InputForm::Values& values) {
  try {
    checkDeltaRule(deltaRuleCall(values));
  } catch (const DeltaRuleBroken& broken) {
    viewfuzz::complain("viewfuzz: delta rule: {}\n", broken.what());
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  refuseFlags(*argc, *argv, {"--cells=", "--no-feedback"}, "a form has no cells");
  const auto findings = takeFindingsFlag(argc, *argv);
  const auto open = [=] {
    Session::open(argc, argv, VIEWFUZZ_DEFAULT_FLAGS, VIEWFUZZ_NPU);
    if (c10::Dispatcher::singleton().findSchema({"npu::chunk_gated_delta_rule", ""})) return;
    viewfuzz::complain("The backend has no npu::chunk_gated_delta_rule.\n");
    std::exit(2);
  };
  if (findings) {
    std::exit(fileFindings(deltaRuleForm(), trialOf(*argc, *argv, open, run), pathsOf(*argc, *argv),
                           *findings));
  }
  open();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto values = parsed(deltaRuleForm(), data, size);
  if (!values) return -1;
  run(*values);
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  return mutateForm(deltaRuleForm(), data, size, max_size, seed);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* data1, size_t size1,
                                            const uint8_t* data2, size_t size2, uint8_t* out,
                                            size_t max_out_size, unsigned seed) {
  return crossForms(deltaRuleForm(), data1, size1, data2, size2, out, max_out_size, seed);
}
