#include "cli/interrupt.h"

#include <csignal>

namespace viewfuzz::cli {
namespace {

volatile std::sig_atomic_t seen = 0;

}  // namespace

void listenForInterrupts() {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { seen = 1; });
}

bool interrupted() { return seen != 0; }

}  // namespace viewfuzz::cli
