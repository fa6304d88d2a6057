#include "viewfuzz/examine/survival.h"

#include <ATen/core/grad_mode.h>
#include <fmt/format.h>

#include "viewfuzz/examine/leaks.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/execute/refusal.h"
#include "viewfuzz/execute/run.h"
#include "viewfuzz/target/open.h"

namespace viewfuzz {
namespace {

enum LifeTag : uint32_t { kIsLoaded = 1 };

constexpr const char* kGrows = "grows";
constexpr const char* kLeaks = "leaks";
/// Up to this many statements, each is told from the one behind it by a run of its own.
constexpr size_t kShortProgram = 64;

void keepErrors(const ErrorLog* log) {
  if (log != nullptr) {
    log->take();
  } else {
    silenceErrors();  // the same last words for each program that is tried
  }
}

/// A copy of a process has lost what only the threads of the other held, and LeakSanitizer cannot
/// tell it from what a program loses. What grows is seen all the same.
bool aCopyLosesMemory() {
  const auto look = [](Channel&) {
    silenceErrors();
    return std::string(hasLeaked() ? kLeaks : "");
  };
  const ChildOutcome outcome = runChild(look);
  const auto* answered = std::get_if<Answered>(&outcome);
  return answered != nullptr && answered->payload == kLeaks;
}

Program firstOf(const Program& program, size_t count) {
  Program prefix = program;
  prefix.statements.resize(count);
  return prefix;
}

/// An asynchronous device reports an error when somebody waits for it, at a download: behind the
/// statement that it is about.
void runAndWait(Runner& runner, const Program& program, Observation& observation) {
  const auto error = refusalOf([&] { runner.run(program, Speed::fast, observation); });
  if (error) throw ChildError(error->kind, error->message);
}

/// So that the pulse says which statement ends the process; that of the end is the number of
/// statements.
void runStepByStep(const Program& program, const Target& device, Pulse& pulse) {
  Runner runner(device);
  Observation observation;
  const size_t count = program.statements.size();
  if (count <= kShortProgram) {
    for (size_t i = 0; i < count; ++i) {
      pulse.beatAt(i);
      runAndWait(runner, firstOf(program, i + 1), observation);
    }
    return;
  }
  {
    const at::NoGradGuard no_grad;
    runner.start();
    for (size_t i = 0; i < count; ++i) {
      pulse.beatAt(i);
      std::optional<Refusal> refusal;
      runner.advance(program.statements[i], refusal);
    }
  }
  pulse.beatAt(count);
  runAndWait(runner, program, observation);
}

}  // namespace

struct Survival::Lived {
  ChildOutcome outcome;
  bool loaded = false;
  size_t at = 0;  ///< the statement; their number: behind the last

