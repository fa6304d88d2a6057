#include "viewfuzz/campaign/triage.h"

#include <fmt/format.h>

#include <stdexcept>

#include "viewfuzz/campaign/worker.h"
#include "viewfuzz/campaign/write_up.h"
#include "viewfuzz/execute/beat_with_each_op.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/report/finding_json.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

/// A program that any backend can run. It is for whatever a backend does only at its first use.
Program smallestProgram() {
  return parse("# viewfuzz program 1\nt0 = tensor([2], float32, iota)\nt1 = aten.clone(t0)\n");
}

}  // namespace

Triage::Triage(LoadTarget load, CampaignOptions options)
    : load_(std::move(load)), options_(std::move(options)), patience_{options_.patience} {
  const Shared<Board> board;
  CampaignOptions first = options_;
  first.board = &*board;
  first.cases = 1;
  first.reduce_budget = {0, 0};
  bool loaded = false;
  Waiting waiting{options_.stop, [] {},
                  [&](const Frame& frame) { loaded = loaded || frame.tag == kWorkerLoaded; }};
  const auto work = [&](Channel& line) -> std::string {
    silenceErrors();
    workOnCampaign({[](uint64_t, uint64_t) { return smallestProgram(); }, 1}, load_, first, line);
    return "";
  };
  const ChildOutcome outcome =
      runChild(work, patience_.limits(patience_.seconds), waiting, &board->pulse);
  patience_ = board->patience(options_.patience);
  if (loaded || !failed(outcome)) return;
  throw std::runtime_error(whyNotLoaded(outcome));
}

Survival Triage::survival() const { return Survival(load_, patience_, {options_.stop}); }

Triage::Verdict Triage::examine(const Program& program) {
  if (program.statements.empty()) return {};
  // The first look has all patience: a statement of this program may be slow.
  if (const auto violation = survival().withAllPatience().examine(program))
    return asSurvival(program, *violation);
  Verdict verdict = asCase(program, false);
  if (!verdict.signature.empty()) return verdict;
  if (const auto violation = survival().examineMemory(program))
    return asSurvival(program, *violation);
  return {};
}

Triage::Verdict Triage::asSurvival(const Program& program, const Violation& violation) {
  if (options_.reported.contains(violation.signature()))
    return {violation.signature(), std::nullopt};
  Finding finding = survivalFinding(program, violation, survival(), options_.reduce_budget);
  sign(finding, options_);
  return verdictOf(std::move(finding));
}

Triage::Verdict Triage::asCase(const Program& program, bool apart) {
  const Shared<Board> board;
  const ErrorLog log;
  board->slowest = patience_.slowest;
  CampaignOptions options = options_;
  options.reported.clear();
  options.first_case = 0;
  options.cases = 1;
  for (const Trial& trial : trials()) options.always.insert(trial.property);
  options.thorough = true;
  options.board = &*board;
  if (apart) options.apart_case = 0;
  const auto work = [&](Channel& line) -> std::string {
    log.take();
    const BeatWithEachOp beating;  // a new process, so every op is at its first use
    const LoadTarget load = [&] { return loadFor(program, load_); };
    workOnCampaign({[&](uint64_t, uint64_t) { return program; }, 1}, load, options, line);
    return "";
  };
  bool loaded = false;
  std::optional<Finding> found;
  std::string lost;
  Waiting waiting;
  waiting.stop = options_.stop;
  waiting.on_frame = [&](const Frame& frame) {
    if (frame.tag == kWorkerLoaded) loaded = true;
    if (frame.tag == kWorkerLost) lost = frame.bytes;
    if (frame.tag == kWorkerFinding && !found)
      found = findingFrom(nlohmann::json::parse(frame.bytes));
  };
  const ChildOutcome outcome =
      runChild(work, patience_.limits(patience_.seconds), waiting, &board->pulse);
  if (found) return verdictOf(std::move(*found));
  if (!lost.empty()) throw std::runtime_error(lost);
  if (!failed(outcome)) return {};
  if (!loaded)
    throw CannotLoad(
        fmt::format("the backend cannot be loaded again: the process {}", told(outcome)));
  const auto* threw = std::get_if<Threw>(&outcome);
  if (threw != nullptr && threw->kind == kBadCall) throw BadCall(threw->text);
  // A program that the reducer tried has ended the process, and not this one.
  if (board->investigating && !apart) return asCase(program, true);
  if (const auto violation = survival().withAllPatience().examineReference(program))
    return asSurvival(program, *violation);

  Violation violation = unexplained(program, outcome);
  violation.refused_by_reference = survival().refusedByReference(program);
  Finding finding = findingOf({program, violation, {program.statements.size()}, {}});
  finding.last_words = log.text();
  sign(finding, options_);
  return verdictOf(std::move(finding));
}

Triage::Verdict Triage::verdictOf(Finding finding) {
  const std::string signature = finding.signature;
  if (!options_.reported.insert(signature).second) return {signature, std::nullopt};
  return {signature, std::move(finding)};
}

}  // namespace viewfuzz
