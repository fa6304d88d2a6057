#pragma once

namespace viewfuzz::cli {

/// From here on Ctrl-C and SIGTERM do not end the process; `interrupted` tells that one came.
void listenForInterrupts();
bool interrupted();

}  // namespace viewfuzz::cli
