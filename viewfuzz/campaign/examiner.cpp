#include "viewfuzz/campaign/examiner.h"

#include <array>

#include "viewfuzz/execute/operators.h"
#include "viewfuzz/judge/judge.h"
#include "viewfuzz/report/finding_json.h"

namespace viewfuzz {

bool Examiner::differs(const Program& program) {
  reference_.run(program, Speed::fast, on_reference_);
  device_.run(program, Speed::fast, on_device_);
  return !agree(program, on_device_, on_reference_);
}

std::optional<Violation> Examiner::examine(const Program& program) {
  reference_.run(program, Speed::located, on_reference_);
  device_.run(program, Speed::located, on_device_);
  return judge(program, on_device_, on_reference_);
}

std::vector<Property> Examiner::brokenAlone(const Program& program) {
  reference_.run(program, Speed::located, on_reference_);
  device_.run(program, Speed::located, on_device_);
  return viewfuzz::brokenAlone(program, on_device_, on_reference_);
}

std::optional<Violation> Examiner::examineFor(const Violation& like, const Program& program) {
  if (pulse_ != nullptr) pulse_->beat();
  return apart_ ? examineApart(like, program) : examineHere(like, program);
}

std::optional<Violation> Examiner::examineApart(const Violation& like, const Program& program) {
  // The answer, as text that ends with a zero; empty: no violation.
  using Answer = std::array<char, 1 << 16>;
  const Shared<Answer> answer;
  const Pulse still;
  Patience patience;
  patience.seconds = 1;
  const auto work = [&] {
    try {
      const auto seen = examineHere(like, program);
      const std::string text = seen ? toJson(*seen).dump() : "";
      if (text.size() < answer->size()) std::copy(text.begin(), text.end(), answer->begin());
    } catch (const BadCall&) {  // no violation
    }
    return 0;
  };
  const Ending ending = runApart(work, still, patience);
  if (pulse_ != nullptr) pulse_->beat();
  if (ending.kind != Ending::Kind::exited || ending.code != 0 || answer->front() == '\0')
    return std::nullopt;
  return violationFrom(nlohmann::json::parse(answer->data()));
}

bool Examiner::failsLike(const Program& program, const Violation& violation) {
  try {
    const auto seen = examineFor(violation, program);
    return seen && seen->signature() == violation.signature() &&
           seen->write_lost == violation.write_lost;
  } catch (const BadCall&) {
    return false;
  }
}

void Examiner::takeTimes(bool on) {
  device_.takeTimes(on);
  reference_.takeTimes(on);
}

}  // namespace viewfuzz
