#include "viewfuzz/report/listeners/listener.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "viewfuzz/report/listeners/folder.h"
#include "viewfuzz/report/listeners/json_report.h"
#include "viewfuzz/report/listeners/terminal.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

namespace fs = std::filesystem;

/// Writes down what it is told.
class Protocol final : public Listener {
 public:
  explicit Protocol(std::vector<std::string>& events) : events_(events) {}

  void started(const RunInfo& info) override { events_.push_back("started " + info.target); }
  void progressed(const Progress&) override { events_.emplace_back("progressed"); }
  void shrinking(uint64_t index) override { events_.push_back(fmt::format("shrinking {}", index)); }
  void found(const Finding& finding) override { events_.push_back("found " + finding.signature); }
  void kept(const Finding&, const fs::path&, const std::string& file) override {
    events_.push_back("kept " + file);
  }
  void looked(const Looked& looked) override { events_.push_back("looked " + looked.input); }
  void noted(const std::string& line) override { events_.push_back("noted " + line); }
  void complained(const std::string& why) override { events_.push_back("complained " + why); }
  void ended(const Summary&) override { events_.emplace_back("ended"); }

 private:
  std::vector<std::string>& events_;
};

/// Cannot go on from the first finding on, as on a full disk.
class FullDisk final : public Listener {
 public:
  void found(const Finding&) override { throw std::runtime_error("the disk is full"); }
  void ended(const Summary&) override { throw std::runtime_error("still full"); }
};

Finding finding() {
  Finding finding;
  finding.program = parse(
      "# viewfuzz program 1\nt0 = tensor([2], float32, iota)\n"
      "t1 = aten.select.int(t0, 0, 0)\n");
  finding.violation.property = Property::aliasing;
  finding.violation.statement = 1;
  finding.violation.op = "aten.select.int";
  finding.violation.condition = Condition::copy;
  finding.signature = finding.violation.signature();
  return finding;
}

fs::path freshFolder(const std::string& name) {
  const fs::path folder = fs::path(testing::TempDir()) / name;
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder;
}

nlohmann::json readJson(const fs::path& file) {
  std::ifstream in(file);
  return nlohmann::json::parse(in);
}

TEST(Listeners, AreToldInTheirOrder) {
  std::vector<std::string> events;
  Listeners listeners;
  listeners.add<Protocol>(events);
  listeners.started({"cpu", {}, 1, {}});
  listeners.progressed({});
  listeners.shrinking(7);
  listeners.found(finding());
  listeners.looked({"a.vf", Looked::Verdict::clean, "", "", {}});
  listeners.noted("a line");
  listeners.complained("a reason");
  listeners.ended({});
  EXPECT_EQ(events, (std::vector<std::string>{"started cpu", "progressed", "shrinking 7",
                                              "found aliasing:aten.select.int:copy", "looked a.vf",
                                              "noted a line", "complained a reason", "ended"}));
}

TEST(Listeners, OneThatThrowsTakesNothingFromTheOthers) {
  std::vector<std::string> events;
  Listeners listeners;
  listeners.add<FullDisk>();
  listeners.add<Protocol>(events);
  try {
    listeners.found(finding());
    FAIL() << "the exception is lost";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "the disk is full");
  }
  EXPECT_THROW(listeners.ended({}), std::runtime_error);
  EXPECT_EQ(events, (std::vector<std::string>{"found aliasing:aten.select.int:copy", "ended"}));
}

TEST(Listeners, TheFolderTellsTheOthersWhereTheFilesAre) {
  const fs::path out = freshFolder("listener-folder");
  std::vector<std::string> events;
  Listeners listeners;
  listeners.add<Protocol>(events);
  listeners.add<FindingFolders>(out, listeners);
  listeners.found(finding());
  const std::string file = "aliasing-aten-select-int-copy/program.vf";
  EXPECT_EQ(events,
            (std::vector<std::string>{"found aliasing:aten.select.int:copy", "kept " + file}));
  EXPECT_TRUE(fs::exists(out / file));
}

TEST(JsonReport, HasTheFindingAlsoWhereItsFilesCannotBeWritten) {
  const fs::path folder = freshFolder("listener-json");
  Listeners listeners;
  listeners.add<JsonReport>(folder / "report.json");
  listeners.add<FullDisk>();
  listeners.started({"cpu", {}, 7, {{"viewfuzz", "1"}}});
  EXPECT_THROW(listeners.found(finding()), std::runtime_error);
  Summary summary;
  summary.campaign = Progress();
  summary.campaign->cases = 3;
  summary.cut_short = "the disk is full";
  EXPECT_THROW(listeners.ended(summary), std::runtime_error);
  const auto report = readJson(folder / "report.json");
  EXPECT_EQ(report["seed"], 7);
  EXPECT_EQ(report["cases"], 3);
  EXPECT_EQ(report["cut_short"], "the disk is full");
  ASSERT_EQ(report["findings"].size(), 1U);
  EXPECT_EQ(report["findings"][0]["signature"], "aliasing:aten.select.int:copy");
  EXPECT_FALSE(report["findings"][0].contains("program_file"));
  EXPECT_FALSE(report.contains("not_compared"));
}

