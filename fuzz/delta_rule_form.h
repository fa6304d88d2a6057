#pragma once

#include "viewfuzz/generate/input_form.h"
#include "viewfuzz/models/fused_rule/case.h"

namespace viewfuzz::fuzz {

/// A call of the fused kernels as a form.
const InputForm& deltaRuleForm();

/// What a form says: the case, and what is around it.
struct DeltaRuleCall {
  delta_rule::Case of;
  uint64_t order;               ///< of the dims in memory
  std::vector<int64_t> packed;  ///< where the packed sequences begin, and the end; empty: a batch
  bool wide;                    ///< those numbers are int64
};
DeltaRuleCall deltaRuleCall(const InputForm::Values& values);

}  // namespace viewfuzz::fuzz
