#pragma once

#include "viewfuzz/generate/input_form.h"
#include "viewfuzz/models/fused_rule/case.h"

namespace viewfuzz::fuzz {

/// The input form that describes a call of the fused kernels.
const InputForm& deltaRuleForm();

/// What the input form says: a test input of the operators, and how its tensors lie.
struct DeltaRuleCall {
  delta_rule::Case of;
  uint64_t order;               ///< of the dims in memory
  std::vector<int64_t> packed;  ///< where the packed sequences begin, and the end; empty: a batch
  bool wide;                    ///< those numbers are int64
};
DeltaRuleCall deltaRuleCall(const InputForm::Values& values);

}  // namespace viewfuzz::fuzz
