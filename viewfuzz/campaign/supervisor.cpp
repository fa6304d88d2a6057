#include "viewfuzz/campaign/supervisor.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <stdexcept>

#include "viewfuzz/campaign/confirm.h"
#include "viewfuzz/campaign/ledger.h"
#include "viewfuzz/campaign/write_up.h"
#include "viewfuzz/target/open.h"

namespace viewfuzz {
namespace {

using Clock = std::chrono::steady_clock;

enum Answer { kDone = 0, kCannotLoad = 2, kCannotKeep = 3 };
/// Growth of a worker that is looked into; noise is a tenth of that.
constexpr uint64_t kSuspiciousGrowth = uint64_t{256} << 20;
/// Cases that are asked one by one which of them leaks.
constexpr uint64_t kSuspects = 256;

class Supervisor {
 public:
  Supervisor(const Cases& cases, const LoadTarget& load, const CampaignOptions& options,
             const OnProgress& on_progress, const OnFinding& on_finding)
      : cases_(cases),
        load_(load),
        options_(options),
        all_seconds_(options.seconds),
        on_progress_(on_progress),
        on_finding_(on_finding),
        // Statements take microseconds; one that takes so long is asked no longer than needed.
        survival_(load, options.patience / 20),
        confirmation_(cases, load_, options_) {
    patience_.seconds = options.patience;
    patience_.growth = kSuspiciousGrowth;
    options_.board = &*board_;
  }

  Progress run() {
    const uint64_t first = std::min(options_.first_case, cases_.count);
    const uint64_t end = first + std::min(options_.cases, cases_.count - first);
    options_.first_case = first;
    for (;;) {
      options_.cases = end - options_.first_case;
      options_.seconds = all_seconds_ - seconds();
      started_ = seconds();
      const Ending ending =
          runApart([this] { return work(); }, board_->pulse, patience_, [this] { look(); });
      look();
      if (ending.kind == Ending::Kind::exited && ending.code == kDone) break;
      const std::string why = board_->why_not.data();
      if (!board_->loaded)
        throw std::runtime_error(why.empty() ? "Loading the backend ended the process." : why);
      if (ending.kind == Ending::Kind::exited && ending.code == kCannotKeep && !why.empty())
        throw std::runtime_error(why);
      const uint64_t index = board_->pulse.at;
      if (board_->stop) break;
      goOnBehind(index, ending);
      if (options_.first_case >= end || seconds() >= all_seconds_) break;
    }
    look();
    return std::move(progress_);
  }

 private:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  TargetPtr load() {
    try {
      return load_();
    } catch (const std::exception& error) {
      board_->tellWhyNot(error.what());
      _exit(kCannotLoad);
    }
  }

  int work() {
    const TargetPtr loaded = load();
    const Target& device = *loaded;
    board_->loaded = true;
    if (options_.quiet) silenceErrors();
    const Target& reference = cpuTarget();
    const uint64_t cases = board_->cases;
    const uint64_t statements = board_->statements;
    const uint64_t undefined = board_->undefined;
    const uint64_t sampled = board_->sampled_nanoseconds;
    const uint64_t aten = board_->aten_nanoseconds;
    const auto show = [&](const Progress& progress) {
      board_->cases = cases + progress.cases;
      board_->statements = statements + progress.statements;
      board_->undefined = undefined + progress.undefined;
      board_->sampled_nanoseconds = sampled + static_cast<uint64_t>(progress.sampled_seconds * 1e9);
      board_->aten_nanoseconds = aten + static_cast<uint64_t>(progress.aten_seconds * 1e9);
      return !board_->stop;
    };
    show(runCampaign(cases_, device, reference, options_, show,
                     [this](const Finding& finding) { keep(finding); }));
    return kDone;
  }

  /// A finding that is lost on its way is no end of the backend's, and not "nothing found".
  void keep(const Finding& finding) {
    try {
      ledger_.add(finding);
    } catch (const std::exception& error) {
      board_->tellWhyNot(
          fmt::format("The finding {} is lost: {}.", finding.signature, error.what()));
      _exit(kCannotKeep);
    }
  }

