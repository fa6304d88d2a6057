// `viewfuzz run` as a user starts and ends it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/command.h"

namespace {

TEST(Run, AnInterruptEndsItCleanlyWithWhatItHas) {
  const auto out = freshFolder("interrupted");
  const Ran ran = shell(std::string("timeout --preserve-status -s INT 3 ") + VIEWFUZZ_COMMAND +
                        " run " + kNpu + " --fault temp-no-scatter --seconds 600 --out " +
                        out.string() + " --json " + (out / "report.json").string());
  EXPECT_EQ(ran.exit_code, 1) << ran.output;
  EXPECT_NE(ran.output.find("interrupted"), std::string::npos) << ran.output;
  EXPECT_FALSE(nlohmann::json::parse(fileText(out / "report.json"))["findings"].empty());
}

TEST(Run, AnInterruptBeforeAnythingIsFoundIsNoCleanRun) {
  for (const auto* signal : {"INT", "TERM", "HUP"}) {
    const auto out = freshFolder("interrupted-early");
    const Ran ran =
        shell(fmt::format("timeout --preserve-status -s {} 2 {} run {} --seconds 600 --out {} "
                          "--json {}",
                          signal, VIEWFUZZ_COMMAND, kNpu, out.string(), (out / "r.json").string()));
    EXPECT_EQ(ran.exit_code, 130) << ran.output;
    EXPECT_EQ(nlohmann::json::parse(fileText(out / "r.json"))["interrupted"], true) << ran.output;
  }
}

TEST(Run, EndsAfterTheFirstFindingWhereThatIsAskedFor) {
  const auto out = freshFolder("first");
  const Ran ran = viewfuzz("run " + kFault + " --seconds 100 --stop-after-first --out " +
                           out.string() + " --json " + (out / "r.json").string());
  EXPECT_EQ(ran.exit_code, 1) << ran.output;
  const auto report = nlohmann::json::parse(fileText(out / "r.json"));
  EXPECT_EQ(report["findings"].size(), 1U);
  EXPECT_LT(report["seconds"], 60);
}

TEST(Run, LooksForThePropertiesThatAreAskedForAndSaysSo) {
  const auto out = freshFolder("some-properties");
  const auto report = (out / "r.json").string();
  const auto run = [&](const std::string& options) {
    return viewfuzz("run " + kNpu + " --cases 500 --out " + out.string() + " --json " + report +
                    " " + options);
  };
  const auto signatures = [&] {
    std::string all;
    const auto json = nlohmann::json::parse(fileText(report));
    for (const auto& finding : json["findings"])
      all += finding["signature"].get<std::string>() + "\n";
    return all;
  };
  Ran ran = run("--fault version-still");
  EXPECT_EQ(ran.exit_code, 1) << ran.output;
  EXPECT_NE(signatures().find("version:"), std::string::npos) << ran.output;
  ran = run("--fault version-still --not-properties version,gradient");
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_NE(ran.output.find("\nNot looked for: version, gradient.\n"), std::string::npos)
      << ran.output;
  EXPECT_EQ(nlohmann::json::parse(fileText(report))["not_asked"].dump(),
            R"(["version","gradient"])");
  ran = run("--fault select-fallback-copy --properties values --not-properties version");
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_NE(ran.output.find("only what was not looked for"), std::string::npos) << ran.output;
}

TEST(Run, ACrashIsPassedOverWhereSurvivalIsNotAskedFor) {
  const auto out = freshFolder("no-survival").string();
  const std::string run =
      "run " + kNpu + " --fault crash-on-empty --cases 300 --stop-after-first --out " + out;
  EXPECT_EQ(viewfuzz(run).exit_code, 1);
  const Ran ran = viewfuzz(run + " --not-properties survival");
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_NE(ran.output.find("300 cases"), std::string::npos) << ran.output;
  EXPECT_NE(ran.output.find("ended the process of the run"), std::string::npos) << ran.output;
}

TEST(Run, APropertyThatIsNoneIsRefused) {
  const Ran ran = viewfuzz("run --cases 1 --properties valus --out " + freshFolder("n").string());
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_NE(ran.output.find("There is no property 'valus'. Expected one of: errors, aliasing"),
            std::string::npos)
      << ran.output;
}

TEST(Run, DoesNotSayThatALibraryIsTestedWhichIsNotThere) {
  const Ran ran = viewfuzz("run --backend no/such.so --out " + freshFolder("no-library").string());
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.output.find("viewfuzz: There is no backend library '"), 0U) << ran.output;
}

TEST(Run, SaysWhatIsTestedAgainstWhat) {
  const auto out = freshFolder("said").string();
  const Ran ran = viewfuzz("run --cases 10 --seed 3 --out " + out + " --backend cpu");
  EXPECT_EQ(ran.output.find("cpu is tested against the CPU of libtorch 2."), 0U) << ran.output;
  EXPECT_NE(ran.output.find("with seed 3\n"), std::string::npos) << ran.output;
}

}  // namespace
