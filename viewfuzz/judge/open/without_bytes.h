#pragma once

#include "viewfuzz/judge/step.h"

namespace viewfuzz {

/// Is nothing to be expected of the statement on a device without bytes (`Capabilities::bytes`)?
bool isOpenWithoutBytes(const Step& step);

}  // namespace viewfuzz
