#include <fmt/format.h>

#include <algorithm>

#include "cli/common.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "viewfuzz/evaluate/evaluate.h"
#include "viewfuzz/files/write.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/target/planted_faults.h"

namespace viewfuzz::cli {
namespace {

struct Options {
  DeviceOptions device;
  EvaluateOptions evaluate;
  std::string profile = "default";
  std::string json;
  std::string html;
};

/// The faults that the user asks for, or all faults of the backend. A process of its own lists
/// them.
std::vector<PlantedFault> faultsOf(const Options& options) {
  openTarget(options.device.spec());
  std::vector<PlantedFault> chosen;
  for (const auto& fault : plantedFaults()) {
    const auto& wanted = options.device.faults;
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), fault.name) != wanted.end())
      chosen.push_back(fault);
  }
  for (const auto& name : options.device.faults) enableFault(name);  // throws for an unknown fault
  disableFaults();
  if (chosen.empty()) throw std::runtime_error("The backend has no planted faults.");
  return chosen;
}

int evaluateFaults(Options& options) {
  expectFile("--json", options.json);
  expectFile("--html", options.html);
  const Cases cases = casesOf(options.profile);
  options.evaluate.faults = faultsOf(options);
  options.evaluate.campaign.quiet = true;
  options.evaluate.campaign.backend = options.device.spec();
  options.evaluate.campaign.versions = versions();
  listenForInterrupts();
  options.evaluate.campaign.stop = interruption();
  const auto load = [&](const std::string& fault) {
    TargetPtr target = openTarget(options.device.spec());
    disableFaults();
    if (!fault.empty()) enableFault(fault);
    return target;
  };
  Listeners listeners;
  addReports(listeners, options.json);
  listeners.started(options.device.info(options.evaluate.campaign.seed));
  size_t done = 0;
  const Evaluation evaluation =
      evaluate(cases, load, options.evaluate, [&](const FaultResult& fault) {
        listeners.noted(fmt::format("{:>3}/{} {}: found {} of {}, median {:.3f} s", ++done,
                                    options.evaluate.faults.size(), fault.name, fault.found(),
                                    fault.starts.size(), fault.seconds(0.5)));
        return !interrupted();
      });
  Summary summary;
  summary.interrupted = interrupted();
  summary.text = evaluationText(evaluation);
  summary.figures = toJson(evaluation);
  listeners.ended(summary);
  if (!options.html.empty()) writeFile(options.html, evaluationHtml(evaluation));
  const bool all =
      std::all_of(evaluation.faults.begin(), evaluation.faults.end(),
                  [](const FaultResult& fault) { return fault.found() == fault.starts.size(); });
  return all && !interrupted() ? 0 : 1;
}

}  // namespace

void addEvaluate(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "evaluate",
      "Measure how fast each planted fault is found, and by which property; 1 when one "
      "is missed");
  options->device.addTo(*command);
  EvaluateOptions& evaluate = options->evaluate;
  command->add_option("--seeds", evaluate.seeds, "Starts a fault.")
      ->capture_default_str()
      ->check(wholeNumber(1, std::numeric_limits<int>::max()));
  command->add_option("--seed", evaluate.campaign.seed, "The first seed.")
      ->check(count())
      ->capture_default_str();
  command->add_option("--seconds", evaluate.seconds, "At most, to find a fault from one start.")
      ->capture_default_str()
      ->check(positive());
  command
      ->add_option("--settle", evaluate.settle_cases,
                   "Cases that a start goes on for behind the detection: there may be a simpler "
                   "program.")
      ->capture_default_str()
      ->check(count());
  command->add_option("--survey", evaluate.survey_seconds, "Seconds of the survey of a fault.")
      ->capture_default_str()
      ->check(notNegative());
  command
      ->add_option("--patience", evaluate.campaign.patience, "Seconds until a case counts as hung.")
      ->capture_default_str()
      ->check(positive());
  command->add_flag("--quick", evaluate.quick,
                    "Only whether a fault is found and when: no search for the simplest program.");
  command->add_option("--profile", options->profile, "What kind of cases to make.")
      ->type_name("PROFILE")
      ->capture_default_str();
  addJsonOption(*command, options->json);
  command->add_option("--html", options->html, "Write the matrix fault × property as a page.")
      ->type_name("FILE");
  command->callback([options, &exit_code] { exit_code = evaluateFaults(*options); });
}

}  // namespace viewfuzz::cli