TEST(JsonReport, SaysWhatEachInputShows) {
  const fs::path folder = freshFolder("listener-inputs");
  JsonReport report(folder / "report.json");
  report.started({"meta", {.bytes = false}, std::nullopt, {}});
  report.looked({"a.vf", Looked::Verdict::clean, "", "shows nothing", {}});
  report.looked({"b.vf", Looked::Verdict::violates, "layout:aten.t", "VIOLATION", {}});
  report.looked({"c.vf", Looked::Verdict::refused, "", "c.vf: no program", {}});
  report.ended({});
  const auto json = readJson(folder / "report.json");
  EXPECT_EQ(json["inputs"], nlohmann::json::parse(R"([
      {"input": "a.vf", "verdict": "clean"},
      {"input": "b.vf", "verdict": "violates", "signature": "layout:aten.t"},
      {"input": "c.vf", "verdict": "refused", "reason": "c.vf: no program"}])"));
  EXPECT_EQ(json["not_compared"][0], "containment");
}

TEST(Terminal, SaysAFindingBeforeItsFilesAreThere) {
  Terminal terminal;
  testing::internal::CaptureStdout();
  terminal.found(finding());
  const std::string told = testing::internal::GetCapturedStdout();
  EXPECT_NE(told.find("aliasing:aten.select.int:copy"), std::string::npos) << told;
  EXPECT_NE(told.find("    t1 = aten.select.int(t0, 0, 0)\n"), std::string::npos) << told;
  testing::internal::CaptureStdout();
  terminal.kept(finding(), "out", "a/program.vf");
  EXPECT_NE(testing::internal::GetCapturedStdout().find("repros: out/a\n"), std::string::npos);
}

TEST(Terminal, EndsWithATableOfSeveralFindings) {
  Terminal terminal;
  Finding other = finding();
  other.signature = "values:aten.copy_";
  other.program.statements.push_back(other.program.statements.back());
  testing::internal::CaptureStdout();
  terminal.kept(other, "out", "b/program.vf");
  terminal.kept(finding(), "out", "a/program.vf");
  terminal.ended({});
  const std::string told = testing::internal::GetCapturedStdout();
  EXPECT_NE(told.find("findings of this run, the shortest program first\n"
                      "  aliasing:aten.select.int:copy   2 statements  out/a\n"
                      "  values:aten.copy_               3 statements  out/b\n"),
            std::string::npos)
      << told;
}

TEST(Terminal, WritesALineNowAndThenWhereNobodyLooks) {
  Terminal terminal;
  testing::internal::CaptureStderr();
  Progress progress;
  for (; progress.seconds < 600; progress.seconds += 0.5) terminal.progressed(progress);
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 11 + 8) << told;
  EXPECT_EQ(told.find("0 cases, 0/s, 0 findings, 10 s\n"), 0U) << told;
  EXPECT_EQ(told.find('\r'), std::string::npos);
}

TEST(Terminal, SaysWhatIsNotLookedFor) {
  Terminal terminal;
  testing::internal::CaptureStderr();
  terminal.started({"cpu", {}, std::nullopt, {}, {Property::version, Property::survival}, {}});
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "cpu is tested against the CPU\nnot looked for: version, survival\n");
  testing::internal::CaptureStdout();
  Summary summary;
  summary.campaign = Progress();
  summary.campaign->not_asked = 2;
  summary.campaign->deaths = 1;
  terminal.ended(summary);
  const std::string told = testing::internal::GetCapturedStdout();
  EXPECT_NE(told.find("Not looked for: version, survival.\n2 cases break only what was not looked "
                      "for; the rest of such a case was not judged.\n1 case ended"),
            std::string::npos)
      << told;
}

TEST(Terminal, SaysWhatIsNotCompared) {
  Terminal terminal;
  testing::internal::CaptureStderr();
  terminal.started({"meta", {.bytes = false}, std::nullopt, {}});
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "meta is tested against the CPU\n"
            "meta shows no bytes: containment, write-back, values, by-index, gradient are not "
            "compared\n");
}

}  // namespace
}  // namespace viewfuzz