  void expectLoaded() const {
    if (loaded || !failed(outcome)) return;
    const auto* threw = std::get_if<Threw>(&outcome);
    throw CannotLoad(
        threw != nullptr
            ? fmt::format("the backend cannot be loaded again: {}", threw->text)
            : fmt::format("the backend cannot be loaded again: the process {}", told(outcome)));
  }
};

Violation survivalViolation(const Program& program, size_t statement, const ChildOutcome& outcome) {
  using How = evidence::Ended::How;
  evidence::Ended ended{How::exited, 0, fmt::format("the process {}", told(outcome))};
  Violation violation;
  violation.property = Property::survival;
  violation.statement = statement;
  const auto* call = std::get_if<Call>(&program.statements[statement].what);
  violation.op = call ? call->name() : "tensor";
  violation.odd = OddOneOut::device;
  violation.condition = Condition::crash;
  if (const auto* exited = std::get_if<Exited>(&outcome)) {
    ended.code = exited->code;
  } else if (const auto* signaled = std::get_if<Signaled>(&outcome)) {
    ended.how = How::signaled;
    ended.code = signaled->signal;
  } else if (const auto* threw = std::get_if<Threw>(&outcome)) {
    violation.condition = Condition::error;
    ended = {How::threw, 0,
             fmt::format("an error came when somebody waited for the device ({}: {})", threw->kind,
                         threw->text)};
  } else if (const auto* hung = std::get_if<Hung>(&outcome)) {
    violation.condition = Condition::hang;
    ended = {How::hung, 0, fmt::format("no end of it in {:.3g} seconds", hung->seconds)};
  } else if (const auto* grew = std::get_if<Grew>(&outcome)) {
    violation.condition = Condition::memory;
    ended = {How::grew, 0, fmt::format("it took more than {} MiB", grew->bytes >> 20)};
  }
  tellEnd(violation, std::move(ended));
  return violation;
}

void tellEnd(Violation& violation, evidence::Ended ended) {
  violation.evidence = std::move(ended);
  violation.detail = describe(violation);
}

void tellEnd(Violation& violation, std::string text) {
  const auto* told_before = std::get_if<evidence::Ended>(&violation.evidence);
  evidence::Ended ended = told_before != nullptr ? *told_before : evidence::Ended{};
  ended.text = std::move(text);
  tellEnd(violation, std::move(ended));
}

Violation unexplained(const Program& program, const ChildOutcome& outcome) {
  Violation violation = survivalViolation(program, program.statements.size() - 1, outcome);
  violation.op = "process";
  violation.odd = OddOneOut::unknown;
  tellEnd(violation, fmt::format("the process {} when the program is examined, though not when it "
                                 "runs on the device alone",
                                 told(outcome)));
  return violation;
}

Survival Survival::withAllPatience() const {
  Survival patient = *this;
  patient.step_seconds_ = patience_.seconds;
  return patient;
}

Survival::Lived Survival::live(const Program& program, const LoadTarget& load,
                               const ErrorLog* log) const {
  const Shared<Pulse> pulse;
  Lived lived;
  const auto work = [&](Channel& line) -> std::string {
    keepErrors(log);
    const TargetPtr loaded = load();
    const Target& device = *loaded;
    line.send(kIsLoaded, "");
    pulse->beat();
    try {
      runStepByStep(program, device, *pulse);
    } catch (const BadCall&) {
      return "not run";
    }
    return "";
  };
  Waiting waiting = waiting_;
  waiting.on_frame = [&](const Frame&) { lived.loaded = true; };
  lived.outcome = runChild(work, patience_.limits(step_seconds_), waiting, &*pulse);
  lived.at = pulse->at;
  return lived;
}

/// Of a long program whose end fails: the first statement whose end does.
size_t Survival::firstThatFails(const LoadTarget& load, const Program& program) const {
  size_t lives = 0;
  size_t fails = program.statements.size();
  while (fails - lives > 1 && !waiting_.stop.due()) {
    const size_t middle = lives + (fails - lives) / 2;
    (failed(live(firstOf(program, middle), load).outcome) ? fails : lives) = middle;
  }
  return fails - 1;
}

std::optional<Violation> Survival::examineOn(const LoadTarget& load, const Program& program) const {
  if (program.statements.empty()) return std::nullopt;
  const Lived lived = live(program, load);
  lived.expectLoaded();
  if (!failed(lived.outcome)) return std::nullopt;
  const size_t statement =
      lived.at < program.statements.size() ? lived.at : firstThatFails(load, program);
  return survivalViolation(program, statement, lived.outcome);
}

std::optional<Violation> Survival::examineReference(const Program& program) const {
  auto violation = examineOn([] { return openTarget("cpu"); }, program);
  if (violation) violation->odd = OddOneOut::reference;
  return violation;
}

std::optional<Violation> Survival::examine(const Program& program) const {
  auto violation = examineOn(load_, program);
  if (!violation) return violation;
  // A device that calls the CPU for what it cannot do ends where the CPU ends.
  auto reference = examineReference(program);
  if (reference && reference->op == violation->op && reference->condition == violation->condition &&
      reference->statement == violation->statement)
    return reference;
  return violation;
}

std::string Survival::growth(const Program& program, const ErrorLog* log) const {
  const Shared<Pulse> pulse;
  const auto work = [&](Channel& line) -> std::string {
    keepErrors(log);
    ignoreLeaks(true);  // what is made once is none
    const TargetPtr loaded = load_();
    const Target& device = *loaded;
    line.send(kIsLoaded, "");
    Runner runner(device);
    Observation observation;
    uint64_t start = 0;
    try {
      for (int i = 0; i < kLeakRuns; ++i) {
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
    }
    observation = {};
    if (bytesInUse() > start + kLeak) return kGrows;
    return hasLeaked() ? kLeaks : "";
  };
  Lived lived;
  Waiting waiting = waiting_;
  waiting.on_frame = [&](const Frame&) { lived.loaded = true; };
  lived.outcome = runChild(work, patience_.limits(step_seconds_), waiting, &*pulse);
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
  return violation;
}

std::string Survival::lastWords(const Program& program, const Violation& violation) const {
  const ErrorLog log;
  if (violation.condition == Condition::memory) {
    growth(program, &log);
  } else if (violation.odd == OddOneOut::reference) {
    live(program, [] { return openTarget("cpu"); }, &log);
  } else {
    live(program, load_, &log);
  }
  return log.text();
}

bool Survival::failsLike(const Program& program, const Violation& violation) const {
  const bool by_reference = violation.odd == OddOneOut::reference;
  const auto seen = violation.condition == Condition::memory ? examineMemory(program)
                    : by_reference                           ? examineReference(program)
                                                             : examine(program);
  return seen && seen->signature() == violation.signature() &&
         (seen->odd == OddOneOut::reference) == by_reference;
}

}  // namespace viewfuzz
