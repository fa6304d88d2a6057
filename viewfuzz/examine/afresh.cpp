#include "viewfuzz/examine/afresh.h"

#include "viewfuzz/examine/checks.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/files/json_text.h"
#include "viewfuzz/isolate/child_process.h"
#include "viewfuzz/isolate/fork_server.h"
#include "viewfuzz/isolate/memory_file.h"
#include "viewfuzz/judge/violation_json.h"
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

/// In a process of its own: the violation as text, or nothing.
std::string answerTo(const Question& question, const Target& device, const Target& reference,
                     const Afresh::CaseAt& cases) {
  // As long as a program that blocks may take; what runs before has been seen to end.
  const double seconds = 1 + 0.01 * static_cast<double>(question.end - question.first);
  const auto seen = askApart(
      [&] {
        Checks checks(device, reference);
        for (uint64_t i = question.first; i < question.end; ++i) checks.differs(cases(i));
        return checks.recheck(question.like, question.program);
      },
      seconds);
  return seen ? jsonText(toJson(*seen)) : "";
}

}  // namespace

std::optional<Violation> askApart(const std::function<std::optional<Violation>()>& ask,
                                  double seconds) {
  const MemoryFile answer;  // empty: no violation
  const Pulse still;
  Patience patience;
  patience.seconds = seconds;
  const auto work = [&] {
    try {
      if (const auto seen = ask()) answer.write(0, jsonText(toJson(*seen)));
      return 0;
    } catch (const BadCall&) {
      return 1;  // no answer
    }
  };
  const Ending ending = runApart(work, still, patience);
  if (ending.kind != Ending::Kind::exited || ending.code != 0) return std::nullopt;
  constexpr size_t kMost = size_t{16} << 20;
  const std::string text = answer.read(0, kMost);
  if (text.empty()) return std::nullopt;
  return violationFrom(nlohmann::json::parse(text));
}

Afresh::Afresh(LoadTarget load, CaseAt cases) : load_(std::move(load)), cases_(std::move(cases)) {}
Afresh::~Afresh() = default;

std::optional<Violation> Afresh::examineBehind(uint64_t first, uint64_t end, const Violation& like,
                                               const Program& program) {
  if (!keeper_) {
    keeper_ = std::make_unique<Keeper>([this] {
      // Not copied for each question: what it holds on to lives as long as the process.
      const auto device = std::make_shared<Target>(load_());
      const auto reference = std::make_shared<Target>(Target::cpu());
      return [this, device, reference](const std::string& question) {
        return answerTo(questionFrom(question), *device, *reference, cases_);
      };
    });
  }
  const std::string answer = keeper_->ask(toText({first, end, like, program}));
  if (answer.empty()) return std::nullopt;
  return violationFrom(nlohmann::json::parse(answer));
}

}  // namespace viewfuzz
