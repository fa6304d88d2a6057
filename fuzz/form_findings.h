#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "viewfuzz/generate/input_form.h"

namespace viewfuzz::fuzz {

/// Takes `--findings=FOLDER` out of the command line, if it is there.
std::optional<std::filesystem::path> takeFindingsFlag(int* argc, char** argv);
/// The files that the command line names.
std::vector<std::string> inputsOf(int argc, char** argv);

/// Makes findings of forms that a fuzzer stopped on, as `viewfuzz triage` does of programs. `run`
/// runs one, each time in a process of its own, which it may end or block. A form is reduced as
/// long as that process ends in the same way; the same end is filed once. A finding is a folder of
/// `out`: `story.txt`, `input.form`, and `stderr.txt`, which the process wrote, a sanitizer's
/// report for one. Gives the exit code of the process: 1, there are findings; 0, none; 2, none, and
/// a file cannot be read or is no such form.
int fileFindings(const InputForm& form, const std::function<void(const InputForm::Values&)>& run,
                 const std::vector<std::string>& files, const std::filesystem::path& out);

/// Numbers to what they usually are, to the lowest or halfway there, lists shorter, as long as
/// `fails` holds; none of these steps is left.
InputForm::Values reduced(const InputForm& form, InputForm::Values values,
                          const std::function<bool(const InputForm::Values&)>& fails);

}  // namespace viewfuzz::fuzz
