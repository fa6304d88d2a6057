#pragma once

#include "viewfuzz/judge/step.h"

namespace viewfuzz {

/// Is the outcome of the statement left open because the device has no bytes
/// (`Capabilities::bytes`)?
bool isOpenWithoutBytes(const Step& step);

}  // namespace viewfuzz
