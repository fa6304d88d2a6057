#include "cli/interrupt.h"

#include <csignal>

namespace viewfuzz::cli {

namespace {

/// Signals that came to this process: Ctrl-C comes to its children as well, which share the
/// request.
volatile std::sig_atomic_t signals_seen = 0;

/// The first signal asks for an end; another one does not wait for it.
void stopOrEnd(int signal) {
  if (signals_seen > 0) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  signals_seen = 1;
  interruption().request();
}

}  // namespace

const StopCondition& interruption() {
  static const StopCondition condition;
  return condition;
}

void listenForInterrupts() {
  interruption();  // not made in the handler
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const auto before = std::signal(signal, stopOrEnd);
    if (before == SIG_IGN) std::signal(signal, SIG_IGN);  // as `nohup` has it
  }
}

bool interrupted() { return interruption().due(); }

}  // namespace viewfuzz::cli
