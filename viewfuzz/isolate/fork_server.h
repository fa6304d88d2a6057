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
  /// Done in the process, once; gives the function that answers.
  using Prepare = std::function<Answer()>;

  /// The first question starts the process. `limits`: `to_first_beat` is for `prepare`, `seconds`
  /// for an answer, between two beats.
  ForkServer(Prepare prepare, const Limits& limits);
  /// Ends the process.
  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  /// `Answered` with the answer; `Threw` where an exception has left `prepare` or the answer; else
  /// how the process ended, or was ended, at the question. After that the next question starts
  /// another process, unless it was preparing that the process did not live through: then nothing
  /// is tried again, and each question gets that outcome at once. Throws `std::system_error` when
  /// no process can be made.
  ChildOutcome ask(const std::string& question, const StopCondition& stop = {});

 private:
  void start();
  ChildOutcome ended(ChildOutcome outcome);

  Prepare prepare_;
  Limits limits_;
  std::unique_ptr<ChildProcess> child_;
  bool prepared_ = false;
  std::optional<ChildOutcome> unprepared_;  // it cannot be started: how that ended
};

}  // namespace viewfuzz
