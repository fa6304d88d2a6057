#pragma once

#include "viewfuzz/isolate/stop.h"

namespace viewfuzz::cli {

/// From here on the first SIGINT (Ctrl-C), SIGTERM or SIGHUP does not end the process; `interrupted`
/// tells that one came. The second one ends it.
void listenForInterrupts();
bool interrupted();

/// The same for whatever takes time.
const StopCondition& interruption();

}  // namespace viewfuzz::cli
