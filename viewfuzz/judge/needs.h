#pragma once

#include <string>
#include <vector>

#include "viewfuzz/judge/violation.h"
#include "viewfuzz/target/state.h"

namespace viewfuzz {

/// What a target must show before the property can be judged on it.
Capabilities needsOf(Property property);

/// Does the target show all that the property needs?
bool canJudge(Property property, const Capabilities& shown);

/// The properties that are left out of a run on such a target, in the order of `Property`.
std::vector<Property> leftOut(const Capabilities& shown);

/// A sentence about the properties that are left out, such as `meta shows no bytes: containment,
/// write-back, … are not compared`. Empty if all are judged.
std::string leftOutSentence(const std::string& target, const Capabilities& shown);

}  // namespace viewfuzz
