#include "cli/interrupt.h"

#include <csignal>
#include <ctime>

namespace viewfuzz::cli {

namespace {

/// When the first signal came to this process, in seconds of the monotonic clock; 0: none has come.
/// Ctrl-C comes to the children as well, which share the request, and not this.
volatile std::sig_atomic_t first_signal = 0;

/// The first signal asks for an end; a later one does not wait for it. One within a second belongs
/// to the first: whoever ends a group of processes often sends it twice.
void stopOrEnd(int signal) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (first_signal != 0 && now.tv_sec > first_signal + 1) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  if (first_signal == 0) first_signal = static_cast<std::sig_atomic_t>(now.tv_sec);
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
