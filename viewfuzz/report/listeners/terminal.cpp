#include "viewfuzz/report/listeners/terminal.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "viewfuzz/files/color.h"
#include "viewfuzz/files/complain.h"
#include "viewfuzz/files/say.h"
#include "viewfuzz/judge/needs.h"
#include "viewfuzz/report/sentence.h"
#include "viewfuzz/report/text_lines.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

double casesPerSecond(const Progress& progress) {
  return static_cast<double>(progress.cases) / std::max(progress.seconds, 1e-9);
}

std::string findingsInWords(size_t count) {
  return fmt::format("{} finding{}", count, count == 1 ? "" : "s");
}

std::string namesOf(const std::vector<Property>& properties) {
  std::vector<std::string_view> names;
  for (const Property property : properties) names.push_back(propertyName(property));
  return fmt::format("{}", fmt::join(names, ", "));
}

bool onTerminal() { return isatty(STDERR_FILENO) == 1; }

/// What is written to a file is not written over: at first a line now and then shows that all is
/// well, and later on one a minute is enough.
double secondsBetweenLines(double seconds) {
  if (onTerminal()) return 0.2;
  return seconds < 120 ? 10 : 60;
}

/// The program as text, with the statement that goes wrong in its colour.
void printProgram(const Program& program, size_t accused) {
  say("{}", indented(kVersionLine));
  int result = 0;
  for (size_t i = 0; i < program.statements.size(); ++i) {
    const std::string line = indented(print(program.statements[i], result));
    result += program.statements[i].results();
    if (i == accused) {
      sayIn(Ink::accused, line.substr(0, line.size() - 1));
      say("\n");
    } else {
      say("{}", line);
    }
  }
}

void showProgress(const Progress& progress, bool last) {
  const std::string doing = progress.shrinking && !last
                                ? fmt::format(", reducing what case {} shows", *progress.shrinking)
                                : "";
  const std::string line =
      fmt::format("{} cases, {:.0f}/s, {}, {:.0f} s{}", progress.cases, casesPerSecond(progress),
                  findingsInWords(progress.findings.size()), progress.seconds, doing);
  if (!onTerminal()) {
    if (!last) complain("{}\n", line);
    return;
  }
  // The one place that moves the cursor, in a text of our own. What was longer before is written
  // over.
  constexpr int kColumns = 76;
  std::fputs(fmt::format("\r{:<{}}{}", line, kColumns, last ? "\n" : "").c_str(), stderr);
}

void printCampaign(const Progress& progress, bool interrupted, const std::string& not_asked) {
  say("\n{} cases with {} statements in {:.1f} s ({:.0f} cases/s, {:.0f} % of the time inside "
      "ATen): {}{}\n",
      progress.cases, progress.statements, progress.seconds, casesPerSecond(progress),
      100 * progress.shareInAten(), findingsInWords(progress.findings.size()),
      interrupted ? ", interrupted" : "");
  if (progress.kills > 0) {
    say("{} time{} somebody killed a process of the run (SIGKILL): the OOM killer? Its case was "
        "run again.\n",
        progress.kills, progress.kills == 1 ? "" : "s");
  }
  if (!not_asked.empty()) say("Not looked for: {}.\n", not_asked);
  if (progress.not_asked > 0) {
    say("{} case{} break{} only what was not looked for; the rest of such a case was not judged.\n",
        progress.not_asked, progress.not_asked == 1 ? "" : "s", progress.not_asked == 1 ? "s" : "");
  }
  if (progress.deaths > 0) {
    say("{} case{} ended the process of the run, or hung. No finding tells of it without the "
        "property survival.\n",
        progress.deaths, progress.deaths == 1 ? "" : "s");
  }
}

void printCoverage(const std::vector<Covered>& coverage) {
  if (coverage.empty()) return;
  say("coverage: what the cases have in them, each combination counted once as a cell\n");
  for (const auto& [kind, hit, reachable] : coverage) {
    const double share = reachable > 0 ? static_cast<double>(hit) / reachable : 0;
    say("  {} {:>7} hit, {:.1f} % of about {:.0f} that can be\n", cellColumn(kind), hit,
        100 * share, reachable);
  }
}

}  // namespace

