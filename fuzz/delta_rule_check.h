#pragma once

#include <stdexcept>

#include "fuzz/delta_rule_form.h"

namespace viewfuzz::fuzz {

/// What a kernel of the gated delta rule got wrong, as a sentence.
class DeltaRuleBroken : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The call by chunks and token by token, on tensors that lie as it says, against the recurrence in
/// double precision; nothing but the state may change. Throws `DeltaRuleBroken`.
void checkDeltaRule(const DeltaRuleCall& call);

}  // namespace viewfuzz::fuzz
