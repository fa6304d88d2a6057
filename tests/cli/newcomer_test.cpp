// What somebody needs who meets the command for the first time, at a terminal.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/cli/command.h"

namespace {

constexpr const char* kEscape = "\x1b[";

/// What a terminal is sent, as `script` sees it, with a variable of the environment set.
std::string onTerminal(const std::string& arguments, const std::string& environment) {
  return shell(fmt::format("env -u NO_COLOR TERM=xterm {} script -qec '{} {}' /dev/null </dev/null",
                           environment, VIEWFUZZ_COMMAND, arguments))
      .output;
}

std::string replayOfAFault() {
  return std::string("replay ") + VIEWFUZZ_CORPUS + "/regressions/select-fallback-copy.vf " +
         kFault;
}

TEST(Colors, AreForATerminalThatWantsThem) {
  if (shell("command -v script").exit_code != 0) GTEST_SKIP() << "there is no 'script'";
  const std::string replay = replayOfAFault();
  const std::string shown = onTerminal(replay, "");
  EXPECT_NE(shown.find(std::string(kEscape) + "1maliasing:aten.select.int:copy"), std::string::npos)
      << shown;
  for (const auto* no : {"NO_COLOR=1", "TERM=dumb"})
    EXPECT_EQ(onTerminal(replay, no).find(kEscape), std::string::npos) << no;
  EXPECT_EQ(onTerminal(replay + " --color never", "").find(kEscape), std::string::npos);
}

TEST(Colors, AreInAFileWhereThatIsAskedFor) {
  const std::string replay = replayOfAFault();
  EXPECT_EQ(viewfuzz(replay).output.find(kEscape), std::string::npos);
  const Ran always =
      shell("NO_COLOR=1 " + std::string(VIEWFUZZ_COMMAND) + " " + replay + " --color always");
  EXPECT_EQ(always.exit_code, 1);
  EXPECT_NE(always.output.find("VIOLATION\x1b[0m"), std::string::npos) << always.output;
  EXPECT_EQ(viewfuzz(replay + " --color sometimes").exit_code, 2);
}

/// What bash offers when Tab is pressed behind the last of the words.
std::string offered(const std::string& words) {
  const auto script = freshFolder("completion") / "complete.bash";
  const Ran ran = shell(
      fmt::format("{0} completion bash > {1} && bash -c 'source {1}; COMP_WORDS=({0} {2}); "
                  "COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); _viewfuzz; echo \"${{COMPREPLY[@]}}\"'",
                  VIEWFUZZ_COMMAND, script.string(), words));
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  return ran.output;
}

TEST(Completion, OffersCommandsAndTheirOptions) {
  EXPECT_EQ(offered("tri"), "triage\n");
  EXPECT_EQ(offered("list pro"), "properties profiles\n");
  EXPECT_EQ(offered("run --seed 3 --stop"), "--stop-after-first\n");
  EXPECT_EQ(offered("list ops --cov"), "--coverage\n");
  const std::string all = offered("\"\"");
  for (const auto* command : {"run", "replay", "corpus", "completion", "--version"})
    EXPECT_NE(all.find(command), std::string::npos) << all;
}

TEST(Completion, OffersWhatAnOptionTakes) {
  EXPECT_EQ(offered("replay --color a"), "auto always\n");
  EXPECT_EQ(offered("run --properties va"), "values\n");
  EXPECT_EQ(offered("run --properties values,wri"), "values,write-back\n");
  EXPECT_EQ(offered("run --fault temp-no"), "temp-no-scatter\n");
  EXPECT_EQ(offered("run --ops aten.select."), "aten.select.int\n");
  EXPECT_EQ(offered("completion z"), "zsh\n");
}

TEST(Completion, LeavesFilesToTheShell) {
  EXPECT_EQ(offered("replay some"), "\n");
  EXPECT_EQ(offered("run --out some"), "\n");
}

TEST(Completion, IsOneScriptForEachShell) {
  const Ran bash = viewfuzz("completion bash");
  EXPECT_EQ(shell("bash -n <<'END'\n" + bash.output + "END").exit_code, 0);
  const Ran fish = viewfuzz("completion fish");
  EXPECT_NE(
      fish.output.find("complete -c viewfuzz -n '__fish_seen_subcommand_from run' -l seed -r"),
      std::string::npos)
      << fish.output;
  const Ran zsh = viewfuzz("completion zsh");
  EXPECT_NE(zsh.output.find("bashcompinit\n" + bash.output), std::string::npos) << zsh.output;
  const Ran none = viewfuzz("completion tcsh");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.output.find("bash"), std::string::npos) << none.output;
}

}  // namespace
