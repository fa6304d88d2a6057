#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "viewfuzz/isolate/child_process.h"

namespace viewfuzz {

/// A process that prepares something once, stays as it was after that, and answers questions. It is
/// watched while somebody waits for an answer.
class ForkServer {
 public:
  using Answer = std::function<std::string(const std::string& question)>;
  /// Runs once in the process; returns the function that answers.
  using Prepare = std::function<Answer()>;

  /// Starts nothing yet: the first question starts the process. `prepare` has
  /// `limits.to_first_beat` seconds; an answer has `limits.seconds` between two beats.
  ForkServer(Prepare prepare, const Limits& limits);
  /// Ends the process.
  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  /// Asks the process, and waits for the answer. Returns `Answered` with the answer, `Threw` if
  /// `prepare` or the answer threw an exception, and otherwise how the process ended.
  ///
  /// If the process ended while it answered, the next question starts another one. If it ended
  /// while it prepared, it is not started again: each further question gets the same outcome at
  /// once. Throws `std::system_error` if the process cannot be made.
  ChildOutcome ask(const std::string& question, const StopCondition& stop = {});

 private:
  void start();
  ChildOutcome ended(ChildOutcome outcome);

  Prepare prepare_;
  Limits limits_;
  std::unique_ptr<ChildProcess> child_;
  bool prepared_ = false;
  std::optional<ChildOutcome> unprepared_;  // how `prepare` failed, if it did
};

}  // namespace viewfuzz
