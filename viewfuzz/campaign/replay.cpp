#include "viewfuzz/campaign/replay.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "viewfuzz/examine/inspector.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/files/json_text.h"
#include "viewfuzz/judge/violation_json.h"
#include "viewfuzz/target/open.h"

namespace viewfuzz {
namespace {

constexpr uint32_t kReplayed = 1;

std::string textOfReplayed(const Replayed& replayed) {
  return jsonText(
      {{"violation", replayed.violation ? toJson(*replayed.violation) : nlohmann::json()},
       {"signature", replayed.signature},
       {"refused", replayed.refused}});
}

Replayed replayedFrom(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text);
  Replayed replayed;
  if (!json.at("violation").is_null()) replayed.violation = violationFrom(json.at("violation"));
  replayed.signature = json.at("signature");
  replayed.refused = json.at("refused");
  return replayed;
}

Replayed replayedBy(Inspector& inspector, const Program& program) {
  try {
    const Look look = inspector.look(program);
    if (!look.witness) return {};
    const auto clear = inspector.clarify(*look.witness);
    const Violation& named = clear ? clear->violation : look.witness->violation;
    return {look.parting ? *look.parting : look.witness->violation, named.signature(), {}};
  } catch (const BadCall& error) {
    return {{}, {}, error.what()};
  }
}

}  // namespace

void replay(const std::vector<Program>& programs, const WorkWithBackend& work,
            const std::function<void(size_t index, const Replayed&)>& on_each) {
  WorkWithBackend bounded = work;
  for (const Program& program : programs)
    bounded.memory = std::max(bounded.memory, memoryAllowed(program));
  size_t next = 0;  // the first program that was not told of yet
  const auto look_at_the_rest = [&](const Target& device, Channel& line) -> std::string {
    Inspector inspector(device, cpuTarget());
    for (size_t i = next; i < programs.size(); ++i)
      line.send(kReplayed, textOfReplayed(replayedBy(inspector, programs[i])));
    return "";
  };
  while (next < programs.size() && !work.stop.due()) {
    const ChildOutcome outcome = bounded.run(look_at_the_rest, [&](const Frame& frame) {
      on_each(next, replayedFrom(frame.bytes));
      ++next;
    });
    if (!failed(outcome)) return;
    if (next == programs.size()) return;  // it failed when there was nothing left to do
    const Violation violation = work.explain(programs[next], outcome);
    on_each(next, {violation, violation.signature(), {}});
    ++next;
  }
}

}  // namespace viewfuzz
