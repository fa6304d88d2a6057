// Where the command writes: a place that takes nothing costs no work, and what is lost is said.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/command.h"

namespace {

namespace fs = std::filesystem;

const std::string kSelect = std::string(VIEWFUZZ_CORPUS) + "/seeds/select.vf ";

/// The command where no file grows beyond so many times 512 bytes, as on a disk that is nearly
/// full.
Ran onAFullDisk(const std::string& arguments, int blocks = 1) {
  return shell("trap '' XFSZ; ulimit -f " + std::to_string(blocks) + "; " + VIEWFUZZ_COMMAND + " " +
               arguments);
}

TEST(Files, FoldersAreMade) {
  const auto folder = freshFolder("made");
  const auto out = folder / "findings";
  const Ran clean = viewfuzz("run " + kNpu + " --cases 100 --out " + out.string() + " --json " +
                             (out / "report.json").string());
  EXPECT_EQ(clean.exit_code, 0) << clean.output;
  EXPECT_EQ(nlohmann::json::parse(fileText(out / "report.json"))["cases"], 100);
  const auto small = folder / "reduced" / "small.vf";
  EXPECT_EQ(viewfuzz("reduce " + kSelect + kFault + " --out " + small.string()).exit_code, 1);
  EXPECT_FALSE(fileText(small).empty());
}

TEST(Files, APlaceThatTakesNothingIsRefusedBeforeTheWork) {
  const auto folder = freshFolder("refused");
  std::ofstream(folder / "file") << "kept\n";
  const std::string below = (folder / "file" / "x").string();
  const std::string right = (folder / "right").string();
  // The backend is looked for later: where it is named first, the work had begun.
  for (const auto& [arguments, option] :
       {std::pair{"run --json " + below, "--json"}, std::pair{"run --out " + below, "--out"},
        std::pair{"evaluate --json " + below, "--json"},
        std::pair{"evaluate --html " + below, "--html"},
        std::pair{"reduce " + kSelect + "--out " + below, "--out"},
        std::pair{"triage " + kSelect + "--out " + below, "--out"},
        std::pair{"dump --model tiny --out " + below, "--out"},
        std::pair{"bisect --model tiny --out " + below, "--out"}}) {
    const Ran ran = viewfuzz(arguments + " --backend /no/such.so");
    EXPECT_EQ(ran.exit_code, 2) << arguments << "\n" << ran.output;
    const auto said = std::string("viewfuzz: ") + option + ": cannot write '" + below + "'";
    EXPECT_NE(ran.output.find(said), std::string::npos) << arguments << "\n" << ran.output;
  }
  for (const auto& [arguments, option] :
       {std::pair{"corpus minimize " + kSelect + "--out " + below, "--out"},
        std::pair{"corpus merge " + kSelect + "--into " + below, "--into"}}) {
    const Ran ran = viewfuzz(arguments);
    EXPECT_EQ(ran.exit_code, 2) << arguments << "\n" << ran.output;
    EXPECT_NE(ran.output.find(std::string(option) + ": cannot write"), std::string::npos)
        << ran.output;
  }
  EXPECT_EQ(fileText(folder / "file"), "kept\n");
}

TEST(Files, AReportIsKeptUntilThereIsANewOne) {
  const auto report = freshFolder("earlier") / "report.json";
  std::ofstream(report) << "earlier\n";
  const std::string json = " --json " + report.string();
  EXPECT_EQ(viewfuzz("run --backend /no/such.so" + json).exit_code, 2);
  EXPECT_EQ(fileText(report), "earlier\n");
  EXPECT_EQ(viewfuzz("run --cases 10 " + kNpu + json).exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(fileText(report))["cases"], 10);
}

TEST(Files, NoTextOfAnInputIsACommandToTheTerminal) {
  const auto folder = freshFolder("terminal");
  const std::string clears = "\x1b[2J";
  const auto program = folder / ("name" + clears + ".vf");
  std::ofstream(program) << "# viewfuzz program 1\nt0 = tensor([2, 2], float32, iota)  # a"
                         << clears << "b.c\nt1 = aten.select.int(t0, 1, 0)  # d" << clears
                         << "\naten.zero_(t1)\n";
  const auto broken = folder / "broken.vf";
  std::ofstream(broken) << "# viewfuzz program 1\nt0 = " << clears << "(\n";
  for (const auto* command : {"replay", "reduce", "bisect"}) {
    for (const auto& file : {program, broken}) {
      const Ran ran = viewfuzz(std::string(command) + " '" + file.string() + "' " + kFault);
      // What `reduce` prints is a file, in which every byte counts; it goes to no terminal here.
      if (std::string(command) == "reduce" && file == program) continue;
      EXPECT_NE(ran.output, "") << command;
      EXPECT_EQ(ran.output.find('\x1b'), std::string::npos) << command << "\n" << ran.output;
    }
  }
  const Ran triaged =
      viewfuzz("triage " + folder.string() + " " + kFault + " --out " + (folder / "out").string());
  EXPECT_EQ(triaged.exit_code, 1) << triaged.output;
  EXPECT_EQ(triaged.output.find('\x1b'), std::string::npos) << triaged.output;
}

TEST(Files, WhatAFullDiskTookIsNoSuccess) {
  for (const auto& arguments : {"reduce " + kSelect + kFault, "bisect " + kSelect + kFault,
                                std::string("dump --model tiny --backend cpu")}) {
    const Ran ran = viewfuzz(arguments + " --out /dev/full");
    EXPECT_EQ(ran.exit_code, 2) << arguments << "\n" << ran.output;
    EXPECT_NE(ran.output.find("cannot write '/dev/full': No space left"), std::string::npos)
        << ran.output;
  }
  const Ran printed =
      shell("{ " + std::string(VIEWFUZZ_COMMAND) + " model --model tiny >/dev/full; }");
  EXPECT_EQ(printed.exit_code, 2) << printed.output;
  EXPECT_NE(printed.output.find("standard output"), std::string::npos) << printed.output;
}

TEST(Files, WhatIsPrintedStaysWhereAFileIsWrittenToAsWell) {
  const auto log = freshFolder("printed") / "log";
  const std::string reduce =
      std::string(VIEWFUZZ_COMMAND) + " reduce " + kSelect + kFault + " --out /dev/stdout";
  for (const auto* where : {" > ", " >> ", " 2>> "}) {
    std::ofstream(log) << "earlier\n";
    EXPECT_EQ(shell("{ " + reduce + where + log.string() + "; }").exit_code, 1) << where;
    const std::string text = fileText(log);
    const std::string first = "# viewfuzz program 1";
    if (where == std::string(" 2>> ")) {
      EXPECT_NE(text.find("earlier\n"), std::string::npos) << text;
      EXPECT_NE(text.find("statements became"), std::string::npos) << text;
      continue;
    }
    EXPECT_EQ(text.find("earlier\n") != std::string::npos, where == std::string(" >> ")) << text;
    ASSERT_NE(text.find(first), std::string::npos) << text;
    EXPECT_NE(text.find(first, text.find(first) + 1), std::string::npos)
        << "once, and not as the file\n"
        << text;
  }
}

TEST(Files, AStandardErrorThatTakesNothingChangesNoAnswer) {
  const auto folder = freshFolder("mute");
  const std::string command = std::string(VIEWFUZZ_COMMAND) + " ";
  for (const auto* mute : {" 2>/dev/full", " 2>&-"}) {
    EXPECT_EQ(shell("{ " + command + "replay /none" + mute + "; }").exit_code, 2) << mute;
    const Ran triaged = shell("{ " + command + "triage " + kSelect + "/none " + kFault + " --out " +
                              (folder / "out").string() + mute + "; }");
    EXPECT_EQ(triaged.exit_code, 1) << mute << "\n" << triaged.output;
    EXPECT_NE(triaged.output.find("1 that cannot be run"), std::string::npos) << triaged.output;
  }
}

TEST(Files, AFindingThatIsLostIsNotNothing) {
  const auto folder = freshFolder("lost");
  const std::string out = " --out " + (folder / "out").string();
  const Ran ran = onAFullDisk("run " + kFault + " --cases 300" + out);
  EXPECT_EQ(ran.exit_code, 2) << ran.output;
  // It reaches the supervisor, whatever the disk takes, and is said there.
  EXPECT_NE(ran.output.find("aliasing:aten.select.int:copy\n"), std::string::npos) << ran.output;
  EXPECT_NE(ran.output.find("cannot write"), std::string::npos) << ran.output;
  EXPECT_NE(ran.output.find("File too large"), std::string::npos) << ran.output;
  const Ran triaged = onAFullDisk("triage " + kSelect + kFault + out);
  EXPECT_EQ(triaged.exit_code, 2) << triaged.output;
  EXPECT_NE(triaged.output.find("File too large"), std::string::npos) << triaged.output;
}

TEST(Files, AFindingWhoseFilesAreLostIsSaidAndInTheReport) {
  const auto folder = freshFolder("files_lost");
  const auto report = folder / "report.json";
  // Enough for the finding and for the report, and not for a repro.
  const Ran ran = onAFullDisk("run " + kFault + " --cases 300 --out " + (folder / "out").string() +
                                  " --json " + report.string(),
                              6);
  EXPECT_EQ(ran.exit_code, 2) << ran.output;
  for (const auto* said : {"t1 = aten.select.int(t0, 1, 0)", "repro", "File too large"})
    EXPECT_NE(ran.output.find(said), std::string::npos) << said << "\n" << ran.output;
  const auto json = nlohmann::json::parse(fileText(report));
  EXPECT_NE(json["cut_short"].get<std::string>().find("File too large"), std::string::npos);
  ASSERT_EQ(json["findings"].size(), 1U);
  EXPECT_EQ(json["findings"][0]["signature"], "aliasing:aten.select.int:copy");
}

}  // namespace
