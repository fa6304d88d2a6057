#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "viewfuzz/generate/input_form.h"

namespace viewfuzz::fuzz {

/// What to do with an input form. Each trial is a process of its own, which the trial may end or
/// block. It also opens the backend itself, since many devices do not work in a process that is
/// forked from one that has them open.
struct FormTrial {
  std::function<void()> open;  ///< the backend
  std::function<void(const InputForm::Values&)> run;
  std::string command;  ///< how a user runs a file, without the file
};
/// Makes the trial that starts the command of this process again, with its flags.
FormTrial trialOf(int argc, char** argv, std::function<void()> open,
                  std::function<void(const InputForm::Values&)> run);

/// Removes `--findings=FOLDER` from the command line and gives the folder; none if it is not there.
std::optional<std::filesystem::path> takeFindingsFlag(int* argc, char** argv);

/// Makes findings of the input forms on which a fuzzer stopped, as `viewfuzz triage` does of
/// programs. A form is reduced as long as its process ends in the same way, and the same end is
/// stored once. A finding is a folder in `out` with `story.txt`, `input.form`, and `stderr.txt`,
/// which the process wrote, such as the report of a sanitizer. Gives the exit code of the process:
/// 1 if there are findings; 0 if there are none; 2 if there are none and some input could not be
/// looked at, or if a finding could not be stored.
int fileFindings(const InputForm& form, const FormTrial& trial,
                 const std::vector<std::string>& paths, const std::filesystem::path& out);

}  // namespace viewfuzz::fuzz
