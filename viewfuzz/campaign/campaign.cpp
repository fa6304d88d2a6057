#include "viewfuzz/campaign/campaign.h"

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <set>

#include "viewfuzz/campaign/write_up.h"
#include "viewfuzz/examine/localise.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/generate/choices.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// From this many statements on, keeping all storages after each of them is too much.
constexpr size_t kLongProgram = 64;

/// A violation before it is reduced.
struct Found {
  uint64_t index;
  double seconds;
  size_t statements;  ///< of the case
  Shown shown;
};

/// Says on the board, as long as it lives, that a violation is looked into.
class Investigation {
 public:
  explicit Investigation(Board* board) : board_(board) { show(true); }
  ~Investigation() { show(false); }
  Investigation(const Investigation&) = delete;
  Investigation& operator=(const Investigation&) = delete;

 private:
  void show(bool on) {
    if (board_ != nullptr) board_->investigating = on;
  }
  Board* board_;
};

class Campaign {
 public:
  Campaign(const Cases& cases, const Target& device, const Target& reference,
           const CampaignOptions& options)
      : cases_(cases),
        device_(device),
        reference_(reference),
        examiner_(device, reference),
        options_(options),
        known_(options.known) {
    examiner_.stopAt(options.stop);
  }

  Progress run(const OnProgress& on_progress, const OnFinding& on_finding) {
    // Asking the clock takes time itself, so that ATen is timed in some of the cases only.
    constexpr uint64_t kTimedOneIn = 64;
    const uint64_t first = std::min(options_.first_case, cases_.count);
    const uint64_t count = std::min(options_.cases, cases_.count - first);
    const StopCondition stop = options_.stop.within(options_.seconds);
    for (uint64_t i = 0; i < count && !stop.due() && goesOn(on_progress); ++i)
      oneCase(options_.first_case + i, i % kTimedOneIn == 1, on_finding);
    const Investigation last(options_.board);
    for (const auto& [signature, found] : waiting_) {
      if (!known_.contains(signature)) report(found, on_finding);
    }
    countTimes();
    return std::move(progress_);
  }

 private:
  void countTimes() {
    progress_.seconds = secondsSince(start_);
    progress_.aten_seconds = static_cast<double>(examiner_.nanosecondsInAten()) * 1e-9;
  }

  /// Tells how far it is, if some time has gone by since the last time.
  bool goesOn(const OnProgress& on_progress) {
    constexpr double kBetween = 0.001;
    const double now = secondsSince(start_);
    if (told_ && now < *told_ + kBetween) return true;
    told_ = now;
    countTimes();
    return on_progress(progress_);
  }

  void oneCase(uint64_t index, bool timed, const OnFinding& on_finding) {
    if (options_.board != nullptr) options_.board->pulse.beatAt(index);
    examiner_.takeTimes(timed);
    const auto begin = Clock::now();
    const Program program = cases_.make(options_.seed, index);
    const bool differs = examiner_.differs(program);
    const double seconds = secondsSince(begin);
    if (timed) progress_.sampled_seconds += seconds;
    if (options_.board != nullptr) options_.board->timed(seconds);
    examiner_.takeTimes(false);
    ++progress_.cases;
    progress_.statements += program.statements.size();
    if (options_.coverage != nullptr) options_.coverage->add(program);
    if (program.statements.size() > kLongProgram) {  // trials keep all storages as well
      if (differs) investigateLong(program, index, on_finding);
      return;
    }
    if (differs) {
      auto violation = examiner_.examine(program);
      // Perhaps it only differs when nobody looks on the way.
      if (!violation) violation = examiner_.examineRepeated(program);
      if (!violation) ++progress_.undefined;
      if (violation) investigate(program, *violation, index, on_finding);
      return;
    }
    for (const Trial& trial : trials()) {
      // Chosen by the case alone, so that it does not matter where a campaign starts.
      if (!options_.always.contains(trial.property) &&
          scramble(index ^ static_cast<uint64_t>(trial.property)) % trial.every != 0)
        continue;
      auto violation = (examiner_.*trial.examine)(program);
      if (violation) investigate(program, *violation, index, on_finding);
    }
  }

