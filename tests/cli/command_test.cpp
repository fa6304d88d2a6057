// The command as a user runs it.

#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/cli/command.h"

namespace {

TEST(Command, HelpTeachesAndIsNoError) {
  const Ran help = viewfuzz("--help");
  EXPECT_EQ(help.exit_code, 0);
  for (const auto* word : {"run", "replay", "reduce", "list", "--backend", "Exit codes"}) {
    EXPECT_NE(help.output.find(word), std::string::npos) << word;
  }
  EXPECT_EQ(viewfuzz("run --help").exit_code, 0);
}

TEST(Command, BadInputIsExplainedAndExitsWithTwo) {
  struct Case {
    std::string arguments;
    std::string expected;
  };
  const auto folder = freshFolder("bad");
  std::ofstream(folder / "bad.vf") << "# viewfuzz program 1\nt0 = tensor([2], float99, iota)\n";
  std::ofstream(folder / "unknown_op.vf")
      << "# viewfuzz program 1\nt0 = tensor([2], float32, iota)\naten.no_such_op(t0)\n";
  std::ofstream(folder / "no_library.so") << "not a library\n";
  mkfifo((folder / "pipe.vf").c_str(), 0600);
  const auto slash = freshFolder("golden-slash");
  std::ofstream(slash / "cases.json") << "[{\"name\": \"../secret\"}]\n";
  const auto empty = freshFolder("golden-empty");
  std::ofstream(empty / "cases.json") << "[]\n";
  for (const auto& [arguments, expected] : {
           Case{"", "subcommand"},
           Case{"run --no-such-flag", "no-such-flag"},
           Case{"run --backend /no/such.so", "There is no backend library '/no/such.so'"},
           Case{"run --backend " + (folder / "no_library.so").string(), "cannot be loaded"},
           Case{"run " + kNpu + " --fault no-such-fault", "select-fallback-copy"},
           Case{"run " + kNpu + " --profile no-such-profile", "Expected one of"},
           Case{"run --backend cpu --fault offset-dst", "no planted faults"},
           Case{"replay /no/such.vf", "cannot read '/no/such.vf': No such file"},
           Case{"replay " + (folder / "bad.vf").string(), "bad.vf:2:18: expected a dtype"},
           Case{"replay " + (folder / "unknown_op.vf").string(), "aten.no_such_op"},
           Case{"run --backend ''", "--backend: expected a name, and got an empty text"},
           Case{"run --backend no_library.so", "There is no backend library '/"},
           Case{"run --cases -1",
                "--cases: expected a whole number from 0 to 18446744073709551615"},
           Case{"run --seed -1", "--seed: expected a whole number from 0"},
           Case{"run --first 18446744073709551616", "--first: expected a whole number from 0"},
           Case{"evaluate --seed 1e3", "--seed: expected a whole number from 0"},
           Case{"run --cases 0 " + kNpu, "no case was run"},
           Case{"run --seconds 0 " + kNpu, "no case was run"},
           Case{"run --profile small --first 18446744073709551615 " + kNpu, "no case was run"},
           Case{"replay " + (folder / "pipe.vf").string(), "pipe.vf': it is no regular file"},
           Case{"replay /dev/zero " + kNpu, "cannot read '/dev/zero': it is no regular file"},
           Case{"golden " + slash.string() + " " + kNpu, "'../secret' has a slash"},
           Case{"golden " + empty.string() + " " + kNpu, "there is no case in it"},
           Case{"foo --bar", "there is no command 'foo'"},
           Case{"run --ops selekt " + kNpu, "There is no op 'selekt'"},
           Case{"run --dtypes float99 " + kNpu, "There is no dtype 'float99'"},
           Case{"run --profile small --ops select " + kNpu, "has its programs as they are"},
           Case{"run --max-findings 1 --stop-after-first " + kNpu, "excludes"},
           Case{"model --model tiny --layers 20000", "expected fewer --layers or --tokens"},
           Case{"run --patience 0", "--patience: expected a number above 0, and not '0'"},
           Case{"triage x --patience abc", "--patience: expected a number above 0, and not 'abc'"},
           Case{"evaluate --patience -1", "--patience: expected a number above 0, and not '-1'"},
           Case{"evaluate --seeds 1.5", "--seeds: expected a whole number from 1 to 2147483647"},
           Case{"run --seconds nan", "--seconds: expected a number from 0 on, and not 'nan'"},
           Case{"compare a b --relative -1", "--relative: expected a number from 0 on"},
           Case{"model --model tiny --layers 0",
                "--layers: expected a whole number from 1 to 1048576, and not '0'"},
       }) {
    const Ran ran = viewfuzz(arguments);
    EXPECT_EQ(ran.exit_code, 2) << arguments << "\n" << ran.output;
    EXPECT_NE(ran.output.find(expected), std::string::npos) << arguments << "\n" << ran.output;
  }
}

TEST(Command, ALibraryThatDoesNotFitIsRefusedWithASentence) {
  const auto folder = freshFolder("misfit");
  std::ofstream(folder / "misfit.cpp")
      << "namespace at { void noSuchFunctionOfLibtorch(); }\n"
         "extern \"C\" void use() { at::noSuchFunctionOfLibtorch(); }\n"
         "static int at_load = (at::noSuchFunctionOfLibtorch(), 0);\n";
  const auto library = (folder / "libmisfit.so").string();
  ASSERT_EQ(
      shell("c++ -shared -fPIC -o " + library + " " + (folder / "misfit.cpp").string()).exit_code,
      0);
  const Ran ran = viewfuzz("run --backend " + library + " --cases 1");
  EXPECT_EQ(ran.exit_code, 2) << ran.output;
  EXPECT_NE(ran.output.find("does not fit this libtorch"), std::string::npos) << ran.output;
}

TEST(Command, ACleanRunExitsWithZeroAndReportsInJson) {
  const auto out = freshFolder("clean");
  const Ran ran =
      viewfuzz("run " + kNpu + " --seed 5 --cases 300 --out " + (out / "findings").string() +
               " --json " + (out / "report.json").string());
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  const auto report = nlohmann::json::parse(fileText(out / "report.json"));
  EXPECT_EQ(report["cases"], 300);
  EXPECT_EQ(report["seed"], 5);
  EXPECT_TRUE(report["findings"].empty());
  for (const auto* key : {"versions", "statements", "seconds", "cases_per_second"})
    EXPECT_TRUE(report.contains(key)) << key;
}

TEST(Command, AFindingIsReportedReplayedAndReducedAgain) {
  const auto out = freshFolder("found");
  const Ran ran = viewfuzz("run " + kNpu + " --fault select-fallback-copy --cases 1000 --out " +
                           out.string() + " --json " + (out / "report.json").string());
  EXPECT_EQ(ran.exit_code, 1) << ran.output;
  EXPECT_NE(ran.output.find("returned a copy"), std::string::npos) << ran.output;
  const auto report = nlohmann::json::parse(fileText(out / "report.json"));
  // Other ops select as well (`unbind`, `imag`), and are findings of their own.
  nlohmann::json finding;
  for (const auto& each : report["findings"]) {
    if (each["signature"] == "aliasing:aten.select.int:copy") finding = each;
  }
  ASSERT_FALSE(finding.is_null()) << ran.output;
  for (const auto* key : {"signature", "property", "op", "sentence", "program_file", "statements",
                          "case", "seconds", "reducer_runs", "reducer_seconds", "one_minimal"}) {
    EXPECT_TRUE(finding.contains(key)) << key;
  }
  EXPECT_EQ(finding["statements"], 3);
  EXPECT_EQ(finding["one_minimal"], true);
  const auto program = (out / finding["program_file"].get<std::string>()).string();
  for (const auto* file : {"repro.py", "repro.cpp", "story.txt"}) {
    EXPECT_FALSE(fileText(std::filesystem::path(program).parent_path() / file).empty()) << file;
  }

  const Ran with = viewfuzz("replay " + program + " " + kNpu + " --fault select-fallback-copy");
  EXPECT_EQ(with.exit_code, 1) << with.output;
  EXPECT_NE(with.output.find("t1 = aten.select.int(t0, 1, 0)"), std::string::npos) << with.output;
  const Ran without = viewfuzz("replay " + program + " " + kNpu);
  EXPECT_EQ(without.exit_code, 0) << without.output;

  const Ran reduced =
      viewfuzz(std::string("reduce ") + VIEWFUZZ_CORPUS + "/seeds/select.vf " + kNpu +
               " --fault select-fallback-copy --out " + (out / "again.vf").string());
  EXPECT_EQ(reduced.exit_code, 1) << reduced.output;
  EXPECT_EQ(fileText(out / "again.vf"), fileText(program));
}

TEST(Command, AFindingOfSeveralFaultsIsReplayedByTheCommandInItsStory) {
  const auto out = freshFolder("several");
  const Ran ran = viewfuzz(
      "run " + kNpu + " --fault cast-sign --fault cast-width --cases 300 --out " + out.string());
  ASSERT_EQ(ran.exit_code, 1) << ran.output;
  std::string story;
  for (const auto& folder : std::filesystem::directory_iterator(out)) {
    if (!folder.is_directory()) continue;  // the index
    story = fileText(folder.path() / "story.txt");
    const auto start = story.find("viewfuzz replay ");
    ASSERT_NE(start, std::string::npos) << story;
    const auto arguments = story.substr(start + 9, story.find('\n', start) - start - 9);
    EXPECT_NE(arguments.find("cast-sign,cast-width"), std::string::npos) << arguments;
    const Ran again = viewfuzz(arguments);
    EXPECT_EQ(again.exit_code, 1) << arguments << "\n" << again.output;
  }
}

TEST(Command, TheSameSeedGivesTheSameFindings) {
  const auto findings = [](const std::string& folder) {
    const auto out = freshFolder(folder);
    viewfuzz("run " + kNpu + " --fault offset-dst --seed 9 --cases 2000 --out " + out.string() +
             " --json " + (out / "report.json").string());
    auto report = nlohmann::json::parse(fileText(out / "report.json"))["findings"];
    for (auto& finding : report) {
      finding.erase("seconds");
      finding.erase("reducer_seconds");
    }
    return report;
  };
  const auto first = findings("first");
  EXPECT_FALSE(first.empty());
  EXPECT_EQ(first, findings("second"));
}

TEST(Command, AProgramComesFromTheStandardInput) {
  const Ran ran = shell("printf '# viewfuzz program 1\\nt0 = tensor([2], float32, iota)\\n' | " +
                        std::string(VIEWFUZZ_COMMAND) + " replay - " + kNpu);
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_NE(ran.output.find("-: ok"), std::string::npos) << ran.output;
}

TEST(Command, ItsVersionNamesAllThatDecidesWhatItDoes) {
  const Ran ran = viewfuzz("--version");
  EXPECT_EQ(ran.exit_code, 0);
  for (const auto* what : {"viewfuzz ", "libtorch 2.", "CXX11_ABI=", "generator ", "compiler "})
    EXPECT_NE(ran.output.find(what), std::string::npos) << ran.output;
}

TEST(Command, ListsWhatThereIs) {
  EXPECT_NE(viewfuzz("list ops").output.find("aten.select.int"), std::string::npos);
  EXPECT_NE(viewfuzz("list properties").output.find("write-back"), std::string::npos);
  EXPECT_NE(viewfuzz("list targets").output.find("cpu"), std::string::npos);
  EXPECT_NE(viewfuzz("list faults " + kNpu).output.find("temp-no-scatter"), std::string::npos);
}

TEST(Command, WhatItListsIsDescribed) {
  const std::vector<std::string> lists = {"properties", "profiles", "targets", "faults " + kNpu};
  for (const auto& what : lists) {
    std::istringstream lines(viewfuzz("list " + what).output);
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
      const auto end = line.find(' ');
      ASSERT_NE(end, std::string::npos) << what << ": " << line;
      EXPECT_NE(line.find_first_not_of(' ', end), std::string::npos) << what << ": " << line;
    }
    EXPECT_GT(count, 2) << what;
  }
}

