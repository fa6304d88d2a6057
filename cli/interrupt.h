#pragma once

#include "viewfuzz/isolate/stop.h"

namespace viewfuzz::cli {

/// After this call the first SIGINT (Ctrl-C), SIGTERM or SIGHUP only makes `interrupted` true. The
/// second one ends the process.
void listenForInterrupts();
bool interrupted();

/// The same as a condition, for work that takes time.
const StopCondition& interruption();

}  // namespace viewfuzz::cli