std::string cellColumn(Cell::Kind kind) {
  size_t width = 0;
  for (const Cell::Kind each : cellKinds()) width = std::max(width, cellKindAbout(each).size());
  return fmt::format("{:<{}}", cellKindAbout(kind), width);
}

void Terminal::started(const RunInfo& info) {
  std::string tested = fmt::format("{} is tested against the CPU", info.target);
  for (const auto& [what, which] : info.versions) {
    if (what == "libtorch") tested += fmt::format(" of libtorch {}", which);
  }
  if (info.seed) tested += fmt::format(", with seed {}", *info.seed);
  noted(tested);
  const std::string left_out = leftOutSentence(info.target, info.shows);
  if (!left_out.empty()) noted(left_out);
  not_asked_ = namesOf(info.not_asked);
  if (!not_asked_.empty()) noted(fmt::format("not looked for: {}", not_asked_));
}

void Terminal::progressed(const Progress& progress) {
  if (progress.seconds < shown_ + secondsBetweenLines(progress.seconds)) return;
  shown_ = progress.seconds;
  showProgress(progress, false);
}

void Terminal::found(const Finding& finding) {
  const std::string story = sentence(finding.program, finding.violation);
  if (finding.input.empty()) {
    say("\n");
    sayIn(Ink::name, finding.signature);
    say("\n  {}\n\n", story);
    printProgram(finding.program, finding.violation.statement);
  } else {
    say("{}: ", finding.input);
    sayIn(Ink::name, finding.signature);
    say("\n  {}\n", story);
  }
  std::fflush(stdout);
}

void Terminal::kept(const Finding& finding, const std::filesystem::path& out,
                    const std::string& program_file) {
  const std::string folder = (out / program_file).parent_path().string();
  kept_.push_back({finding.signature, finding.program.statements.size(), folder});
  if (finding.input.empty()) {
    say("\n{}  Found in case {} after {:.2f} s; {} statements became {} in {} runs ({:.2f} "
        "s){}.\n  Program, Python and C++ repros: {}\n",
        !finding.confirmed ? "  Whether the program shows it alone is not known.\n"
        : finding.alone
            ? ""
            : "  It takes the cases before it as well: alone, the program does no harm.\n",
        finding.case_index, finding.seconds, finding.original_statements,
        finding.program.statements.size(), finding.reducer_runs, finding.reducer_seconds,
        finding.one_minimal ? "; no single step makes it smaller" : "", folder);
  } else {
    say("  {} statements became {}: {}\n", finding.original_statements,
        finding.program.statements.size(), folder);
  }
  std::fflush(stdout);
}

/// Where to begin: the shortest program says most. Folders of earlier runs are not in it.
void Terminal::printTable() const {
  if (kept_.size() < 2) return;
  std::vector<Kept> sorted = kept_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Kept& a, const Kept& b) { return a.statements < b.statements; });
  size_t width = 0;
  for (const Kept& kept : sorted) width = std::max(width, kept.signature.size());
  say("\nfindings of this run, the shortest program first\n");
  for (const Kept& kept : sorted) {
    say("  ");
    sayIn(Ink::name, fmt::format("{:<{}}", kept.signature, width));
    say("  {:>2} statement{}  {}\n", kept.statements, kept.statements == 1 ? " " : "s",
        kept.folder);
  }
}

void Terminal::looked(const Looked& looked) {
  if (looked.verdict == Looked::Verdict::refused) {
    complained(looked.said);
  } else if (!looked.said.empty()) {
    say("{}: ", looked.input);
    sayIn(looked.verdict == Looked::Verdict::clean ? Ink::good : Ink::bad, looked.said);
    say("\n");
    std::fflush(stdout);
  }
}

void Terminal::noted(const std::string& line) { complain("{}\n", line); }

void Terminal::complained(const std::string& why) { complain("viewfuzz: {}\n", why); }

void Terminal::ended(const Summary& summary) {
  if (!summary.cut_short.empty())
    complained(fmt::format("the campaign cannot go on: {}", summary.cut_short));
  if (summary.campaign) {
    showProgress(*summary.campaign, true);
    printCampaign(*summary.campaign, summary.interrupted, not_asked_);
  }
  printTable();
  printCoverage(summary.coverage);
  say("{}", summary.text);
  std::fflush(stdout);
}

}  // namespace viewfuzz