TEST(Command, MetaSaysWhatIsNotComparedAndRaisesNoFalseAlarm) {
  const auto out = freshFolder("meta");
  // The seed shows none of the defects that meta has.
  const Ran ran = viewfuzz("run --device meta --seed 3 --cases 300 --out " + out.string() +
                           " --json " + (out / "report.json").string());
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_NE(ran.output.find("meta shows no bytes: containment, write-back, values"),
            std::string::npos)
      << ran.output;
  const auto report = nlohmann::json::parse(fileText(out / "report.json"));
  EXPECT_EQ(report["not_compared"].size(), 5U);
  EXPECT_EQ(report["cases"], 300);
}

TEST(Command, AReplayHasAReportForMachines) {
  const auto file = freshFolder("replay-json") / "report.json";
  const std::string regression = std::string(VIEWFUZZ_CORPUS) + "/regressions/temp-no-scatter.vf";
  const Ran ran = viewfuzz("replay " + regression + " " + kNpu +
                           " --fault temp-no-scatter --json " + file.string());
  EXPECT_EQ(ran.exit_code, 1) << ran.output;
  const auto report = nlohmann::json::parse(fileText(file));
  EXPECT_EQ(report["violate"], 1);
  ASSERT_EQ(report["inputs"].size(), 1U);
  EXPECT_EQ(report["inputs"][0]["input"], regression);
  EXPECT_EQ(report["inputs"][0]["verdict"], "violates");
  EXPECT_NE(ran.output.find(report["inputs"][0]["signature"].get<std::string>()), std::string::npos)
      << ran.output;
  EXPECT_FALSE(report["inputs"][0]["violation"]["property"].get<std::string>().empty());
}

