#pragma once

#include <functional>
#include <string>

#include "viewfuzz/examine/survival.h"
#include "viewfuzz/isolate/channel.h"
#include "viewfuzz/isolate/outcome.h"
#include "viewfuzz/isolate/patience.h"
#include "viewfuzz/isolate/stop.h"
#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// The kind of the `ChildError` of a program that no target can run.
inline constexpr const char* kBadCall = "BadCall";

/// Why there is no backend, as a sentence: `outcome` is the end of a process that was to load it.
std::string whyNotLoaded(const ChildOutcome& outcome);

/// Work for a process of its own that has loaded a backend, so that no program ends or blocks the
/// process that asks.
struct WorkWithBackend {
  LoadTarget load;
  Patience patience;
  StopCondition stop;
  uint64_t memory = 0;  ///< bytes for the programs (`memoryAllowed`); 0: no limit

  /// Gives the payload of `Answered`. What it sends has tags below `ChildProcess::kOwnTags`, and
  /// not 0.
  using Work = std::function<std::string(const Target& device, Channel& line)>;
  using OnFrame = std::function<void(const Frame&)>;

  /// Each op that the work calls is a sign of life. Throws `std::runtime_error` with a sentence
  /// where the backend cannot be loaded, and `BadCall` where the work does.
  ChildOutcome run(const Work& work, const OnFrame& on_frame = [](const Frame&) {}) const;

  /// Asks whether the device lives through programs, with the same patience and stop.
  Survival survival() const;

  /// Why a process has ended that looked into `program`: at which statement the device does it
  /// alone, or else the CPU; or else that neither does. Throws `CannotLoad`.
  Violation explain(const Program& program, const ChildOutcome& outcome) const;
};

}  // namespace viewfuzz
