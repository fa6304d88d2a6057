#include "cli/run_report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <map>

#include "cli/common.h"
#include "viewfuzz/files/complain.h"
#include "viewfuzz/report/sentence.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz::cli {
namespace {

nlohmann::json toJson(const Cells& cells) {
  return {{"hit", cells.hit}, {"reachable", cells.reachable}};
}

}  // namespace

nlohmann::json runReport(const CampaignOptions& options, const Progress& progress,
                         const nlohmann::json& findings) {
  nlohmann::json report = {
      {"versions",
       std::map<std::string, std::string>(options.versions.begin(), options.versions.end())},
      {"seed", options.seed},
      {"cases", progress.cases},
      {"statements", progress.statements},
      {"undefined", progress.undefined},
      {"seconds", progress.seconds},
      {"cases_per_second", static_cast<double>(progress.cases) / std::max(progress.seconds, 1e-9)},
      {"share_in_aten", progress.shareInAten()},
      {"findings", findings}};
  if (options.coverage != nullptr) {
    for (const Cell::Kind kind : cellKinds())
      report["coverage"][std::string(cellKindName(kind))] = toJson(options.coverage->cells(kind));
  }
  return report;
}

void printCoverage(const Coverage& coverage) {
  fmt::print("coverage\n");
  for (const Cell::Kind kind : cellKinds()) {
    const Cells cells = coverage.cells(kind);
    fmt::print("  {} {:>7} hit, {:.1f} % of about {:.0f} that can be\n", cellColumn(kind),
               cells.hit, 100 * cells.share(), cells.reachable);
  }
}

void printFinding(const Finding& finding) {
  fmt::print("\n{}\n  {}\n\n", finding.signature, sentence(finding.program, finding.violation));
  const std::string text = print(finding.program);
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    fmt::print("    {}\n", text.substr(at, end - at));
    at = end + 1;
  }
  std::fflush(stdout);
}

void printHistory(const Finding& finding, const std::filesystem::path& folder) {
  fmt::print(
      "\n{}  Found in case {} after {:.2f} s; {} statements became {} in {} runs ({:.2f} s){}.\n  "
      "Program, Python and "
      "C++ repros: {}\n",
      !finding.confirmed ? "  Whether the program shows it alone is not known.\n"
      : finding.alone
          ? ""
          : "  It takes the cases before it as well: alone, the program does no harm.\n",
      finding.case_index, finding.seconds, finding.original_statements,
      finding.program.statements.size(), finding.reducer_runs, finding.reducer_seconds,
      finding.one_minimal ? "; no single step makes it smaller" : "", folder.string());
  std::fflush(stdout);
}

void printProgress(const Progress& progress, bool last) {
  static double shown = 0;
  static const bool terminal = isatty(STDERR_FILENO) == 1;
  if (!terminal || (!last && progress.seconds < shown + 0.2)) return;
  shown = progress.seconds;
  complain("\r{} cases, {:.0f}/s, {} finding{}, {:.0f} s   {}", progress.cases,
           static_cast<double>(progress.cases) / std::max(progress.seconds, 1e-9),
           progress.findings.size(), progress.findings.size() == 1 ? "" : "s", progress.seconds,
           last ? "\n" : "");
}

void printSummary(const Progress& progress, bool interrupted) {
  fmt::print(
      "\n{} cases with {} statements in {:.1f} s ({:.0f} cases/s, {:.0f} % of the time inside "
      "ATen): {} finding{}{}\n",
      progress.cases, progress.statements, progress.seconds,
      static_cast<double>(progress.cases) / std::max(progress.seconds, 1e-9),
      100 * progress.shareInAten(), progress.findings.size(),
      progress.findings.size() == 1 ? "" : "s", interrupted ? ", interrupted" : "");
}

}  // namespace viewfuzz::cli
