#include "viewfuzz/campaign/campaign.h"

#include <chrono>
#include <set>

#include "viewfuzz/generate/choices.h"
#include "viewfuzz/reduce/minimality.h"

namespace viewfuzz {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

class Campaign {
 public:
  Campaign(const Generator& generator, const Target& device, const Target& reference, const CampaignOptions& options)
      : generator_(generator), device_(device), examiner_(device, reference), options_(options) {}

  Progress run(const OnProgress& on_progress, const OnFinding& on_finding) {
    constexpr uint64_t kCasesBetweenLooks = 64;
    for (uint64_t i = 0; i < options_.cases; ++i) {
      if (i % kCasesBetweenLooks == 0) {
        progress_.seconds = secondsSince(start_);
        if (progress_.seconds >= options_.seconds || !on_progress(progress_)) break;
      }
      // Asking the clock takes time itself, so it is asked in some of the cases only.
      oneCase(options_.first_case + i, i % kCasesBetweenLooks == 1, on_finding);
    }
    progress_.seconds = secondsSince(start_);
    if (sampled_ > 0) progress_.share_in_aten = static_cast<double>(examiner_.nanosecondsInAten()) / sampled_;
    return std::move(progress_);
  }

 private:
  void oneCase(uint64_t index, bool timed, const OnFinding& on_finding) {
    examiner_.takeTimes(timed);
    const auto begin = timed ? Clock::now() : Clock::time_point{};
    SeededChoices choices(options_.seed, index);
    const Program program = generator_.generate(choices);
    const bool differs = examiner_.differs(program);
    if (timed) sampled_ += secondsSince(begin) * 1e9;
    examiner_.takeTimes(false);
    ++progress_.cases;
    progress_.statements += program.statements.size();
    if (differs) investigate(program, index, on_finding);
  }

  void investigate(const Program& program, uint64_t index, const OnFinding& on_finding) {
    auto violation = examiner_.examine(program);
    if (!violation) {
      ++progress_.undefined;
      return;
    }
    if (known_.contains(violation->signature())) return;
    const double detected = secondsSince(start_);
    const Program shown = clarified(program, *violation, examiner_);
    violation = examiner_.examine(shown);
    if (!violation || !known_.insert(violation->signature()).second) return;

    const std::string signature = violation->signature();
    const FailsTheSame fails = [&](const Program& candidate) { return examiner_.failsWith(candidate, signature); };
    const Reduction reduction = reduce(shown, fails, options_.reduce_budget);
    violation = examiner_.examine(reduction.program);
    if (!violation) return;  // the device gave another answer to the same program

    Finding finding;
    finding.signature = signature;
    finding.violation = *violation;
    finding.program = reduction.program;
    finding.original_statements = program.statements.size();
    finding.seed = options_.seed;
    finding.case_index = index;
    finding.seconds = detected;
    finding.reducer_runs = reduction.runs;
    finding.reducer_seconds = reduction.seconds;
    finding.one_minimal = !smallerNeighbour(reduction.program, fails);
    finding.backend = device_.name();
    finding.fault = options_.fault;
    progress_.findings.push_back(finding);
    on_finding(finding);
  }

  const Generator& generator_;
  const Target& device_;
  Examiner examiner_;
  const CampaignOptions& options_;
  Progress progress_;
  std::set<std::string> known_;
  double sampled_ = 0;  // nanoseconds of the cases of which the time was taken
  Clock::time_point start_ = Clock::now();
};

}  // namespace

Progress runCampaign(const Generator& generator, const Target& device, const Target& reference,
                     const CampaignOptions& options, const OnProgress& on_progress, const OnFinding& on_finding) {
  return Campaign(generator, device, reference, options).run(on_progress, on_finding);
}

}  // namespace viewfuzz
