#include "cli/interrupt.h"

#include <csignal>
#include <ctime>

namespace viewfuzz::cli {

namespace {

/// When this process got its first signal, in seconds of the monotonic clock; 0 if it got none.
/// Ctrl-C reaches child processes as well. They share the request to stop, but not this time.
volatile std::sig_atomic_t first_signal = 0;

/// The first signal asks for an end, and a later one ends the process at once. A signal within a
/// second after the first counts as the first, since it is often sent twice to a group of
/// processes.
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
  // Never destroyed: a signal may come while the process exits, and its handler asks for this.
  static const auto* condition = new StopCondition;
  return *condition;
}

void listenForInterrupts() {
  interruption();  // makes it here, since the handler must not
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const auto before = std::signal(signal, stopOrEnd);
    if (before == SIG_IGN) std::signal(signal, SIG_IGN);  // `nohup` ignores it
  }
}

bool interrupted() { return interruption().due(); }

}  // namespace viewfuzz::cli
