#include "viewfuzz/examine/survival.h"

#include <fmt/format.h>

#include <csignal>
#include <cstring>

#include "viewfuzz/examine/leaks.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/execute/run.h"

namespace viewfuzz {
namespace {

enum Lived { kLives = 0, kNotLoaded = 2, kGrows = 3, kNotRun = 4, kLeaks = 5 };

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
  const Pulse still;
  const auto look = [] { return silenceErrors(), hasLeaked() ? kLeaks : kLives; };
  return runApart(look, still, {}).code == kLeaks;
}

Program firstOf(const Program& program, size_t count) {
  Program prefix = program;
  prefix.statements.resize(count);
  return prefix;
}

Violation survival(const Program& program, size_t statement, Condition condition,
                   evidence::Ended ended) {
  Violation violation;
  violation.property = Property::survival;
  violation.statement = statement;
  const auto* call = std::get_if<Call>(&program.statements[statement].what);
  violation.op = call ? call->name() : "tensor";
  violation.condition = condition;
  violation.evidence = std::move(ended);
  violation.detail = describe(violation);
  violation.odd = OddOneOut::device;
  return violation;
}

}  // namespace

Ending Survival::live(const Program& program, Pulse& pulse, const ErrorLog* log) const {
  const auto work = [&]() -> int {
    keepErrors(log);
    const Target device = load_();
    Runner runner(device);
    Observation observation;
    try {
      // Statement by statement from the start, so that it is known which one did it.
      for (size_t i = 0; i < program.statements.size(); ++i) {
        pulse.beatAt(i);
        runner.run(firstOf(program, i + 1), Speed::fast, observation);
      }
    } catch (const BadCall&) {
      return kNotRun;
    }
    return kLives;
  };
  return runApart(work, pulse, patience_);
}

std::optional<Violation> Survival::examine(const Program& program) const {
  if (program.statements.empty()) return std::nullopt;
  const Shared<Pulse> pulse;
  const Ending ending = live(program, *pulse);
  const size_t statement = pulse->at;
  using How = evidence::Ended::How;
  switch (ending.kind) {
    case Ending::Kind::exited:
      if (ending.code == kLives || ending.code == kNotRun) return std::nullopt;
      if (ending.code == kNotLoaded) throw std::runtime_error("the backend cannot be loaded again");
      // So does a sanitizer.
      return survival(program, statement, Condition::crash,
                      {How::exited, ending.code,
                       fmt::format("the process ended with exit code {}", ending.code)});
    case Ending::Kind::crashed:
      return survival(program, statement, Condition::crash,
                      {How::signaled, ending.code,
                       fmt::format("the process ended with signal {} ({})", ending.code,
                                   strsignal(ending.code))});
    case Ending::Kind::hung:
      return survival(program, statement, Condition::hang,
                      {How::hung, 0, fmt::format("no end of it in {} seconds", patience_.seconds)});
    case Ending::Kind::grew:
      return survival(
          program, statement, Condition::memory,
          {How::grew, 0, fmt::format("it took more than {} MiB", patience_.growth >> 20)});
  }
  return std::nullopt;
}

std::string Survival::growth(const Program& program, const ErrorLog* log) const {
  const Shared<Pulse> pulse;
  const auto work = [&]() -> int {
    keepErrors(log);
    ignoreLeaks(true);  // what is made once is none
    const Target device = load_();
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
      return kNotRun;
    }
    observation = {};
    if (bytesInUse() > start + kLeak) return kGrows;
    return hasLeaked() ? kLeaks : kLives;
  };
  const Ending ending = runApart(work, *pulse, patience_);
  if (ending.kind == Ending::Kind::exited && ending.code == kLeaks && !aCopyLosesMemory())
    return "the process loses memory when it is run";
  if (ending.kind == Ending::Kind::grew || ending.code == kGrows)
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
  return survival(program, grown - 1, Condition::memory, {evidence::Ended::How::grew, 0, how});
}

std::string Survival::lastWords(const Program& program, const Violation& violation) const {
  const ErrorLog log;
  if (violation.condition == Condition::memory) {
    growth(program, &log);
  } else {
    const Shared<Pulse> pulse;
    live(program, *pulse, &log);
  }
  return log.text();
}

bool Survival::failsLike(const Program& program, const Violation& violation) const {
  const auto seen =
      violation.condition == Condition::memory ? examineMemory(program) : examine(program);
  return seen && seen->signature() == violation.signature();
}

}  // namespace viewfuzz
