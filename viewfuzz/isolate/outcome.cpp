#include "viewfuzz/isolate/outcome.h"

#include <fmt/format.h>

#include <cstring>

namespace viewfuzz {
namespace {

struct Teller {
  std::string operator()(const Answered&) const { return "ended as it should"; }
  std::string operator()(const Threw& threw) const {
    return fmt::format("ended with an error ({}: {})", threw.kind, threw.text);
  }
  std::string operator()(const Exited& exited) const {
    return fmt::format("ended with exit code {}", exited.code);
  }
  std::string operator()(const Signaled& signaled) const {
    return fmt::format("ended with signal {} ({})", signaled.signal, strsignal(signaled.signal));
  }
  std::string operator()(const Hung& hung) const {
    return fmt::format("stood still for {:.3g} seconds", hung.seconds);
  }
  std::string operator()(const Grew& grew) const {
    return fmt::format("took more than {} MiB", grew.bytes >> 20);
  }
  std::string operator()(const Stopped& stopped) const {
    return stopped.reason == StopReason::time ? "was ended, since the time is over"
                                              : "was ended, as was asked for";
  }
};

}  // namespace

std::string told(const ChildOutcome& outcome) { return std::visit(Teller{}, outcome); }

}  // namespace viewfuzz
