#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/common.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "viewfuzz/campaign/supervisor.h"
#include "viewfuzz/judge/property_set.h"
#include "viewfuzz/report/listeners/folder.h"
#include "viewfuzz/report/listeners/index.h"

namespace viewfuzz::cli {
namespace {

struct RunOptions {
  bool coverage = false;
  DeviceOptions device;
  CampaignOptions campaign;
  std::optional<uint64_t> cases;
  std::optional<double> seconds;
  std::string profile = "default";
  Narrowing narrowing;
  std::vector<std::string> properties;
  std::vector<std::string> not_properties;
  std::string out = "viewfuzz-out";
  std::string json;
};

std::vector<Covered> covered(const Coverage& coverage) {
  std::vector<Covered> all;
  for (const Cell::Kind kind : cellKinds()) {
    const Cells cells = coverage.cells(kind);
    all.push_back({kind, cells.hit, cells.reachable});
  }
  return all;
}

/// Which properties are told of, and which trials every case is put to: those that were named, as
/// one case in 64 is little for who asks for nothing else.
void chooseProperties(RunOptions& options) {
  options.campaign.asked = chosenProperties(options.properties, options.not_properties);
  for (const Trial& trial : trials()) {
    if (!options.properties.empty() && options.campaign.asked.contains(trial.property))
      options.campaign.always.insert(trial.property);
  }
}

int run(RunOptions& options) {
  expectFolder("--out", options.out);
  expectFile("--json", options.json);
  const Cases cases = casesOf(options.profile, options.narrowing);
  chooseProperties(options);
  options.campaign.fault = fmt::format("{}", fmt::join(options.device.faults, ","));
  if (options.cases) options.campaign.cases = *options.cases;
  if (options.seconds) options.campaign.seconds = *options.seconds;
  if (!options.cases && !options.seconds) options.campaign.seconds = 60;

  options.campaign.backend = options.device.spec();
  options.campaign.versions = versions();
  listenForInterrupts();
  options.campaign.stop = interruption();

  Coverage coverage;
  if (options.coverage) options.campaign.coverage = &coverage;
  // The report has a finding before its files are written, since the files may fail.
  Listeners listeners;
  addReports(listeners, options.json);
  listeners.add<FindingFolders>(options.out, listeners);
  listeners.add<FolderIndex>(options.out);
  RunInfo info = options.device.info(options.campaign.seed);
  info.not_asked = notIn(options.campaign.asked);
  listeners.started(info);

  Summary summary;
  Progress progress;  // what the campaign reached, also if it fails later
  try {
    progress = superviseCampaign(
        cases, [&] { return options.device.load(); }, options.campaign,
        [&](const Progress& so_far) {
          if (so_far.shrinking && so_far.shrinking != progress.shrinking)
            listeners.shrinking(*so_far.shrinking);
          progress = so_far;
          listeners.progressed(so_far);
          return !interrupted();
        },
        [&](const Finding& finding) {
          progress.findings.push_back(finding);
          listeners.found(finding);
        });
  } catch (const std::runtime_error& error) {
    if (progress.cases == 0 && progress.findings.empty()) throw;  // there is nothing to report
    summary.cut_short = error.what();
  }
  summary.campaign = progress;
  summary.interrupted = interrupted();
  if (options.coverage) summary.coverage = covered(coverage);
  listeners.ended(summary);
  if (!summary.cut_short.empty()) return kUsageOrSetUp;
  // A bug of the reference is worth a report, but is not one of the backend.
  const bool found = std::any_of(
      progress.findings.begin(), progress.findings.end(),
      [](const Finding& finding) { return finding.violation.odd != OddOneOut::reference; });
  if (found) return kFound;
  if (interrupted()) return kInterrupted;
  if (progress.cases == 0) {
    listeners.complained("no case was run, so that nothing is known of the backend");
    return kUsageOrSetUp;
  }
  return kNothingFound;
}

}  // namespace

void addRun(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command =
      app.add_subcommand("run", "Make random programs and look for violations (the main job)");
  options->device.addTo(*command);
  command
      ->add_option("--seed", options->campaign.seed,
                   "The same seed makes the same cases everywhere.")
      ->check(count());
  command->add_option("--first", options->campaign.first_case, "The number of the first case.")
      ->check(count());
  command->add_option("--cases", options->cases, "End after this many cases.")->check(count());
  command
      ->add_option("--seconds", options->seconds, "End after this time (60 if neither is given).")
      ->check(notNegative());
  command
      ->add_option("--patience", options->campaign.patience,
                   "A case that takes longer than so many seconds counts as hung.")
      ->capture_default_str()
      ->check(positive());
  command->add_option("--profile", options->profile, "What kind of cases to make.")
      ->type_name("PROFILE")
      ->capture_default_str();
  const auto names = [command](const char* option, std::vector<std::string>& into, const char* type,
                               const char* about) {
    command->add_option(option, into, about)
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name(type);
  };
  names("--ops", options->narrowing.ops, "OP", "Make cases of these ops only: 'select', 'copy_'.");
  names("--not-ops", options->narrowing.not_ops, "OP", "Make cases without these ops.");
  names("--dtypes", options->narrowing.dtypes, "DTYPE", "Make tensors of these dtypes only.");
  names("--properties", options->properties, "PROPERTY",
        "Look for violations of these properties only (see 'viewfuzz list properties').");
  names("--not-properties", options->not_properties, "PROPERTY",
        "Look for no violations of these.");
  CLI::Option* most = command
                          ->add_option("--max-findings", options->campaign.most_findings,
                                       "End after so many findings.")
                          ->check(count());
  command
      ->add_flag_callback(
          "--stop-after-first", [options] { options->campaign.most_findings = 1; },
          "End after the first finding.")
      ->excludes(most);
  command->add_option("--out", options->out, "Where the findings go, a folder each.")
      ->capture_default_str();
  command->add_flag("--coverage", options->coverage,
                    "Count what the cases have in them: ops by layout, dtype and rank, and pairs "
                    "of ops.");
  addJsonOption(*command, options->json);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace viewfuzz::cli
