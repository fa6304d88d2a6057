#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/common.h"
#include "viewfuzz/campaign/supervisor.h"
#include "viewfuzz/program/text.h"
#include "viewfuzz/report/finding_json.h"
#include "viewfuzz/report/sentence.h"

namespace viewfuzz::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;
void onInterrupt(int) { interrupted = 1; }

struct RunOptions {
  bool coverage = false;
  DeviceOptions device;
  CampaignOptions campaign;
  std::optional<uint64_t> cases;
  std::optional<double> seconds;
  std::string profile = "default";
  std::string out = "viewfuzz-out";
  std::string json;
};

nlohmann::json toJson(const Cells& cells) {
  return {{"hit", cells.hit}, {"reachable", cells.reachable}};
}

void writeJson(const RunOptions& options, const Progress& progress, const nlohmann::json& findings,
               const Coverage* coverage) {
  nlohmann::json report = {
      {"versions", std::map<std::string, std::string>(options.campaign.versions.begin(),
                                                      options.campaign.versions.end())},
      {"seed", options.campaign.seed},
      {"cases", progress.cases},
      {"statements", progress.statements},
      {"undefined", progress.undefined},
      {"seconds", progress.seconds},
      {"cases_per_second", static_cast<double>(progress.cases) / std::max(progress.seconds, 1e-9)},
      {"share_in_aten", progress.shareInAten()},
      {"findings", findings}};
  if (coverage != nullptr) {
    for (const Cell::Kind kind : cellKinds())
      report["coverage"][std::string(cellKindName(kind))] = toJson(coverage->cells(kind));
  }
  std::ofstream file(options.json);
  if (!(file << report.dump(2) << "\n"))
    throw std::runtime_error("cannot write '" + options.json + "'");
}

void printCoverage(const Coverage& coverage) {
  fmt::print("coverage\n");
  for (const Cell::Kind kind : cellKinds()) {
    const Cells cells = coverage.cells(kind);
    fmt::print("  {:<44} {:>7} hit, {:.1f} % of about {:.0f} that can be\n", cellKindAbout(kind),
               cells.hit, 100 * cells.share(), cells.reachable);
  }
}

void printFinding(const Finding& finding, const std::string& program_file,
                  const std::filesystem::path& out) {
  fmt::print("\n{}\n  {}\n\n", finding.signature, sentence(finding.program, finding.violation));
  const std::string text = print(finding.program);
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    fmt::print("    {}\n", text.substr(at, end - at));
    at = end + 1;
  }
  fmt::print(
      "\n{}  Found in case {} after {:.2f} s; {} statements became {} in {} runs ({:.2f} s){}.\n  "
      "Program, Python and "
      "C++ repros: {}\n",
      finding.alone ? ""
                    : "  It takes the cases before it as well: alone, the program does no harm.\n",
      finding.case_index, finding.seconds, finding.original_statements,
      finding.program.statements.size(), finding.reducer_runs, finding.reducer_seconds,
      finding.one_minimal ? "; no single step makes it smaller" : "",
      (out / program_file).parent_path().string());
  std::fflush(stdout);
}

/// One line that is written over on a terminal; elsewhere nothing.
void printProgress(const Progress& progress, bool last) {
  static double shown = 0;
  static const bool terminal = isatty(STDERR_FILENO) == 1;
  if (!terminal || (!last && progress.seconds < shown + 0.2)) return;
  shown = progress.seconds;
  fmt::print(stderr, "\r{} cases, {:.0f}/s, {} finding{}, {:.0f} s   {}", progress.cases,
             static_cast<double>(progress.cases) / std::max(progress.seconds, 1e-9),
             progress.findings.size(), progress.findings.size() == 1 ? "" : "s", progress.seconds,
             last ? "\n" : "");
}

int run(RunOptions& options) {
  const Cases cases = casesOf(options.profile);
  options.campaign.fault = fmt::format("{}", fmt::join(options.device.faults, ","));
  if (options.cases) options.campaign.cases = *options.cases;
  if (options.seconds) options.campaign.seconds = *options.seconds;
  if (!options.cases && !options.seconds) options.campaign.seconds = 60;

  options.campaign.backend = options.device.library();
  options.campaign.versions = versions();
  const std::filesystem::path out(options.out);
  std::signal(SIGINT, onInterrupt);
  std::signal(SIGTERM, onInterrupt);

  Coverage coverage;
  if (options.coverage) options.campaign.coverage = &coverage;
  nlohmann::json findings = nlohmann::json::array();
  const Progress progress = superviseCampaign(
      cases, [&] { return options.device.load(); }, options.campaign,
      [&](const Progress& so_far) {
        printProgress(so_far, false);
        return interrupted == 0;
      },
      [&](const Finding& finding) {
        const std::string program_file = writeFinding(finding, out);
        findings.push_back(toJson(finding));
        findings.back()["program_file"] = program_file;
        printFinding(finding, program_file, out);
      });
  printProgress(progress, true);
  fmt::print(
      "\n{} cases with {} statements in {:.1f} s ({:.0f} cases/s, {:.0f} % of the time inside "
      "ATen): {} finding{}{}\n",
      progress.cases, progress.statements, progress.seconds,
      static_cast<double>(progress.cases) / std::max(progress.seconds, 1e-9),
      100 * progress.shareInAten(), progress.findings.size(),
      progress.findings.size() == 1 ? "" : "s", interrupted != 0 ? ", interrupted" : "");
  if (options.coverage) printCoverage(coverage);
  if (!options.json.empty())
    writeJson(options, progress, findings, options.coverage ? &coverage : nullptr);
  // A bug of the reference is worth a report, and is none of the backend's.
  const bool found = std::any_of(
      progress.findings.begin(), progress.findings.end(),
      [](const Finding& finding) { return finding.violation.odd != OddOneOut::reference; });
  return found ? kFound : kNothingFound;
}

}  // namespace

void addRun(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command =
      app.add_subcommand("run", "Make random programs and look for violations (the main job)");
  options->device.addTo(*command);
  command->add_option("--seed", options->campaign.seed,
                      "The same seed makes the same cases everywhere.");
  command->add_option("--first", options->campaign.first_case, "The number of the first case.");
  command->add_option("--cases", options->cases, "End after this many cases.");
  command
      ->add_option("--seconds", options->seconds, "End after this time (60 if neither is given).")
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("--patience", options->campaign.patience,
                   "A case that takes longer than so many seconds counts as hung.")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  command->add_option("--profile", options->profile, "What kind of cases to make.")
      ->capture_default_str();
  command->add_option("--out", options->out, "Where the findings go, a folder each.")
      ->capture_default_str();
  command->add_flag("--coverage", options->coverage,
                    "Count what the cases have in them: ops by layout, dtype and rank, and pairs "
                    "of ops.");
  command->add_option("--json", options->json, "Write a report for machines (docs/json.md).")
      ->type_name("FILE");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace viewfuzz::cli
