#include "viewfuzz/campaign/afresh.h"

#include <array>

#include "viewfuzz/campaign/apart.h"
#include "viewfuzz/campaign/examiner.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/report/finding_json.h"

namespace viewfuzz {

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

std::optional<Violation> Afresh::examineFor(const Violation& like, const Program& program) {
  // As long as a program that blocks may take; what runs before has been seen to end.
  const double seconds = 1 + 0.01 * static_cast<double>(before_.size());
  return askApart(
      [&] {
        silenceErrors();
        const Target device = load_();
        const Target reference = Target::cpu();
        Examiner examiner(device, reference);
        for (const Program& earlier : before_) examiner.differs(earlier);
        return examiner.examineFor(like, program);
      },
      seconds);
}

}  // namespace viewfuzz
