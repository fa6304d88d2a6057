#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace viewfuzz::fuzz {

/// What a target is told on its command line. The flags begin with `--`, which libFuzzer passes
/// over; what is not given there is taken from the environment.
struct Flags {
  std::string backend;   ///< --backend=LIB, VIEWFUZZ_BACKEND: the library under test
  std::string fault;     ///< --fault=NAME, VIEWFUZZ_FAULT: a planted fault of it
  bool guarded = false;  ///< --guarded, VIEWFUZZ_GUARDED=1
  bool feedback = true;  ///< --no-feedback, VIEWFUZZ_FEEDBACK=0: libFuzzer is told of no cells
  std::string cells;     ///< --cells=FILE, VIEWFUZZ_CELLS: written at the end, `kind hit` a line

  /// Ends the process with a sentence at a flag that there is not.
  static Flags read(int argc, char** argv);
};

/// The files and folders that the command line names.
std::vector<std::string> pathsOf(int argc, char** argv);

/// Ends the process with a sentence where a flag begins with one of `prefixes`, which are nothing
/// to a target.
void refuseFlags(int argc, char** argv, std::initializer_list<std::string_view> prefixes,
                 std::string_view why);

}  // namespace viewfuzz::fuzz
