#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "viewfuzz/isolate/stop.h"

namespace viewfuzz {

// How a child ended. Each way is a type of its own, so that none is taken for another: an exit code
// is no signal, and an exception is no exit code.

/// It did its work and said so.
struct Answered {
  std::string payload;
};
/// An exception left its work, and it said so.
struct Threw {
  std::string kind;  ///< the type, as the child names it
  std::string text;
};
/// It ended without a word: something in it called exit, as sanitizers do.
struct Exited {
  int code = 0;
};
struct Signaled {
  int signal = 0;
};
/// Ended by its watcher: no beat of its pulse for so long.
struct Hung {
  double seconds = 0;
};
/// Ended by its watcher: it took more than so many bytes beyond those it had at the start.
struct Grew {
  uint64_t bytes = 0;
};
/// Ended by its watcher because the watcher has to stop. Says nothing about the child.
struct Stopped {
  StopReason reason = StopReason::asked;
};

using ChildOutcome = std::variant<Answered, Threw, Exited, Signaled, Hung, Grew, Stopped>;

/// The outcome as the rest of a sentence about a process: "ended with signal 11 (Segmentation
/// fault)".
std::string told(const ChildOutcome& outcome);

/// Did the child fail by itself? Neither an answer nor a stop is a failure.
inline bool failed(const ChildOutcome& outcome) {
  return !std::holds_alternative<Answered>(outcome) && !std::holds_alternative<Stopped>(outcome);
}

}  // namespace viewfuzz
