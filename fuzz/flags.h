#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace viewfuzz::fuzz {

/// The options of a fuzz target. Their flags begin with `--`, which libFuzzer ignores. An option
/// without a flag is taken from the environment.
struct Flags {
  std::string backend;   ///< --backend=LIB, VIEWFUZZ_BACKEND: the library under test
  std::string fault;     ///< --fault=NAME, VIEWFUZZ_FAULT: a planted fault of it
  bool guarded = false;  ///< --guarded, VIEWFUZZ_GUARDED=1
  bool feedback = true;  ///< --no-feedback, VIEWFUZZ_FEEDBACK=0: libFuzzer is told of no cells
  std::string cells;     ///< --cells=FILE, VIEWFUZZ_CELLS: written at the end, `kind hit` a line

  /// Reads the flags. Ends the process with a sentence for an unknown flag.
  static Flags read(int argc, char** argv);
};

/// The files and folders that the command line names.
std::vector<std::string> pathsOf(int argc, char** argv);

/// Ends the process with a sentence if a flag begins with one of `prefixes`, which this target does
/// not take.
void refuseFlags(int argc, char** argv, std::initializer_list<std::string_view> prefixes,
                 std::string_view why);

}  // namespace viewfuzz::fuzz
