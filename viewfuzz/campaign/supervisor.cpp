#include "viewfuzz/campaign/supervisor.h"

#include <fmt/format.h>

#include <chrono>
#include <stdexcept>
#include <thread>

#include "viewfuzz/campaign/confirming.h"
#include "viewfuzz/campaign/kills.h"
#include "viewfuzz/campaign/worker.h"
#include "viewfuzz/campaign/write_up.h"
#include "viewfuzz/report/finding_json.h"
#include "viewfuzz/target/open.h"

namespace viewfuzz {
namespace {

using Clock = std::chrono::steady_clock;

/// Bytes by which a worker must grow before a leak is looked for; noise is a tenth of that.
constexpr uint64_t kSuspiciousGrowth = uint64_t{256} << 20;
/// At most so many cases are searched, one by one, for the one that leaks.
constexpr uint64_t kSuspects = 256;
/// Seconds in which a worker must end by itself after somebody has asked for the end.
constexpr double kGrace = 0.4;
constexpr int kWatchEvery = 20;  // milliseconds

class Supervisor {
 public:
  Supervisor(const Cases& cases, const LoadTarget& load, const CampaignOptions& options,
             const OnProgress& on_progress, const OnFinding& on_finding)
      : cases_(cases),
        load_(load),
        options_(options),
        asked_(options.stop),
        on_progress_(on_progress),
        on_finding_(on_finding),
        time_(options.seconds),
        confirming_(cases, load, options_) {
    options_.stop = StopCondition();  // a new one: the end of this campaign ends no other
    options_.board = &*board_;
  }

  Progress run() {
    const uint64_t first = std::min(options_.first_case, cases_.count);
    const uint64_t end = first + std::min(options_.cases, cases_.count - first);
    options_.first_case = first;
    try {
      runWorkers(end);
    } catch (...) {  // report what was found before
      confirming_.stop();
      while (auto finding = confirming_.take()) report(std::move(*finding));
      throw;
    }
    while (!confirming_.idle()) {
      look();
      std::this_thread::sleep_for(std::chrono::milliseconds(kWatchEvery));
    }
    look();
    return std::move(progress_);
  }

 private:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  Patience patience() const { return board_->patience(options_.patience); }
  Program programOf(uint64_t index) const { return cases_.make(options_.seed, index); }

  void runWorkers(uint64_t end) {
    while (options_.first_case < end) {
      options_.cases = end - options_.first_case;
      options_.seconds = time_.secondsLeft();
      const ChildOutcome outcome = watchWorker();
      if (!failed(outcome)) return;
      goOnBehind(board_->pulse.at, outcome);
      if (time_.due() || options_.stop.due()) return;
    }
  }

  /// Runs a worker from `first_case` on, and tells how it ended.
  ChildOutcome watchWorker() {
    started_ = seconds();
    loaded_ = false;
    lost_.clear();
    board_->investigating = false;
    Limits limits = patience().limits(options_.patience);
    limits.growth = growth_;
    const CampaignOptions options = options_;
    ChildProcess worker(
        [&](Channel& line) -> std::string {
          workOnCampaign(cases_, load_, options, line);
          return "";
        },
        limits, &board_->pulse);
    for (;;) {
      worker.wait(kWatchEvery);
      const bool ended = worker.look().has_value();
      while (auto frame = worker.take()) hear(*frame);
      look();
      if (ended) break;
      endOverdue(worker);
    }
    const ChildOutcome outcome = *worker.look();
    if (!lost_.empty()) throw std::runtime_error(lost_);
    if (!loaded_ && failed(outcome)) {
      const bool was_loaded = board_->load > 0;  // by a worker before this one
      throw std::runtime_error((was_loaded ? "The backend cannot be loaded again: " : "") +
                               whyNotLoaded(outcome));
    }
    return outcome;
  }

  /// Ends a worker that should have ended by itself. It may be in the middle of a long case.
  void endOverdue(ChildProcess& worker) {
    const StopReason asked = options_.stop.reason();
    if (asked == StopReason::none && !(time_.due() && loaded_ && !board_->investigating)) {
      overdue_.reset();
      return;
    }
    const double grace = asked == StopReason::none ? options_.patience : kGrace;
    if (!overdue_) overdue_ = seconds();
    if (seconds() > *overdue_ + grace)
      worker.end(Stopped{asked == StopReason::none ? StopReason::time : asked});
  }

  void hear(const Frame& frame) {
    switch (frame.tag) {
      case kWorkerLoaded:
        loaded_ = true;
        break;
      case kWorkerFinding: {
        Finding finding = findingFrom(nlohmann::json::parse(frame.bytes));
        finding.seconds += started_;
        confirming_.add(std::move(finding), options_.first_case);
        break;
      }
      case kWorkerLost:
        lost_ = frame.bytes;
        break;
      default:
        break;
    }
  }

  /// Takes over what the processes have to say. Never waits.
  void look() {
    count();
    if (options_.stop.due()) {
      confirming_.stop();  // who asks for the end does not want to wait for a confirmation
    } else {
      confirming_.look(patience());
    }
    while (auto finding = confirming_.take()) report(std::move(*finding));
    if (!on_progress_(progress_) || asked_.due() || foundEnough())
      options_.stop.request(StopReason::asked);
  }

