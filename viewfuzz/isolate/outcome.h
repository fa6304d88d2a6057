#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "viewfuzz/isolate/stop.h"

namespace viewfuzz {

// How a child ended. Each way is a type of its own, so that code cannot mistake one for another,
// such as an exit code for the number of a signal.

/// The child did its work and said so.
struct Answered {
  std::string payload;
};
/// The work of the child threw an exception, and the child said so.
struct Threw {
  std::string kind;  ///< the type, as the child names it
  std::string text;
};
/// The child exited and said nothing: something in it called exit, as sanitizers do.
struct Exited {
  int code = 0;
};
struct Signaled {
  int signal = 0;
};
/// The watcher killed the child because its pulse had no beat for too long.
struct Hung {
  double seconds = 0;
};
/// The watcher killed the child because it took too many bytes beyond those it had at the start.
struct Grew {
  uint64_t bytes = 0;
};
/// The watcher killed the child because the watcher itself has to stop. This says nothing about the
/// child.
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
