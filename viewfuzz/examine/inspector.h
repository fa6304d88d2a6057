#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "viewfuzz/examine/checks.h"
#include "viewfuzz/examine/predicate.h"
#include "viewfuzz/examine/watch.h"
#include "viewfuzz/examine/witness.h"

namespace viewfuzz {

/// From more statements than these on, a program is *long*: to keep all storages after each
/// statement, as `located` and the trials do, would take too much memory.
inline constexpr size_t kLongProgram = 64;

/// How much a look at a program asks.
struct LookOptions {
  enum class Trials { none, scheduled, all };
  Trials trials = Trials::all;
  /// Scheduled: the index of a case, or a digest of it. It alone chooses the trials, so that it
  /// does not matter where a campaign starts.
  uint64_t schedule = 0;
  /// Scheduled: trials of these properties are asked of each program. May be null.
  const std::set<Property>* always = nullptr;
  /// Located also where the ends of the two runs agree: a difference may be gone by then.
  bool thorough = true;
  /// Localizes also a program that is not long.
  bool localize = false;
  /// What has one of these signatures is passed over. May be null.
  const std::set<std::string>* known = nullptr;
  /// Asked last, where nothing else is found: does the device live through the program, and how
  /// much memory does it keep? Each such question takes a process of its own (survival.h), so that
  /// only those ask it who have the time, and who are no worker that must not fork. May be empty.
  std::function<std::optional<Violation>(const Program&)> survival;

  /// What a campaign asks of a case.
  static LookOptions ofCase(uint64_t schedule) {
    LookOptions options;
    options.trials = Trials::scheduled;
    options.schedule = schedule;
    options.thorough = false;
    return options;
  }
};

/// What a look at a program shows.
struct Look {
  std::optional<Witness> witness;  ///< as it was seen: neither clear nor reduced
  bool known = false;              ///< a violation was passed over
  bool differs = false;  ///< the ends of the two runs differ, or else something on the way
  std::optional<Violation> parting;  ///< of a long program, the first statement that differs
  size_t compared = 0;               ///< of a long program, its statements up to there
};

/// The one door for "what is wrong with this program?".
///
/// - `look`: the checks in the order of what they cost: the ends of two fast runs, then `located`,
///   then the trials. Of a long program only the first statement that differs is of interest, and
///   it is made to stand alone (localize.h).
/// - `clarify`: the violation gets its name, on a program that shows it clearly.
/// - `shrink`: the smallest program that shows it.
class Inspector final : public Predicate {
 public:
  /// The targets must outlive the inspector.
  Inspector(const Target& device, const Target& reference)
      : device_(device), reference_(reference), checks_(device, reference) {}

  /// Throws `BadCall` for a program that no target can run.
  Look look(const Program& program, const LookOptions& options = {});

  /// The witness, with its name (clarify.h). One that does not always go wrong is looked at many
  /// times. None: it never went wrong again.
  std::optional<Witness> clarify(const Witness& seen);
  /// What `clarify` and `minimize` (minimize.h) make of it. None: as for `clarify`.
  std::optional<Witness> shrink(const Witness& seen, const Budget& budget = {});

  std::optional<Violation> recheck(const Violation& like, const Program& program) override;

  /// From here on, `recheck` asks in processes of their own, where a program that ends or blocks
  /// its process does not fail. Slower. `seconds`: the patience, between two statements.
  void recheckApart(bool on, double seconds) {
    apart_ = on;
    apart_seconds_ = seconds;
  }
  /// What ends the work from here on. A look at a long program then shows nothing more, and no
  /// program fails any more.
  void stopAt(const StopCondition& stop) {
    Predicate::stopAt(stop);
    watch_.stop = stop;
  }

  /// The checks, one at a time.
  Checks& checks() { return checks_; }

 private:
  void lookAt(const Program& program, const LookOptions& options, Look& look);
  void lookAlong(const Program& program, const LookOptions& options, Look& look);

  const Target& device_;
  const Target& reference_;
  Checks checks_;
  Watch watch_;
  bool apart_ = false;
  double apart_seconds_ = 0;
};

}  // namespace viewfuzz
