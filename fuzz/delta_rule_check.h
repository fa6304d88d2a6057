#pragma once

#include <stdexcept>

#include "fuzz/delta_rule_form.h"

namespace viewfuzz::fuzz {

/// What a kernel of the gated delta rule does wrong, as a sentence.
class DeltaRuleBroken : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Runs the chunked and the recurrent operator on tensors with the layouts of the call, and
/// compares them with the recurrence in double precision. Only the state may change. Throws
/// `DeltaRuleBroken`.
void checkDeltaRule(const DeltaRuleCall& call);

}  // namespace viewfuzz::fuzz