  /// Of a long program only the first statement that differs is of interest, and that one stands
  /// alone before anything else is done.
  void investigateLong(const Program& program, uint64_t index, const OnFinding& on_finding) {
    const Investigation here(options_.board);
    const double detected = secondsSince(start_);
    auto localised = localise(program, device_, reference_, examiner_);
    if (localised && localised->shown) {
      if (!known_.contains(localised->shown->violation.signature()))
        report({index, detected, program.statements.size(), std::move(*localised->shown)},
               on_finding);
      return;
    }
    if (!localised) {
      ++progress_.undefined;
      return;
    }
    try {
      const auto violation = examiner_.examine(program);
      if (!violation) ++progress_.undefined;
      if (violation) investigate(program, *violation, index, on_finding);
    } catch (const BadCall& error) {
      throw std::runtime_error(fmt::format(
          "case {} differs at statement {} ({}), and cannot be "
          "reduced: {}",
          index, localised->parting.statement, localised->parting.detail, error.what()));
    }
  }

  void investigate(const Program& program, const Violation& seen, uint64_t index,
                   const OnFinding& on_finding) {
    if (known_.contains(seen.signature())) return;
    const Investigation here(options_.board);
    const Patience patience = options_.board != nullptr
                                  ? options_.board->patience(options_.patience)
                                  : Patience{options_.patience};
    examiner_.tryApart(index == options_.apart_case, patience.forStep());
    const double detected = secondsSince(start_);
    auto shown = clarified(program, seen, examiner_);
    if (!shown) {  // it does not always go wrong
      const auto again = examiner_.examineOften(program);
      if (!again || known_.contains(again->signature())) return;
      shown = clarified(program, *again, examiner_);
      if (!shown) return;
    }
    Found found{index, detected, program.statements.size(), std::move(*shown)};
    const Violation& violation = found.shown.violation;
    const std::string signature = violation.signature();
    if (known_.contains(signature)) return;
    // A copy whose loss no write shows yet: a later case is likely to show it.
    const bool shows = violation.property != Property::aliasing || violation.condition != "copy" ||
                       violation.write_lost;
    if (shows) {
      report(found, on_finding);
    } else {
      waiting_.emplace(signature, std::move(found));
    }
  }

  void report(const Found& found, const OnFinding& on_finding) {
    known_.insert(found.shown.violation.signature());
    const Minimal minimal = minimise(found.shown, examiner_, options_.reduce_budget);

    Finding finding = findingOf(minimal, found.statements);
    finding.signature = found.shown.violation.signature();
    finding.case_index = found.index;
    finding.seconds = found.seconds;
    sign(finding, options_);
    progress_.findings.push_back(finding);
    on_finding(finding);
  }

  const Cases& cases_;
  const Target& device_;
  const Target& reference_;
  Examiner examiner_;
  const CampaignOptions& options_;
  Progress progress_;
  std::set<std::string> known_;  // signatures
  std::map<std::string, Found>
      waiting_;  // by signature: violations that a later case may show better
  Clock::time_point start_ = Clock::now();
  std::optional<double> told_;  // seconds: when the progress was
};

}  // namespace

Cases Cases::drawn(std::function<Program(Choices&)> draw) {
  return {[draw = std::move(draw)](uint64_t seed, uint64_t index) {
    SeededChoices choices(seed, index);
    return draw(choices);
  }};
}

Cases Cases::listed(const std::vector<std::string>& texts) {
  return {[&texts](uint64_t, uint64_t index) { return parse(texts[index], "listed program"); },
          texts.size()};
}

void sign(Finding& finding, const CampaignOptions& options) {
  finding.seed = options.seed;
  finding.backend = options.backend;
  finding.versions = options.versions;
  finding.fault = options.fault;
}

Progress runCampaign(const Cases& cases, const Target& device, const Target& reference,
                     const CampaignOptions& options, const OnProgress& on_progress,
                     const OnFinding& on_finding) {
  return Campaign(cases, device, reference, options).run(on_progress, on_finding);
}

}  // namespace viewfuzz
