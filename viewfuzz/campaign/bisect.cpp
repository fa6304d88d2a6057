#include "viewfuzz/campaign/bisect.h"

#include <nlohmann/json.hpp>

#include "viewfuzz/campaign/write_up.h"
#include "viewfuzz/examine/inspector.h"
#include "viewfuzz/files/json_text.h"
#include "viewfuzz/judge/violation_json.h"
#include "viewfuzz/report/finding_json.h"
#include "viewfuzz/target/open.h"

namespace viewfuzz {
namespace {

std::string textOfBisected(const Bisected& bisected) {
  return jsonText(
      {{"parting", bisected.parting ? toJson(*bisected.parting) : nlohmann::json()},
       {"minimal", bisected.minimal ? transportJson(*bisected.minimal) : nlohmann::json()}});
}

Bisected bisectedFrom(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text);
  Bisected bisected;
  if (!json.at("parting").is_null()) bisected.parting = violationFrom(json.at("parting"));
  if (!json.at("minimal").is_null()) bisected.minimal = findingFrom(json.at("minimal"));
  return bisected;
}

Bisected bisectOn(const Target& device, const Program& program, const Budget& budget,
                  const StopCondition& stop) {
  Inspector inspector(device, cpuTarget());
  inspector.stopAt(stop);
  LookOptions options;
  options.localize = true;
  const Look look = inspector.look(program, options);
  Bisected bisected{look.parting, {}};
  if (!look.witness) return bisected;
  Budget stoppable = budget;
  stoppable.stop = stop;
  if (const auto minimal = inspector.shrink(*look.witness, stoppable))
    bisected.minimal = findingOf(*minimal);
  return bisected;
}

}  // namespace

Bisected bisect(const Program& program, const WorkWithBackend& work, const Budget& budget) {
  WorkWithBackend bounded = work;
  bounded.memory = memoryAllowed(program);
  const ChildOutcome outcome = bounded.run([&](const Target& device, Channel&) {
    return textOfBisected(bisectOn(device, program, budget, work.stop));
  });
  if (const auto* answered = std::get_if<Answered>(&outcome))
    return bisectedFrom(answered->payload);
  if (!failed(outcome)) return {};
  const Violation violation = work.explain(program, outcome);
  return {violation, survivalFinding(program, violation, work.survival(), budget)};
}

}  // namespace viewfuzz
