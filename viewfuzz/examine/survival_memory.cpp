// Does a program give its memory back?

#include "viewfuzz/examine/leaks.h"
#include "viewfuzz/examine/lived.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/execute/run.h"

namespace viewfuzz {
namespace {

constexpr const char* kGrows = "grows";
constexpr const char* kLeaks = "leaks";

/// Does LeakSanitizer report a leak in a child that has run nothing? A forked child has no other
/// threads, so that memory which only they pointed to looks lost. Then only growth is believed.
bool aCopyLosesMemory() {
  const auto look = [](Channel&) {
    silenceErrors();
    return std::string(hasLeaked() ? kLeaks : "");
  };
  const ChildOutcome outcome = runChild(look);
  const auto* answered = std::get_if<Answered>(&outcome);
  return answered != nullptr && answered->payload == kLeaks;
}

}  // namespace

std::string Survival::growth(const Program& program, const ErrorLog* log) const {
  const Shared<Pulse> pulse;
  const auto work = [&](Channel& line) -> std::string {
    keepErrors(log);
    ignoreLeaks(true);  // what is made once is none
    const TargetPtr loaded = loadFor(program, load_);
    const Target& device = *loaded;
    line.send(kIsLoaded, "");
    Runner runner(device);
    Observation observation;
    uint64_t start = 0;
    // A program that takes long is run fewer times: then only a larger leak shows.
    const StopCondition enough(4 * patience_.seconds);
    try {
      for (int i = 0; i < kLeakRuns && !enough.due(); ++i) {
        if (i == kWarmUpRuns) {
          ignoreLeaks(false);
          start = bytesInUse();
        }
        if (i > kWarmUpRuns && i % 64 == 0 && bytesInUse() > start + kLeak) return kGrows;
        pulse->beat();
        runner.run(program, Speed::fast, observation);
      }
    } catch (const BadCall&) {
      return "";
    } catch (const std::bad_alloc&) {
      return kGrows;  // `memoryAllowed` is enough for one run
    }
    observation = {};
    if (start == 0) return "";  // caches may still fill
    if (bytesInUse() > start + kLeak) return kGrows;
    return hasLeaked() ? kLeaks : "";
  };
  Lived lived;
  Waiting waiting = waiting_;
  waiting.on_frame = [&](const Frame&) { lived.loaded = true; };
  lived.outcome = runChild(work, patience_.limits(statement_seconds_), waiting, &*pulse);
  lived.expectLoaded();
  const auto* answered = std::get_if<Answered>(&lived.outcome);
  if (answered != nullptr && answered->payload == kLeaks && !aCopyLosesMemory())
    return "the process loses memory when it is run";
  if (std::holds_alternative<Grew>(lived.outcome) ||
      (answered != nullptr && answered->payload == kGrows))
    return fmt::format("the process grows by more than {} MiB when it is run {} times", kLeak >> 20,
                       kLeakRuns);
  return "";
}

std::optional<Violation> Survival::examineMemory(const Program& program) const {
  if (program.statements.empty()) return std::nullopt;
  const std::string how = growth(program);
  if (how.empty()) return std::nullopt;
  // The first statement without which it does not.
  size_t holds = 0;
  size_t grown = program.statements.size();
  while (grown - holds > 1) {
    const size_t middle = holds + (grown - holds) / 2;
    (growth(firstOf(program, middle)).empty() ? holds : grown) = middle;
  }
  Violation violation = survivalViolation(program, grown - 1, Grew{});
  tellEnd(violation, how);
  violation.refused_by_reference = refusedByReference(program);
  return violation;
}

}  // namespace viewfuzz
