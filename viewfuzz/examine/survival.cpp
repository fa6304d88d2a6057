#include "viewfuzz/examine/survival.h"

#include <ATen/core/grad_mode.h>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <new>

#include "viewfuzz/examine/lived.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/execute/ops_on_stack.h"
#include "viewfuzz/execute/refusal.h"
#include "viewfuzz/execute/run.h"
#include "viewfuzz/isolate/crash_report.h"
#include "viewfuzz/target/open.h"

namespace viewfuzz {
namespace {

constexpr const char* kNotRun = "not run";
/// A program with more statements is run as a whole. A shorter one is run up to each statement, so
/// that an error which comes late is told of the right one.
constexpr size_t kShortProgram = 64;

/// An asynchronous device reports an error when somebody waits for it, as a download does. That is
/// behind the statement to which the error belongs.
void runAndWait(Runner& runner, const Program& program, Observation& observation) {
  const auto error = refusalOf([&] { runner.run(program, Speed::fast, observation); }, true);
  if (error) throw ChildError(error->kind, error->message);
}

/// What a child shows while it runs a program, in memory that it shares: it can be read also where
/// the child crashes.
struct Life {
  explicit Life(const Program& program) : refused(std::max<size_t>(program.statements.size(), 1)) {}

  Shared<Pulse> pulse;     ///< at: the statement; behind the last one, the number of statements
  SharedCounters refused;  ///< by statement: 1 where it was refused

  std::vector<size_t> refusedStatements() const {
    std::vector<size_t> statements;
    const auto counters = refused.all();
    for (size_t i = 0; i < counters.size(); ++i) {
      if (counters[i] > 0) statements.push_back(i);
    }
    return statements;
  }
};

/// Tells of each statement by the pulse, so that the watcher sees which one ends the process.
void runStatementByStatement(const Program& program, const Target& device, Life& life) {
  Runner runner(device);
  Observation observation;
  const size_t count = program.statements.size();
  if (count <= kShortProgram) {
    for (size_t i = 0; i < count; ++i) {
      life.pulse->beatAt(i);
      runAndWait(runner, firstOf(program, i + 1), observation);
      life.refused[i] = observation.refusals[i] ? 1 : 0;
    }
    return;
  }
  {
    const at::NoGradGuard no_grad;
    runner.start();
    for (size_t i = 0; i < count; ++i) {
      life.pulse->beatAt(i);
      std::optional<Refusal> refusal;
      runner.advance(program.statements[i], refusal);
      life.refused[i] = refusal ? 1 : 0;
    }
  }
  life.pulse->beatAt(count);
  runAndWait(runner, program, observation);
}

TargetPtr loadReference() { return openTarget("cpu"); }

}  // namespace

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
  violation.evidence = std::move(ended);
  return violation;
}

void tellEnd(Violation& violation, std::string text) {
  std::get<evidence::Ended>(violation.evidence).text = std::move(text);
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
  patient.statement_seconds_ = patience_.seconds;
  return patient;
}

Survival::Lived Survival::live(const Program& program, const LoadTarget& load,
                               const ErrorLog* log) const {
  Life life(program);
  Lived lived;
  const auto work = [&](Channel& line) -> std::string {
    keepErrors(log);
    const TargetPtr loaded = loadFor(program, load);
    const Target& device = *loaded;
    std::optional<OpsOnStack> ops;
    if (log != nullptr) {
      ops.emplace();
      reportCrashes(&OpsOnStack::write);
    }
    line.send(kIsLoaded, "");
    life.pulse->beat();
    try {
      runStatementByStatement(program, device, life);
    } catch (const BadCall&) {
      return kNotRun;
    } catch (const std::bad_alloc&) {
      return kNotRun;
    }
    return "";
  };
  Waiting waiting = waiting_;
  waiting.on_frame = [&](const Frame&) { lived.loaded = true; };
  lived.outcome = runChild(work, patience_.limits(statement_seconds_), waiting, &*life.pulse);
  lived.at = life.pulse->at;
  const auto* answered = std::get_if<Answered>(&lived.outcome);
  const bool was_run = answered != nullptr ? answered->payload != kNotRun : failed(lived.outcome);
  if (was_run) lived.refused = life.refusedStatements();
  return lived;
}

/// For a long program that fails behind its last statement: the first statement that makes it fail.
size_t Survival::firstThatFails(const LoadTarget& load, const Program& program) const {
  size_t lives = 0;
  size_t fails = program.statements.size();
  while (fails - lives > 1 && !waiting_.stop.due()) {
    const size_t middle = lives + (fails - lives) / 2;
    (failed(live(firstOf(program, middle), load).outcome) ? fails : lives) = middle;
  }
  return fails - 1;
}

std::optional<Violation> Survival::violationOf(const Lived& seen, const LoadTarget& load,
                                               const Program& program) const {
  // Whoever is short of memory kills processes. One that does it to itself does it again.
  const auto* signaled = std::get_if<Signaled>(&seen.outcome);
  const bool may_be_killed = signaled != nullptr && signaled->signal == SIGKILL;
  const Lived lived = may_be_killed ? live(program, load) : seen;
  lived.expectLoaded();
  if (!failed(lived.outcome)) return std::nullopt;
  const size_t statement =
      lived.at < program.statements.size() ? lived.at : firstThatFails(load, program);
  return survivalViolation(program, statement, lived.outcome);
}

std::optional<Violation> Survival::violationOfReference(const Lived& alone,
                                                        const Program& program) const {
  auto violation = violationOf(alone, loadReference, program);
  if (!violation) return violation;
  violation->odd = OddOneOut::reference;
  violation->refused_by_reference = alone.refused;
  return violation;
}

std::optional<Violation> Survival::examineReference(const Program& program) const {
  if (program.statements.empty()) return std::nullopt;
  return violationOfReference(live(program, loadReference), program);
}

std::optional<Violation> Survival::examine(const Program& program) const {
  if (program.statements.empty()) return std::nullopt;
  auto violation = violationOf(live(program, load_), load_, program);
  if (!violation) return violation;
  const Lived alone = live(program, loadReference);
  auto reference = violationOfReference(alone, program);
  // A device may call the CPU for ops that it does not have. If the CPU crashes there, so does the
  // device.
  if (reference && reference->op == violation->op && reference->condition == violation->condition &&
      reference->statement == violation->statement)
    return reference;
  violation->refused_by_reference = alone.refused;
  return violation;
}

std::optional<std::vector<size_t>> Survival::refusedByReference(const Program& program) const {
  return live(program, loadReference).refused;
}

std::string Survival::lastWords(const Program& program, const Violation& violation) const {
  const ErrorLog log;
  if (violation.condition == Condition::memory) {
    growth(program, &log);
  } else if (violation.odd == OddOneOut::reference) {
    live(program, loadReference, &log);
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
