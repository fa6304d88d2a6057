#include "viewfuzz/campaign/campaign.h"

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <set>

#include "viewfuzz/campaign/write_up.h"
#include "viewfuzz/examine/minimize.h"
#include "viewfuzz/generate/choices.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A violation that a case showed, before it is reduced.
struct Sighting {
  uint64_t index;
  double seconds;
  Witness witness;
};

/// As long as it lives, the board says that a violation is looked into.
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
        inspector_(device, reference, options.asked),
        options_(options),
        stop_(options.stop),
        end_(stop_.within(options.seconds)),
        reported_(options.reported) {
    inspector_.stopAt(stop_);
  }

  Progress run(const OnProgress& on_progress, const OnFinding& on_finding) {
    // ATen is timed in some of the cases only, since asking the clock takes time itself.
    constexpr uint64_t kTimedOneIn = 64;
    const uint64_t first = std::min(options_.first_case, cases_.count);
    const uint64_t count = std::min(options_.cases, cases_.count - first);
    for (uint64_t i = 0; i < count && !end_.due() && goesOn(on_progress); ++i)
      oneCase(options_.first_case + i, i % kTimedOneIn == 1, on_finding);
    const Investigation last(options_.board);
    for (const auto& [signature, sighting] : waiting_) {
      if (!reported_.contains(signature)) report(sighting, on_finding);
    }
    countTimes();
    return std::move(progress_);
  }

 private:
  void countTimes() {
    progress_.seconds = secondsSince(start_);
    progress_.aten_seconds = static_cast<double>(inspector_.checks().nanosecondsInAten()) * 1e-9;
  }

  /// Reports the progress, unless it did so a moment ago. False: the campaign is to end.
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
    inspector_.checks().takeTimes(timed);
    const auto begin = Clock::now();
    const Program program = cases_.make(options_.seed, index);
    const Look look = lookAt(program, index);
    const double seconds = secondsSince(begin);
    if (timed) progress_.sampled_seconds += seconds;
    if (options_.board != nullptr) options_.board->timed(seconds);
    inspector_.checks().takeTimes(false);
    if (options_.coverage != nullptr) options_.coverage->add(program);
    if (look.witness) investigate(*look.witness, index, on_finding);
    // Only now is the case done: what ends the process before, ends it in this case.
    const bool undefined = !look.witness && look.differs && !look.passed_over;
    ++progress_.cases;
    progress_.statements += program.statements.size();
    if (undefined) ++progress_.undefined;
    if (look.not_asked) ++progress_.not_asked;
    if (look.not_asked && options_.board != nullptr) ++options_.board->not_asked;
    if (options_.board != nullptr) options_.board->done(program.statements.size(), undefined);
  }

  Look lookAt(const Program& program, uint64_t index) {
    LookOptions options = LookOptions::ofCase(index);
    options.always = &options_.always;
    options.thorough = options_.thorough;
    options.reported = &reported_;
    const Patience patience = options_.board != nullptr
                                  ? options_.board->patience(options_.patience)
                                  : Patience{options_.patience};
    inspector_.recheckApart(index == options_.apart_case, patience.forStep());
    // A look at a long program runs shorter ones, and one of these may end the process.
    std::optional<Investigation> here;
    if (program.statements.size() > kLongProgram) here.emplace(options_.board);
    return inspector_.look(program, options);
  }

  void investigate(const Witness& seen, uint64_t index, const OnFinding& on_finding) {
    const Investigation here(options_.board);
    const double detected = secondsSince(start_);
    auto clear = inspector_.clarify(seen);
    if (!clear) return;
    const Violation& violation = clear->violation;
    const std::string signature = violation.signature();
    if (reported_.contains(signature)) return;
    // A copy that loses no write in this case: a later case is likely to show the loss.
    const bool shows = violation.property != Property::aliasing ||
                       violation.condition != Condition::copy || violation.write_lost;
    Sighting sighting{index, detected, std::move(*clear)};
    if (shows) {
      report(sighting, on_finding);
    } else {
      waiting_.emplace(signature, std::move(sighting));
    }
  }

  void report(const Sighting& sighting, const OnFinding& on_finding) {
    const std::string signature = sighting.witness.violation.signature();
    reported_.insert(signature);
    Budget budget = options_.reduce_budget;
    budget.stop = stop_;
    Finding finding = findingOf(minimize(sighting.witness, inspector_, budget));
    finding.signature = signature;
    finding.case_index = sighting.index;
    finding.seconds = sighting.seconds;
    finding.warnings = inspector_.checks().warningsOf(finding.program);
    sign(finding, options_);
    progress_.findings.push_back(finding);
    on_finding(finding);
  }

  const Cases& cases_;
  Inspector inspector_;
  const CampaignOptions& options_;
  const StopCondition stop_;
  const StopCondition end_;  // `stop_`, or the end of the time
  Progress progress_;
  std::set<std::string> reported_;  // signatures
  std::map<std::string, Sighting>
      waiting_;  // by signature: violations that a later case may show better
  Clock::time_point start_ = Clock::now();
  std::optional<double> told_;  // seconds: when the progress was reported last
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
