// What a fuzzer stopped on, as a user hands it in.

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "tests/cli/command.h"
#include "tests/sanitizers.h"

namespace {

std::filesystem::path write(const std::filesystem::path& file, const std::string& statements) {
  std::ofstream(file) << "# viewfuzz program 1\n" << statements;
  return file;
}

Ran triage(const std::filesystem::path& inputs, const std::filesystem::path& out,
           const std::string& options) {
  return viewfuzz("triage " + inputs.string() + " " + kNpu + " --out " + out.string() + " " +
                  options);
}

TEST(Triage, TheReportForMachinesSaysWhatEachFileShows) {
  const auto folder = freshFolder("kept-json");
  write(folder / "crash-1", "t0 = tensor([0, 4], int32, iota)\naten.zero_(t0)\n");
  write(folder / "crash-2", "t0 = tensor([2], float32, iota)\naten.zero_(t0)\n");
  std::ofstream(folder / "crash-3") << "not a program\n";
  const auto out = freshFolder("findings-json");
  const auto file = out / "report.json";
  const Ran ran = triage(folder, out, "--fault crash-on-empty --json " + file.string());
  EXPECT_EQ(ran.exit_code, 1) << ran.output;
  const auto report = nlohmann::json::parse(fileText(file));
  ASSERT_EQ(report["findings"].size(), 1U);
  EXPECT_EQ(report["findings"][0]["signature"], "survival:aten.zero_:crash");
  EXPECT_EQ(report["findings"][0]["program_file"], "survival-aten-zero-crash/program.vf");
  ASSERT_EQ(report["inputs"].size(), 3U);
  std::map<std::string, std::string> verdicts;
  for (const auto& input : report["inputs"])
    verdicts[std::filesystem::path(input["input"].get<std::string>()).filename()] =
        input["verdict"].get<std::string>();
  EXPECT_EQ(verdicts, (std::map<std::string, std::string>{
                          {"crash-1", "violates"}, {"crash-2", "clean"}, {"crash-3", "refused"}}));
}

TEST(Triage, AFolderOfWhatAFuzzerKeptBecomesFindings) {
  const auto folder = freshFolder("kept");
  write(folder / "crash-1",
        "t0 = tensor([3, 2], float32, iota)\n"
        "t1 = aten.slice.Tensor(t0, 0, 1, 1, 1)\n"
        "aten.zero_(t1)\n"
        "t2 = aten.add.Tensor(t0, t0)\n");
  write(folder / "crash-2", "t0 = tensor([0, 4], int32, iota)\naten.zero_(t0)\n");
  write(folder / "timeout-3",
        "t0 = tensor([2], float32, iota)\n"
        "t1 = aten.select.int(t0, 0, 1)\n"
        "aten.mul_.Scalar(t1, 2)\n");
  write(folder / "crash-4", "t0 = tensor([2], float32, iota)\naten.zero_(t0)\n");
  std::ofstream(folder / "crash-5") << "not a program\n";
  const auto out = freshFolder("findings");
  const Ran ran = triage(folder, out, "--fault crash-on-empty --fault hang-on-rank-0 --patience 3");
  EXPECT_EQ(ran.exit_code, 1) << ran.output;
  for (const auto* line :
       {"crash-1: survival:aten.zero_:crash\n", "crash-2: survival:aten.zero_:crash, as ",
        "timeout-3: survival:aten.mul_.Scalar:hang\n", "crash-4: shows nothing when it runs alone",
        "crash-5:1:1: expected", "2 findings, 1 input without one, 1 that cannot be run"}) {
    EXPECT_NE(ran.output.find(line), std::string::npos) << line << "\n" << ran.output;
  }
  const auto crash = out / "survival-aten-zero-crash";
  EXPECT_EQ(fileText(crash / "program.vf"),
            "# viewfuzz program 1\nt0 = tensor([0], float32, iota)\naten.zero_(t0)\n");
  EXPECT_NE(fileText(crash / "story.txt").find("found       in " + (folder / "crash-1").string()),
            std::string::npos);
  EXPECT_EQ(fileText(out / "survival-aten-mul-scalar-hang" / "program.vf"),
            "# viewfuzz program 1\nt0 = tensor([], float32, iota)\naten.mul_.Scalar(t0, 0)\n");
  EXPECT_FALSE(std::filesystem::exists(out / "survival-aten-zero-crash-2"));
}

TEST(Triage, OfAFolderOfFindingsThePrograms) {
  const auto out = freshFolder("found-before");
  EXPECT_EQ(
      viewfuzz("run " + kFault + " --cases 300 --stop-after-first --out " + out.string()).exit_code,
      1);
  EXPECT_TRUE(std::filesystem::exists(out / "index.md"));  // which is no input
  const Ran ran = triage(out, freshFolder("found-again"), "--fault select-fallback-copy");
  EXPECT_EQ(ran.exit_code, 1) << ran.output;
  EXPECT_NE(ran.output.find("1 finding, 0 inputs without one, 0 that cannot be run"),
            std::string::npos)
      << ran.output;
}

TEST(Triage, TheFormOfAModelIsAProgramToo) {
  const auto folder = freshFolder("model");
  std::ofstream(folder / "crash-1") << "# viewfuzz model 1\nkind = rule\ntokens = 3\n";
  std::ofstream(folder / "crash-2") << "# viewfuzz model 1\nkind = rool\n";
  const Ran ran = triage(folder, folder / "out", "--fault select-fallback-copy");
  EXPECT_EQ(ran.exit_code, 1) << ran.output;
  for (const auto* line : {"statements became 3: ", "crash-2:2:8: 'rool' is not one of: rule, ",
                           "1 finding, 0 inputs without one, 1 that cannot be run"})
    EXPECT_NE(ran.output.find(line), std::string::npos) << line << "\n" << ran.output;
  EXPECT_TRUE(
      std::filesystem::exists(folder / "out" / "aliasing-aten-select-int-copy" / "story.txt"));
}

TEST(Triage, AWriteBeyondTheTensorIsReportedWithTheLastWords) {
  const auto folder = freshFolder("overrun");
  const auto input = write(folder / "crash-1",
                           "t0 = tensor([3], float32, iota)\n"
                           "t1 = tensor([1], uint8, iota)\n"
                           "aten.zero_(t1)\n"
                           "aten.zero_(t0)\n");
  // Without AddressSanitizer it is the guarded memory that sees it.
  const Ran ran =
      triage(input, folder / "out",
             std::string("--fault overrun-of-one-byte") + (kAddressSanitizer ? "" : " --guarded"));
  EXPECT_EQ(ran.exit_code, 1) << ran.output;
  const auto finding = folder / "out" / "survival-aten-zero-crash";
  const std::string words = fileText(finding / "stderr.txt");
  const std::string story = fileText(finding / "story.txt");
  if (kAddressSanitizer) {
    EXPECT_NE(words.find("ERROR: AddressSanitizer: use-after-poison"), std::string::npos) << words;
    EXPECT_NE(words.find("overrun_of_one_byte.cpp"), std::string::npos) << words;
    EXPECT_NE(story.find("last words  AddressSanitizer: use-after-poison"), std::string::npos)
        << story;
  } else {
    EXPECT_NE(words.find("bytes after its end were overwritten"), std::string::npos) << words;
    EXPECT_NE(story.find("last words  "), std::string::npos) << story;
  }
}

TEST(Triage, WhatCannotBeLookedAtDoesNotKeepTheRestFromIt) {
  const auto folder = freshFolder("mixed");
  const auto in = folder / "in";
  std::filesystem::create_directories(in / "deep" / "er");
  std::ofstream(in / "crash-0") << "";
  write(in / "deep" / "er" / "crash-1", "t0 = tensor([0, 4], int32, iota)\naten.zero_(t0)\n");
  makeBottomless(in / "deep");
  const auto inputs = "/no/such " + in.string();
  const Ran found = triage(inputs, folder / "out", "--fault crash-on-empty");
  EXPECT_EQ(found.exit_code, 1) << found.output;
  for (const auto* line :
       {"cannot read '/no/such': No such file", "crash-0:1:1: expected '# viewfuzz program 1'",
        "cannot look into the folder '", "crash-1: survival:aten.zero_:crash",
        "1 finding, 0 inputs without one, 3 that cannot be run"}) {
    EXPECT_NE(found.output.find(line), std::string::npos) << line << "\n" << found.output;
  }
  const Ran nothing = triage(inputs, folder / "out", "");
  EXPECT_EQ(nothing.exit_code, 2) << nothing.output;
  EXPECT_NE(nothing.output.find("1 input without one"), std::string::npos) << nothing.output;
}

TEST(Triage, NothingToReportExitsWithZeroAndNothingReadableWithTwo) {
  const auto folder = freshFolder("nothing");
  const auto harmless =
      write(folder / "crash-1", "t0 = tensor([0], float32, iota)\naten.zero_(t0)\n");
  EXPECT_EQ(triage(harmless, folder / "out", "").exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
  std::ofstream(folder / "crash-2") << "not a program\n";
  EXPECT_EQ(triage(folder / "crash-2", folder / "out", "").exit_code, 2);
  EXPECT_EQ(viewfuzz("triage " + harmless.string() + " --backend /no/such.so").exit_code, 2);
}

}  // namespace
