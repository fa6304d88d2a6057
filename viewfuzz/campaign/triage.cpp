#include "viewfuzz/campaign/triage.h"

#include <fmt/format.h>

#include <cstring>
#include <stdexcept>
#include <system_error>

#include "viewfuzz/campaign/ledger.h"
#include "viewfuzz/campaign/write_up.h"
#include "viewfuzz/execute/operators.h"

namespace viewfuzz {
namespace {

enum Examined { kExamined = 0, kCannotExamine = 2, kCannotStore = 3 };

/// Neither the device alone ends the process, nor has a violation been seen: it is one of the
/// trials that does it, or the reference.
Violation unexplained(const Program& program, const Ending& ending) {
  Violation violation;
  violation.property = Property::survival;
  violation.statement = program.statements.size() - 1;
  violation.op = "process";
  violation.condition = ending.kind == Ending::Kind::hung   ? Condition::hang
                        : ending.kind == Ending::Kind::grew ? Condition::memory
                                                            : Condition::crash;
  std::string how = "takes ever more memory";
  if (ending.kind == Ending::Kind::hung) how = "stands still";
  if (ending.kind == Ending::Kind::exited) how = fmt::format("ends with exit code {}", ending.code);
  if (ending.kind == Ending::Kind::crashed) how = fmt::format("ends ({})", strsignal(ending.code));
  violation.detail = fmt::format(
      "the process {} when the program is examined, though not when it runs on the device alone",
      how);
  return violation;
}

}  // namespace

Triage::Triage(LoadTarget load, CampaignOptions options)
    : load_(std::move(load)),
      options_(std::move(options)),
      survival_(load_, options_.patience),
      // Statements take microseconds; the first look has shown that this one does not.
      impatient_(load_, options_.patience / 20) {
  const Shared<Board> board;
  const auto work = [&]() -> int {
    try {
      load_();
      board->loaded = true;
    } catch (const std::exception& error) {
      board->tellWhyNot(error.what());
    }
    return kExamined;
  };
  runApart(work, board->pulse, {});
  if (board->loaded) return;
  const std::string why = board->why_not.data();
  throw std::runtime_error(why.empty() ? "Loading the backend ended the process." : why);
}

Triage::Verdict Triage::examine(const Program& program) {
  if (program.statements.empty()) return {};
  if (const auto violation = survival_.examine(program)) return asSurvival(program, *violation);
  Verdict verdict = asCase(program, false);
  if (!verdict.signature.empty()) return verdict;
  if (const auto violation = survival_.examineMemory(program))
    return asSurvival(program, *violation);
  return {};
}

Triage::Verdict Triage::asSurvival(const Program& program, const Violation& violation) {
  if (options_.known.contains(violation.signature())) return {violation.signature(), std::nullopt};
  Finding finding = survivalFinding(program, violation, impatient_, options_.reduce_budget);
  sign(finding, options_);
  return known(std::move(finding));
}

Triage::Verdict Triage::asCase(const Program& program, bool apart) {
  const Shared<Board> board;
  const ErrorLog log;
  Ledger ledger;
  CampaignOptions options = options_;
  options.known.clear();
  options.first_case = 0;
  options.cases = 1;
  for (const Trial& trial : trials()) options.always.insert(trial.property);
  options.thorough = true;
  options.board = &*board;
  if (apart) options.apart_case = 0;
  const auto work = [&]() -> int {
    log.take();
    const Target device = load_();
    try {
      runCampaign(
          {[&](uint64_t, uint64_t) { return program; }, 1}, device, Target::cpu(), options,
          [](const Progress&) { return true; },
          [&](const Finding& finding) { ledger.add(finding); });
    } catch (const BadCall& error) {
      board->tellWhyNot(error.what());
      return kCannotExamine;
    } catch (const std::system_error& error) {  // no fault of the program's
      board->tellWhyNot(error.what());
      return kCannotStore;
    }
    return kExamined;
  };
  Patience patience;
  patience.seconds = options_.patience;
  const Ending ending = runApart(work, board->pulse, patience);
  if (auto finding = ledger.take()) return known(std::move(*finding));
  if (ending.kind == Ending::Kind::exited) {
    if (ending.code == kExamined) return {};
    const std::string why = board->why_not.data();
    if (ending.code == kCannotStore && !why.empty())
      throw std::runtime_error(fmt::format("The program is not examined to its end: {}.", why));
    if (!why.empty()) throw BadCall(why);
  }
  // One of the programs that the reducer tried has done it, not this one.
  if (board->investigating && !apart) return asCase(program, true);

  const Violation violation = unexplained(program, ending);
  Finding finding = findingOf({program, violation, {program.statements.size()}, {}});
  finding.last_words = log.text();
  sign(finding, options_);
  return known(std::move(finding));
}

Triage::Verdict Triage::known(Finding finding) {
  const std::string signature = finding.signature;
  if (!options_.known.insert(signature).second) return {signature, std::nullopt};
  return {signature, std::move(finding)};
}

}  // namespace viewfuzz
