#include "cli/interrupt.h"

#include <csignal>

namespace viewfuzz::cli {

const StopCondition& interruption() {
  static const StopCondition condition;
  return condition;
}

void listenForInterrupts() {
  interruption();  // not made in the handler
  for (const int signal : {SIGINT, SIGTERM})
    std::signal(signal, [](int) { interruption().request(); });
}

bool interrupted() { return interruption().due(); }

}  // namespace viewfuzz::cli
