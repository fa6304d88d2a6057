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
  size_t original_statements = 0;  ///< of the case as it was generated
  std::string input;  ///< the file that it was found in; empty: a campaign made the case
  uint64_t seed = 0;
  uint64_t case_index = 0;
  double seconds = 0;  ///< from the start of the campaign
  int reducer_runs = 0;
  double reducer_seconds = 0;
  bool reducer_cut_short = false;  ///< its budget was spent, or somebody stopped it
  bool one_minimal = false;        ///< no single step of the reducer makes it smaller
  bool alone = true;               ///< the program shows it where nothing has run before
  bool confirmed = true;           ///< false: `alone` was not looked into
  /// Where the process did not live through it, what it wrote to the standard error: a sanitizer's
  /// report, an allocator's last words.
  std::string last_words;
  std::string backend;  ///< as it was named: the path of the library
  std::string fault;    ///< a planted fault, if one was asked for
  std::vector<std::pair<std::string, std::string>> versions;  ///< what and which, for `story.txt`
};

/// The name of a finding's folder: the signature in [a-z0-9-].
std::string slug(const std::string& signature);

/// The story for people: what is wrong, what was expected and observed, how to run each repro.
/// `folder` is where the files of the finding lie.
std::string storyText(const Finding& finding, const std::filesystem::path& folder);

/// Writes `program.vf`, `repro.py`, `repro.cpp`, `story.txt`, and `stderr.txt` where there are last
/// words, into a new folder of `out`, and gives the path of the program relative to `out`. Throws
/// `std::runtime_error` with the path and the reason when a file cannot be written.
std::string writeFinding(const Finding& finding, const std::filesystem::path& out);

}  // namespace viewfuzz
