// The index in the folder of the findings: what is of this run, and what of others.

#include "viewfuzz/report/listeners/index.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/files/folder.h"
#include "viewfuzz/files/write.h"
#include "viewfuzz/report/listeners/folder.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

namespace fs = std::filesystem;

Finding findingIn(const std::string& op) {
  Finding finding;
  finding.program = parse(
      "# viewfuzz program 1\nt0 = tensor([2], float32, iota)\n"
      "t1 = aten." +
      op + "(t0, 0, 0)\n");
  finding.violation.property = Property::aliasing;
  finding.violation.statement = 1;
  finding.violation.op = "aten." + op;
  finding.violation.condition = Condition::copy;
  finding.violation.evidence = evidence::Shared{1, 0, 1};
  finding.signature = finding.violation.signature();
  return finding;
}

class Index : public WithFolder {
 protected:
  std::string text() const { return WithFolder::text("out/" + std::string(kIndexName)); }
  bool has(const std::string& part) const { return text().find(part) != std::string::npos; }
  /// A run that finds these, up to its end if it comes to one.
  void run(const std::vector<Finding>& findings, const Summary* end) const {
    Listeners listeners;
    listeners.add<FindingFolders>(out, listeners);
    listeners.add<FolderIndex>(out);
    listeners.started({"npu", {}, 7, {{"viewfuzz", "1.2"}}, {}, "viewfuzz run --seed 7"});
    for (const Finding& finding : findings) listeners.found(finding);
    if (end != nullptr) listeners.ended(*end);
  }

  const fs::path out = folder_ / "out";  // it is not there yet
  const Summary done;
};

TEST_F(Index, SaysWhatTheRunFoundAndHowItWasStarted) {
  run({findingIn("select.int")}, &done);
  EXPECT_EQ(
      text(),
      "# Findings of viewfuzz\n\nThe last run that wrote here:\n\n    viewfuzz run --seed 7\n\n"
      "seed 7, viewfuzz 1.2. It has come to its end.\n\n## Found by this run\n\n"
      "- [aliasing-aten-select-int-copy](aliasing-aten-select-int-copy/story.txt) "
      "`aliasing:aten.select.int:copy`: `select` on dim 0 of a rank-1 tensor (sizes [2], "
      "float32) returned a copy, not a view: it does not share the storage of its base.\n");
}

TEST_F(Index, IsThereAlsoWhereTheRunWasEnded) {
  run({findingIn("select.int")}, nullptr);
  EXPECT_TRUE(has("It has not come to its end.")) << text();
  EXPECT_TRUE(has("aliasing-aten-select-int-copy/story.txt")) << text();
  Summary interrupted;
  interrupted.interrupted = true;
  run({}, &interrupted);
  EXPECT_TRUE(has("It was interrupted.")) << text();
}

TEST_F(Index, TellsTheFindingsOfOtherRunsApart) {
  run({findingIn("select.int"), findingIn("squeeze.dim")}, &done);
  run({findingIn("select.int")}, &done);
  EXPECT_TRUE(has("- [aliasing-aten-select-int-copy-2](")) << text();
  EXPECT_TRUE(
      has("- [aliasing-aten-select-int-copy](aliasing-aten-select-int-copy/story.txt) "
          "`aliasing:aten.select.int:copy`: found again\n"))
      << text();
  EXPECT_TRUE(has("`aliasing:aten.squeeze.dim:copy`: not found again\n")) << text();
  EXPECT_TRUE(fs::exists(out / "aliasing-aten-squeeze-dim-copy" / "program.vf"));
}

TEST_F(Index, ARunThatFindsNothingMakesNoFolder) {
  run({}, &done);
  EXPECT_FALSE(fs::exists(out));
  run({findingIn("select.int")}, &done);
  run({}, &done);
  EXPECT_TRUE(has("## Found by this run\n\nNothing.\n")) << text();
  EXPECT_TRUE(has("`aliasing:aten.select.int:copy`: not found again\n")) << text();
}

TEST_F(Index, ListsNoFolderThatIsNoFinding) {
  fs::create_directories(out / "notes");
  writeFile(out / "notes" / "story.txt", "once upon a time\n");
  run({}, &done);
  EXPECT_FALSE(has("notes")) << text();
}

TEST_F(Index, NoNameEndsItsLine) {
  const fs::path odd = out / "a\nb";
  fs::create_directories(odd);
  writeFile(odd / "program.vf", "");
  writeFile(odd / "story.txt", "\nsignature   x`y\n");
  run({}, &done);
  EXPECT_TRUE(has("- [a b](")) << text();
  EXPECT_TRUE(has("`` x`y ``: not found again")) << text();
}

}  // namespace
}  // namespace viewfuzz
