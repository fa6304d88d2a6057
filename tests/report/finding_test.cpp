#include "viewfuzz/report/finding.h"

#include <unistd.h>

#include <fstream>

#include "tests/report/programs.h"

namespace viewfuzz {
namespace {

namespace fs = std::filesystem;

Finding lostWriteFinding() {
  Finding finding;
  finding.violation = lostWriteViolation();
  finding.signature = finding.violation.signature();
  finding.program = lostWrite();
  finding.original_statements = 9;
  finding.seed = 3;
  finding.case_index = 41;
  finding.one_minimal = true;
  finding.backend = "build/lib/libviewfuzz_npu.so";
  finding.fault = "select-fallback-copy";
  finding.versions = {{"torch", "2.13.0"}};
  return finding;
}

TEST(Finding, Slug) {
  EXPECT_EQ(slug("aliasing:aten.select.int:copy, write lost"),
            "aliasing-aten-select-int-copy-write-lost");
  EXPECT_EQ(slug("Write-Back::x__y!"), "write-back-x-y");
  EXPECT_EQ(slug("../.."), "finding");
}

TEST(Finding, TheStorySaysHowToSeeItAgain) {
  const std::string text = storyText(lostWriteFinding(), "out/a finding");
  expectContains(text, "`select` on dim 1 of a rank-2 tensor");
  expectContains(text, "seed 3, case 41");
  expectContains(text, "from 9 to 3 statements");
  expectContains(text, "torch       2.13.0\n");
  expectContains(
      text,
      "  viewfuzz replay 'out/a finding/program.vf' --backend build/lib/libviewfuzz_npu.so --fault "
      "select-fallback-copy\n");
  expectContains(text, "python3 'out/a finding/repro.py' --load build/lib/libviewfuzz_npu.so\n");
  expectContains(text, "  NPU_FAULT=select-fallback-copy ");
  expectContains(
      text,
      "  NPU_FAULT=select-fallback-copy REPRO_BACKEND=build/lib/libviewfuzz_npu.so ./repro\n");
}

TEST(Finding, TheStoryAllowsTheOpsThatTheProgramTakes) {
  Finding finding = lostWriteFinding();
  finding.program =
      parse("# viewfuzz program 1\nt0 = tensor([2], float32, iota)\nt1 = npu.mine(t0)\n");
  finding.violation.statement = 1;
  expectContains(storyText(finding, "out"), "--fault select-fallback-copy --allow-namespace npu\n");
}

TEST(Finding, TheStoryNamesADeviceByItsName) {
  Finding finding = lostWriteFinding();
  finding.backend = "mps:0";
  finding.fault.clear();
  const std::string text = storyText(finding, "out");
  expectContains(text, "viewfuzz replay out/program.vf --backend mps:0\n");
  expectContains(text, "python3 out/repro.py --device mps:0\n");
  expectContains(text, "REPRO_BACKEND=mps:0 ./repro\n");
}

TEST(Finding, TheStoryNamesTheInputAndTheLastWords) {
  Finding finding = lostWriteFinding();
  EXPECT_EQ(storyText(finding, "out").find("last words"), std::string::npos);
  finding.input = "kept/crash-1";
  finding.last_words = "free(): invalid pointer\n";
  std::string text = storyText(finding, "out");
  expectContains(text, "found       in kept/crash-1\n");
  expectContains(text, "last words  out/stderr.txt\n");
  finding.last_words =
      "==1==ERROR: AddressSanitizer: use-after-poison on address 0x7\n    #0 0x5\n"
      "SUMMARY: AddressSanitizer: use-after-poison fill.cpp:27 in npu::fill\n==1==ABORTING\n";
  text = storyText(finding, "out");
  expectContains(text,
                 "last words  AddressSanitizer: use-after-poison fill.cpp:27 in npu::fill "
                 "(out/stderr.txt)\n");
}

TEST(Finding, LastWordsAreAFileWhereThereAreSome) {
  const fs::path out =
      fs::path(testing::TempDir()) / ("viewfuzz-last-words-" + std::to_string(getpid()));
  Finding finding = lostWriteFinding();
  const fs::path without = out / writeFinding(finding, out);
  finding.last_words = "free(): invalid pointer\n";
  const fs::path with = out / writeFinding(finding, out);
  EXPECT_FALSE(fs::exists(without.parent_path() / "stderr.txt"));
  std::ifstream file(with.parent_path() / "stderr.txt");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), finding.last_words);
  fs::remove_all(out);
}

TEST(Finding, SaysWhereItCannotBeWritten) {
  const fs::path file =
      fs::path(testing::TempDir()) / ("viewfuzz-no-folder-" + std::to_string(getpid()));
  std::ofstream(file) << "kept";
  std::string why;
  try {
    writeFinding(lostWriteFinding(), file / "out");
  } catch (const std::runtime_error& error) {
    why = error.what();
  }
  EXPECT_EQ(why, "cannot make the folder '" + (file / "out").string() + "': Not a directory");
  fs::remove(file);
}

TEST(Finding, WritesAFolderAndKeepsAnEarlierOne) {
  const fs::path out =
      fs::path(testing::TempDir()) / ("viewfuzz-findings-" + std::to_string(getpid()));
  const std::string name = "aliasing-aten-select-int-copy";
  EXPECT_EQ(writeFinding(lostWriteFinding(), out), name + "/program.vf");
  EXPECT_EQ(writeFinding(lostWriteFinding(), out), name + "-2/program.vf");
  for (const auto* file : {"program.vf", "repro.py", "repro.cpp", "story.txt"}) {
    EXPECT_TRUE(fs::exists(out / name / file)) << file;
  }
  EXPECT_EQ(parseFile((out / name / "program.vf").string()), lostWrite());
  fs::remove_all(out);
}

}  // namespace
}  // namespace viewfuzz
