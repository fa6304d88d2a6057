#pragma once

#include <optional>

#include "viewfuzz/judge/step.h"
#include "viewfuzz/judge/violation.h"

namespace viewfuzz {

/// Does the statement write random numbers, which two devices draw differently?
bool isRandom(const Step& step);

/// What can be said of such a write on the device alone: bytes outside of the destination are as
/// before, and inside something has changed (asked of floating destinations of 8 elements and more,
/// where chance cannot explain it).
std::optional<Violation> checkRandomWrite(const Step& step);

}  // namespace viewfuzz
