#include "viewfuzz/evaluate/evaluate.h"

#include <algorithm>
#include <chrono>

#include "viewfuzz/campaign/confirm.h"
#include "viewfuzz/examine/inspector.h"
#include "viewfuzz/generate/small/small_scope.h"
#include "viewfuzz/judge/judge.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/text/cost.h"

namespace viewfuzz {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kFails = "fails";

class FaultEvaluation {
 public:
  FaultEvaluation(const Cases& cases, const LoadWithFault& load, const EvaluateOptions& options,
                  const std::string& fault)
      : cases_(cases), load_(load), options_(options), fault_(fault) {}

  Start start(uint64_t seed) const {
    CampaignOptions campaign = options_.campaign;
    campaign.seed = seed;
    campaign.fault = fault_;
    campaign.seconds = options_.seconds;
    campaign.confirm = false;  // only the shown finding is confirmed
    Start start;
    start.seed = seed;
    uint64_t detected_at = 0;
    double detected = 0;
    const Progress progress = superviseCampaign(
        cases_, [this] { return load_(fault_); }, campaign,
        [&](const Progress& now) {
          if (now.findings.empty()) return true;
          if (detected_at == 0) {
            detected_at = now.cases;
            detected = now.seconds;
          }
          return now.cases < detected_at + options_.settle_cases &&
                 now.seconds < detected + options_.settle_seconds;
        },
        [](const Finding&) {});
    start.found = !progress.findings.empty();
    start.findings = progress.findings.size();
    start.cases = progress.cases;
    start.seconds = std::max(progress.seconds, start.found ? 0 : options_.seconds);
    if (!start.found) return start;
    const auto earlier = [](const Finding& a, const Finding& b) { return a.seconds < b.seconds; };
    const auto simpler = [](const Finding& a, const Finding& b) {
      return costOf(a.program) < costOf(b.program);
    };
    start.first = *std::min_element(progress.findings.begin(), progress.findings.end(), earlier);
    start.simplest = *std::min_element(progress.findings.begin(), progress.findings.end(), simpler);
    start.cases = start.first.case_index + 1 - campaign.first_case;
    start.seconds = start.first.seconds;
    if (options_.quick) return start;
    if (const auto stable = smallest(start.first.violation.property)) {
      start.simplest = *stable;
    } else {
      start.simplest =
          Confirmation(
              cases_, [this] { return load_(fault_); }, campaign, Patience{campaign.patience})
              .confirmed(start.simplest, campaign.first_case);
    }
    start.slipped = slipped(start.simplest);
    return start;
  }

  /// The finding of the first small program that fails, the same for every start. If none fails,
  /// and the property `seen` has a trial, puts each small program to that trial.
  std::optional<Finding> smallest(Property seen) const {
    auto found = smallestBy({});
    const bool has_trial = std::any_of(trials().begin(), trials().end(),
                                       [&](const Trial& trial) { return trial.property == seen; });
    return found || !has_trial ? found : smallestBy({seen});
  }

  std::optional<Finding> smallestBy(const std::set<Property>& always) const {
    CampaignOptions campaign = options_.campaign;
    campaign.fault = fault_;
    campaign.seconds = options_.seconds;
    campaign.always = always;
    std::optional<Finding> found;
    superviseCampaign(
        Cases::listed(smallPrograms()), [this] { return load_(fault_); }, campaign,
        [&](const Progress&) { return !found; },
        [&](const Finding& finding) {
          // A finding that its program alone does not show is left out.
          if (finding.alone && finding.violation.op != "process" && !found) found = finding;
        });
    return found;
  }

  Survey survey(uint64_t seed) const {
    const Shared<Survey> survey;
    const auto work = [&](Channel&) -> std::string {
      silenceErrors();
      const TargetPtr loaded = load_(fault_);
      const Target& device = *loaded;
      const Target& reference = cpuTarget();
      Inspector inspector(device, reference);
      const auto start = Clock::now();
      const auto seconds = [&] {
        return std::chrono::duration<double>(Clock::now() - start).count();
      };
      for (uint64_t i = 0; seconds() < options_.survey_seconds && i < cases_.count; ++i)
        look(cases_.make(seed, i), i, inspector.checks(), *survey);
      return "";
    };
    // However the process ends, the counts up to there are kept.
    const Patience patience{options_.campaign.patience};
    runChild(work, patience.limits(patience.seconds), {options_.campaign.stop, [] {}, [](auto) {}});
    return *survey;
  }

 private:
  /// The trials take longer, so they get all differing cases up to some number, and a share of the
  /// others.
  static constexpr uint64_t kTried = 200;
  static constexpr uint64_t kOneIn = 16;

  void look(const Program& program, uint64_t index, Checks& checks, Survey& survey) const {
    ++survey.cases;
    const bool differs = checks.differs(program);
    if (differs) {
      ++survey.differing;
      for (const Property property : checks.brokenAlone(program))
        ++survey.seen[static_cast<size_t>(property)];
    }
    if ((!differs || survey.differing > kTried) && index % kOneIn != 0) return;
    for (const Trial& trial : trials()) {
      if ((checks.*trial.check)(program)) ++survey.seen[static_cast<size_t>(trial.property)];
    }
  }

  /// Does the program fail without the fault, or fail with it in another way than the finding says?
  bool slipped(const Finding& finding) const {
    const bool survives = finding.violation.property == Property::survival;
    if (finding.violation.op == "process") return false;  // it has no program to run
    const Patience patience{options_.campaign.patience};
    const auto fails = [&](const std::string& fault) {
      const Survival survival([&] { return load_(fault); }, patience,
                              {options_.campaign.stop, [] {}, [](const Frame&) {}});
      if (survives) return survival.failsLike(finding.program, finding.violation);
      const auto work = [&](Channel&) -> std::string {
        const TargetPtr loaded = load_(fault);
        const Target& device = *loaded;
        const Target& reference = cpuTarget();
        Inspector inspector(device, reference);
        const bool fails = fault.empty() ? inspector.look(finding.program).witness.has_value()
                                         : inspector.failsLike(finding.program, finding.violation);
        return fails ? kFails : "";
      };
      const ChildOutcome outcome = runChild(work, patience.limits(patience.seconds));
      const auto* answered = std::get_if<Answered>(&outcome);
      return answered != nullptr && answered->payload == kFails;
    };
    return fails("") || !fails(fault_);
  }

  const Cases& cases_;
  const LoadWithFault& load_;
  const EvaluateOptions& options_;
  const std::string& fault_;
};

}  // namespace

Evaluation evaluate(const Cases& cases, const LoadWithFault& load, const EvaluateOptions& options,
                    const std::function<bool(const FaultResult&)>& on_fault) {
  Evaluation evaluation;
  evaluation.seeds = options.seeds;
  evaluation.budget = options.seconds;
  evaluation.versions = options.campaign.versions;
  for (const auto& fault : options.faults) {
    const FaultEvaluation of(cases, load, options, fault.name);
    FaultResult result;
    result.name = fault.name;
    result.about = fault.about;
    for (int i = 0; i < options.seeds && !options.campaign.stop.due(); ++i)
      result.starts.push_back(of.start(options.campaign.seed + static_cast<uint64_t>(i)));
    evaluation.left = options.faults.size() - evaluation.faults.size();
    if (options.campaign.stop.due()) break;  // the fault was not measured to its end
    result.survey = of.survey(options.campaign.seed);
    evaluation.faults.push_back(std::move(result));
    evaluation.left = options.faults.size() - evaluation.faults.size();
    if (!on_fault(evaluation.faults.back())) break;
  }
  return evaluation;
}

}  // namespace viewfuzz
