#pragma once

#include <optional>

#include "viewfuzz/judge/step.h"
#include "viewfuzz/judge/violation.h"

namespace viewfuzz {

/// Does the statement write random numbers? Two devices draw different ones.
bool isRandom(const Step& step);

/// Judges such a write on the device alone. Bytes outside of the destination must be as before.
/// Inside, something must have changed, if the destination has 8 floating elements or more: by
/// chance, they would not all stay the same.
std::optional<Violation> checkRandomWrite(const Step& step);

}  // namespace viewfuzz
