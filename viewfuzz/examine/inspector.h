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

/// A program with more statements is *long*. `located` and the trials keep all storages after each
/// statement, and for a long program that would take too much memory.
inline constexpr size_t kLongProgram = 64;

/// What a look at a program asks.
struct LookOptions {
  enum class Trials { none, scheduled, all };
  Trials trials = Trials::all;
  /// Scheduled: the index of a case, or a digest of it. It alone decides which trials are asked, so
  /// that a case is looked at alike wherever a campaign starts.
  uint64_t schedule = 0;
  /// Scheduled: trials of these properties are asked of each program. May be null.
  const std::set<Property>* always = nullptr;
  /// Asks `located` also if the ends of the two runs agree: a difference may be gone at the end.
  bool thorough = true;
  /// Localizes also a program that is not long.
  bool localize = false;
  /// Signatures that are reported already: the look passes over their violations. May be null.
  const std::set<std::string>* reported = nullptr;
  /// Asked last, if nothing else is found: does the device live through the program, and does it
  /// give its memory back? The answer takes processes of its own (survival.h). So it is left empty
  /// by callers that have no time for it, and by workers, which must not fork.
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
  std::optional<Witness> witness;  ///< as it was seen: neither clarified nor reduced
  /// There was a violation, and it is reported already, or its property is not asked for.
  bool passed_over = false;
  bool not_asked = false;  ///< passed over because of its property
  bool differs = false;    ///< the ends of the two runs differ; of a long program, any statement
  std::optional<Violation> parting;  ///< of a long program, the first statement that differs
  size_t compared = 0;               ///< of a long program, how many statements were compared
};

/// Answers the question "what is wrong with this program?" for all commands.
///
/// - `look` asks the checks, cheap ones first: the ends of two fast runs, then `located`, then the
///   trials. Of a long program, it finds the first statement that differs, and makes a short
///   program of it (localize.h).
/// - `clarify` makes the program show the violation clearly, and gives the violation its name.
/// - `shrink` finds the smallest program that shows it.
class Inspector final : public Predicate {
 public:
  /// The targets must outlive the inspector. `asked`: a violation of another property is passed
  /// over, and so is the rest of its program, which may show consequences (judge.h).
  Inspector(const Target& device, const Target& reference, PropertySet asked = allProperties())
      : device_(device), reference_(reference), checks_(device, reference, std::move(asked)) {}

  /// Throws `BadCall` for a program that no target can run.
  Look look(const Program& program, const LookOptions& options = {});

  /// Clarifies the witness (clarify.h). A program that does not fail every time is run many times.
  /// None: it did not fail again.
  std::optional<Witness> clarify(const Witness& seen);
  /// Clarifies the witness, and minimizes it (minimize.h). None: the program did not fail again.
  std::optional<Witness> shrink(const Witness& seen, const Budget& budget = {});

  std::optional<Violation> recheck(const Violation& like, const Program& program) override;

  /// From here on, `recheck` asks in processes of their own. It is slower, and a program that
  /// crashes or blocks its process does not count as failing. `seconds`: how long a process may
  /// take from one statement to the next.
  void recheckApart(bool on, double seconds) {
    apart_ = on;
    apart_seconds_ = seconds;
  }
  /// From here on, `stop` ends the work. Once it is due, a look at a long program shows nothing,
  /// and no program fails any more.
  void stopAt(const StopCondition& stop) {
    Predicate::stopAt(stop);
    watch_.stop = stop;
  }

  /// The checks, one at a time.
  Checks& checks() { return checks_; }

 private:
  bool takes(Look& look, const LookOptions& options, const Program& program,
             std::optional<Violation> violation) const;
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