  /// Takes over what the worker shows.
  void look() {
    progress_.cases = board_->cases;
    progress_.statements = board_->statements;
    progress_.undefined = board_->undefined;
    progress_.sampled_seconds = static_cast<double>(board_->sampled_nanoseconds) * 1e-9;
    progress_.aten_seconds = static_cast<double>(board_->aten_nanoseconds) * 1e-9;
    progress_.seconds = seconds();
    while (auto finding = ledger_.take()) {
      finding->seconds += started_;
      // Nobody who has asked for an end waits for a reduction.
      if (!options_.confirm) {
        finding->alone = false;  // as far as is known
      } else if (board_->stop) {
        finding->alone = confirmation_.standsAlone(*finding);
      } else {
        finding = confirmation_.confirmed(std::move(*finding), options_.first_case);
      }
      if (!options_.known.contains(finding->signature)) report(std::move(*finding));
      if (!on_progress_(progress_)) board_->stop = true;
    }
    if (!on_progress_(progress_)) board_->stop = true;
  }

  void report(Finding finding) {
    options_.known.insert(finding.signature);
    progress_.findings.push_back(std::move(finding));
    on_finding_(progress_.findings.back());
  }

  Program programOf(uint64_t index) const { return cases_.make(options_.seed, index); }

  void goOnBehind(uint64_t index, const Ending& ending) {
    if (ending.kind == Ending::Kind::grew) {
      findLeak(index);
      patience_.growth *= 4;  // a leak that is known does not hold the campaign up again
      options_.first_case = index + 1;
      return;
    }
    if (board_->investigating && options_.apart_case != index) {
      // One of the programs that the reducer tried has done it, not the case.
      options_.apart_case = index;
      options_.first_case = index;
      return;
    }
    board_->investigating = false;
    const Program program = programOf(index);
    if (auto violation = survival_.examine(program)) {
      reduceAndReport(program, *violation, index);
    } else {
      reportUnexplained(program, index, ending);
    }
    options_.first_case = index + 1;
  }

  void findLeak(uint64_t index) {
    const uint64_t first = options_.first_case;
    for (uint64_t i = first; i <= index && i < first + kSuspects && !board_->stop; ++i) {
      if (seconds() >= all_seconds_) return;  // of a model, hundreds of runs take a while
      look();
      const Program program = programOf(i);
      const auto violation = survival_.examineMemory(program);
      if (!violation) continue;
      reduceAndReport(program, *violation, i);
      return;
    }
  }

  void reduceAndReport(const Program& original, const Violation& violation, uint64_t index) {
    if (options_.known.contains(violation.signature())) return;
    const double detected = seconds();
    const auto go_on = [&] {
      look();
      return !board_->stop;
    };
    Finding finding =
        survivalFinding(original, violation, survival_, options_.reduce_budget, go_on);
    finding.seconds = detected;
    finding.case_index = index;
    sign(finding, options_);
    report(std::move(finding));
  }

  /// The case alone does no harm: something before it has left the process broken.
  void reportUnexplained(const Program& program, uint64_t index, const Ending& ending) {
    Finding finding;
    finding.seconds = seconds();
    finding.program = program;
    finding.original_statements = program.statements.size();
    finding.violation.property = Property::survival;
    finding.violation.statement = program.statements.size() - 1;
    finding.violation.op = "process";
    finding.violation.condition = ending.kind == Ending::Kind::hung ? "hang" : "crash";
    finding.violation.odd = OddOneOut::device;
    finding.violation.detail = fmt::format(
        "the process {} in this case, which alone does no harm: see what --first {} --cases {} "
        "does",
        ending.kind == Ending::Kind::hung ? std::string("stood still")
                                          : fmt::format("ended ({})", strsignal(ending.code)),
        options_.first_case, index - options_.first_case + 1);
    finding.signature = finding.violation.signature();
    finding.case_index = index;
    sign(finding, options_);
    if (!options_.known.contains(finding.signature)) report(std::move(finding));
  }

  const Cases& cases_;
  const LoadTarget& load_;
  CampaignOptions options_;
  const double all_seconds_;
  const OnProgress& on_progress_;
  const OnFinding& on_finding_;
  Survival survival_;
  Confirmation confirmation_;
  Patience patience_;
  Shared<Board> board_;
  Ledger ledger_;
  Progress progress_;
  double started_ = 0;  // when the worker was
  Clock::time_point start_ = Clock::now();
};

}  // namespace

Progress superviseCampaign(const Cases& cases, const LoadTarget& load,
                           const CampaignOptions& options, const OnProgress& on_progress,
                           const OnFinding& on_finding) {
  return Supervisor(cases, load, options, on_progress, on_finding).run();
}

}  // namespace viewfuzz
