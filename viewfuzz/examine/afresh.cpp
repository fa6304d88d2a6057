#include "viewfuzz/examine/afresh.h"

#include "viewfuzz/examine/checks.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/files/json_text.h"
#include "viewfuzz/isolate/child_process.h"
#include "viewfuzz/isolate/fork_server.h"
#include "viewfuzz/isolate/memory_limit.h"
#include "viewfuzz/judge/violation_json.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

struct Question {
  uint64_t first = 0;
  uint64_t end = 0;
  Violation like;
  Program program;
};

std::string toText(const Question& question) {
  return jsonText({{"first", question.first},
                   {"end", question.end},
                   {"like", toJson(question.like)},
                   {"program", print(question.program)}});
}

Question questionFrom(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text);
  const std::string program = json.at("program");
  return {json.at("first"), json.at("end"), violationFrom(json.at("like")), parse(program)};
}

/// Asks in a process of its own. Gives the violation as text; an empty text if there is none.
std::string answerTo(const Question& question, const Target& device, const Target& reference,
                     const Afresh::CaseAt& cases, double seconds, const PropertySet& asked) {
  const auto seen = askApart(
      [&] {
        Checks checks(device, reference, asked);
        for (uint64_t i = question.first; i < question.end; ++i) checks.differs(cases(i));
        return checks.recheck(question.like, question.program);
      },
      seconds);
  return seen ? jsonText(toJson(*seen)) : "";
}

std::optional<Violation> violationOf(const ChildOutcome& outcome) {
  const auto* answered = std::get_if<Answered>(&outcome);
  if (answered == nullptr || answered->payload.empty()) return std::nullopt;
  return violationFrom(nlohmann::json::parse(answered->payload));
}

}  // namespace

TargetPtr loadFor(const Program& program, const LoadTarget& load) {
  TargetPtr target = load();
  limitMemory(memoryAllowed(program));
  return target;
}

std::optional<Violation> askApart(const std::function<std::optional<Violation>()>& ask,
                                  double seconds) {
  Limits limits;
  limits.seconds = seconds;
  const auto work = [&](Channel&) -> std::string {
    const auto seen = ask();  // a `BadCall` leaves the child, and that is no violation
    return seen ? jsonText(toJson(*seen)) : "";
  };
  return violationOf(runChild(work, limits));
}

Afresh::Afresh(LoadTarget load, CaseAt cases, const Patience& patience, StopCondition stop,
               PropertySet asked)
    : stop_(std::move(stop)) {
  const double seconds = patience.forStep();
  const auto prepare = [load = std::move(load), cases = std::move(cases), seconds,
                        asked = std::move(asked)] {
    // Loaded once: each question is answered in a copy of this process.
    const TargetPtr device = load();
    return [device, cases, seconds, asked](const std::string& question) {
      return answerTo(questionFrom(question), *device, cpuTarget(), cases, seconds, asked);
    };
  };
  server_ = std::make_unique<ForkServer>(prepare, patience.limits(patience.seconds));
}

Afresh::~Afresh() = default;

std::optional<Violation> Afresh::examineBehind(uint64_t first, uint64_t end, const Violation& like,
                                               const Program& program) {
  const ChildOutcome outcome = server_->ask(toText({first, end, like, program}), stop_);
  answered_ = std::holds_alternative<Answered>(outcome);
  return violationOf(outcome);
}

}  // namespace viewfuzz