TEST(Command, ADumpOfATargetWithoutBytesIsRefused) {
  const Ran ran = viewfuzz("dump --device meta --model tiny --out " +
                           (freshFolder("dump-meta") / "d.safetensors").string());
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_NE(ran.output.find("The target 'meta' shows no bytes"), std::string::npos) << ran.output;
}

TEST(Command, ADeviceTypeIsNamedInsteadOfALibrary) {
  EXPECT_EQ(
      viewfuzz("run --device cpu --cases 50 --out " + freshFolder("device").string()).exit_code, 0);
  const Ran unknown = viewfuzz("run --device no-device --cases 1");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.output.find("expected a device type of libtorch"), std::string::npos);
  const Ran absent = viewfuzz("run --device cuda --cases 1");
  EXPECT_EQ(absent.exit_code, 2);
  EXPECT_NE(absent.output.find("There is no device 'cuda' in this process"), std::string::npos)
      << absent.output;
  EXPECT_EQ(viewfuzz("run --device cpu --backend cpu").exit_code, 2);
}

TEST(Command, AnEvaluationOfAnUnknownFaultNamesThoseThereAre) {
  const Ran ran = viewfuzz("evaluate " + kNpu + " --fault no-such-fault");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_NE(ran.output.find("There is no fault 'no-such-fault'. Expected one of:"),
            std::string::npos)
      << ran.output;
}

}  // namespace
