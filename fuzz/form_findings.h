#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "viewfuzz/generate/input_form.h"

namespace viewfuzz::fuzz {

/// What is done with a form, each time in a process of its own, which it may end or block: many
/// devices are of no use to a process that is forked from one that has them open.
struct FormTrial {
  std::function<void()> open;  ///< the backend
  std::function<void(const InputForm::Values&)> run;
  std::string command;  ///< how a user runs a file, without the file
};
/// The command is the one of this process, with its flags.
FormTrial trialOf(int argc, char** argv, std::function<void()> open,
                  std::function<void(const InputForm::Values&)> run);

/// Takes `--findings=FOLDER` out of the command line, if it is there.
std::optional<std::filesystem::path> takeFindingsFlag(int* argc, char** argv);

/// Makes findings of forms that a fuzzer stopped on, as `viewfuzz triage` does of programs. A form
/// is reduced as long as its process ends in the same way; the same end is filed once. A finding is
/// a folder of `out`: `story.txt`, `input.form`, and `stderr.txt`, which the process wrote, a
/// sanitizer's report for one. Gives the exit code of the process: 1, there are findings; 0, none;
/// 2, none, and something could not be looked at, or what was found could not be kept.
int fileFindings(const InputForm& form, const FormTrial& trial,
                 const std::vector<std::string>& paths, const std::filesystem::path& out);

}  // namespace viewfuzz::fuzz