  void count() {
    board_->countInto(progress_);
    progress_.seconds = seconds();
    progress_.kills = kills_.count();
    progress_.shrinking = shrinking_;
    if (board_->investigating) progress_.shrinking = board_->pulse.at;
  }

  bool foundEnough() const { return progress_.findings.size() >= options_.most_findings; }

  void report(Finding finding) {
    if (foundEnough()) return;
    if (!options_.reported.insert(finding.signature).second) return;
    progress_.findings.push_back(std::move(finding));
    on_finding_(progress_.findings.back());
  }

  Survival survival() {
    return Survival(load_, patience(), {options_.stop, [this] { look(); }});
  }

  bool asksForSurvival() const { return options_.asked.contains(Property::survival); }

  void goOnBehind(uint64_t index, const ChildOutcome& outcome) {
    if (std::holds_alternative<Grew>(outcome)) {
      if (asksForSurvival()) findLeak(index);
      growth_ *= 4;  // the same leak shall not hold up the campaign again
      leaveBehind(index);
      return;
    }
    if (board_->investigating && options_.apart_case != index) {
      // A program that the reducer tried has ended the worker, and not the case.
      options_.apart_case = index;
      options_.first_case = index;
      return;
    }
    const bool asks = asksForSurvival();
    if (!asks) ++progress_.deaths;
    if (!asks || lookIntoEnd(programOf(index), index, outcome))
      leaveBehind(index);
    else
      options_.first_case = index;  // once more
  }

  /// Goes on behind a case that has ended its worker. It was run, so it counts.
  void leaveBehind(uint64_t index) {
    board_->done(programOf(index).statements.size(), false);
    options_.first_case = index + 1;
  }

  /// Finds out who has ended the worker: the device by this case alone, the CPU by this case alone,
  /// this case behind those before it, or somebody outside. False: the case is to be run again.
  bool lookIntoEnd(const Program& program, uint64_t index, const ChildOutcome& outcome) {
    const Survival asked = survival();
    try {
      auto violation = asked.examine(program);
      if (!violation) violation = asked.examineReference(program);
      if (violation) {
        reduceAndReport(program, *violation, index);
      } else if (Kills::isOne(outcome)) {
        kills_.add(options_.seed, index);
        return false;
      } else if (!options_.stop.due()) {
        reportUnexplained(program, index, outcome);
        // A fresh process has run nothing before, and may tell what the case itself shows.
        return index == options_.first_case;
      }
    } catch (const CannotLoad&) {
      if (!Kills::isOne(outcome)) reportUnexplained(program, index, outcome);
      throw;
    }
    return true;
  }

  void findLeak(uint64_t index) {
    const uint64_t first = options_.first_case;
    const Survival asked = survival();
    for (uint64_t i = first; i <= index && i < first + kSuspects; ++i) {
      // Hundreds of runs of a model take long.
      if (time_.due() || options_.stop.due()) return;
      const Program program = programOf(i);
      const auto violation = asked.examineMemory(program);
      if (!violation) continue;
      reduceAndReport(program, *violation, i);
      return;
    }
  }

  void reduceAndReport(const Program& original, const Violation& violation, uint64_t index) {
    if (options_.reported.contains(violation.signature())) return;
    const double detected = seconds();
    shrinking_ = index;
    Finding finding = survivalFinding(original, violation, survival(), options_.reduce_budget);
    shrinking_.reset();
    finding.seconds = detected;
    finding.case_index = index;
    sign(finding, options_);
    report(std::move(finding));
  }

  /// Reports a case that alone does no harm: a case before it has left the process broken.
  void reportUnexplained(const Program& program, uint64_t index, const ChildOutcome& outcome) {
    Finding finding = findingBehindOthers(program, outcome, options_, index);
    finding.violation.refused_by_reference = survival().refusedByReference(program);
    finding.seconds = seconds();
    sign(finding, options_);
    report(std::move(finding));
  }

  const Cases& cases_;
  const LoadTarget& load_;
  CampaignOptions options_;
  const StopCondition asked_;  // due when the caller asks for the end
  const OnProgress& on_progress_;
  const OnFinding& on_finding_;
  const StopCondition time_;
  Confirming confirming_;
  Shared<Board> board_;
  Progress progress_;
  uint64_t growth_ = kSuspiciousGrowth;
  bool loaded_ = false;  // the worker has the backend
  std::string lost_;     // a sentence: a finding that it cannot hand over
  double started_ = 0;   // seconds: when the worker was started
  Kills kills_;
  std::optional<uint64_t> shrinking_;  // the case whose process ended, while it is reduced
  std::optional<double> overdue_;      // seconds: since when the worker should have ended
  Clock::time_point start_ = Clock::now();
};

}  // namespace

Progress superviseCampaign(const Cases& cases, const LoadTarget& load,
                           const CampaignOptions& options, const OnProgress& on_progress,
                           const OnFinding& on_finding) {
  return Supervisor(cases, load, options, on_progress, on_finding).run();
}

}  // namespace viewfuzz
