#pragma once

#include "viewfuzz/isolate/stop.h"

namespace viewfuzz::cli {

/// From here on Ctrl-C and SIGTERM do not end the process; `interrupted` tells that one came.
void listenForInterrupts();
bool interrupted();

/// The same for whatever takes time.
const StopCondition& interruption();

}  // namespace viewfuzz::cli
