#include "viewfuzz/campaign/afresh.h"

#include <array>

#include "viewfuzz/campaign/apart.h"
#include "viewfuzz/campaign/examiner.h"
#include "viewfuzz/campaign/keeper.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/program/text.h"
#include "viewfuzz/report/finding_json.h"

namespace viewfuzz {
namespace {

/// In a process of its own: the violation as text, or nothing.
std::string answerTo(const std::string& question, const Target& device, const Target& reference) {
  const nlohmann::json asked = nlohmann::json::parse(question);
  const std::vector<std::string> before = asked.at("before");
  // As long as a program that blocks may take; what runs before has been seen to end.
  const double seconds = 1 + 0.01 * static_cast<double>(before.size());
  const auto seen = askApart(
      [&] {
        Examiner examiner(device, reference);
        for (const std::string& earlier : before) examiner.differs(parse(earlier, "earlier case"));
        const std::string text = asked.at("program");
        return examiner.examineFor(violationFrom(asked.at("like")), parse(text, "program"));
      },
      seconds);
  return seen ? toJson(*seen).dump() : "";
}

}  // namespace

std::optional<Violation> askApart(const std::function<std::optional<Violation>()>& ask,
                                  double seconds) {
  // The answer, as text that ends with a zero; empty: no violation.
  using Answer = std::array<char, 1 << 16>;
  const Shared<Answer> answer;
  const Pulse still;
  Patience patience;
  patience.seconds = seconds;
  const auto work = [&] {
    try {
      const auto seen = ask();
      const std::string text = seen ? toJson(*seen).dump() : "";
      if (text.size() < answer->size()) std::copy(text.begin(), text.end(), answer->begin());
    } catch (const BadCall&) {  // no violation
    }
    return 0;
  };
  const Ending ending = runApart(work, still, patience);
  if (ending.kind != Ending::Kind::exited || ending.code != 0 || answer->front() == '\0')
    return std::nullopt;
  return violationFrom(nlohmann::json::parse(answer->data()));
}

Afresh::Afresh(LoadTarget load) : load_(std::move(load)) {}
Afresh::~Afresh() = default;

std::optional<Violation> Afresh::examineFor(const Violation& like, const Program& program) {
  if (!keeper_) {
    keeper_ = std::make_unique<Keeper>([this] {
      // Not copied for each question: what it holds on to lives as long as the process.
      const auto device = std::make_shared<Target>(load_());
      const auto reference = std::make_shared<Target>(Target::cpu());
      return [device, reference](const std::string& question) {
        return answerTo(question, *device, *reference);
      };
    });
  }
  nlohmann::json before = nlohmann::json::array();
  for (const Program& earlier : before_) before.push_back(print(earlier));
  const nlohmann::json question = {
      {"like", toJson(like)}, {"program", print(program)}, {"before", before}};
  const std::string answer = keeper_->ask(question.dump());
  if (answer.empty()) return std::nullopt;
  return violationFrom(nlohmann::json::parse(answer));
}

}  // namespace viewfuzz
