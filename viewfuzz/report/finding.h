#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// One distinct defect, and how it was found.
struct Finding {
  std::string signature;
  Violation violation;
  Program program;                 ///< reduced
  size_t original_statements = 0;  ///< of the program before it was reduced
  std::string input;  ///< the file that it was found in; empty: a campaign made the case
  uint64_t seed = 0;
  uint64_t case_index = 0;
  double seconds = 0;  ///< from the start of the campaign
  int reducer_runs = 0;
  double reducer_seconds = 0;
  bool reducer_cut_short = false;  ///< its budget was spent, or somebody stopped it
  bool one_minimal = false;        ///< no single step of the reducer makes the program smaller
  bool alone = true;      ///< the program also fails in a process that has run nothing before
  bool confirmed = true;  ///< false: nobody has looked whether it is `alone`
  /// What a process that crashed wrote to the standard error: the report of a sanitizer, the last
  /// words of an allocator.
  std::string last_words;
  std::vector<std::string> warnings;  ///< of libtorch, when the program runs on the device
  std::string backend;                ///< as it was named: the path of the library
  std::string fault;                  ///< a planted fault, if one was asked for
  std::vector<std::pair<std::string, std::string>> versions;  ///< name and version, for `story.txt`
};

/// The name of a finding's folder: the signature in [a-z0-9-].
std::string slug(const std::string& signature);

/// The story for people: what is wrong, what was expected and observed, how to run each repro.
/// `folder` is where the files of the finding lie.
std::string storyText(const Finding& finding, const std::filesystem::path& folder);

/// Writes `program.vf`, `repro.py`, `repro.cpp` and `story.txt` into a new folder of `out`, and
/// `stderr.txt` if there are last words. Gives the path of the program relative to `out`. If a file
/// cannot be written, throws `std::runtime_error` with the path and the reason.
std::string writeFinding(const Finding& finding, const std::filesystem::path& out);

}  // namespace viewfuzz
