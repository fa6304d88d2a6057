#include "fuzz/flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "viewfuzz/files/complain.h"

namespace viewfuzz::fuzz {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// If the flag starts with `name`, such as `--backend=`, puts the rest into `value` and gives true.
bool takes(std::string_view flag, std::string_view name, std::string& value) {
  if (!flag.starts_with(name)) return false;
  value = flag.substr(name.size());
  return true;
}

}  // namespace

Flags Flags::read(int argc, char** argv) {
  Flags flags;
  flags.backend = environment("VIEWFUZZ_BACKEND");
  flags.fault = environment("VIEWFUZZ_FAULT");
  flags.guarded = environment("VIEWFUZZ_GUARDED") == "1";
  flags.feedback = environment("VIEWFUZZ_FEEDBACK") != "0";
  flags.cells = environment("VIEWFUZZ_CELLS");
  for (int i = 1; i < argc; ++i) {
    const std::string_view flag = argv[i];
    if (!flag.starts_with("--")) continue;
    if (takes(flag, "--backend=", flags.backend) || takes(flag, "--fault=", flags.fault) ||
        takes(flag, "--cells=", flags.cells))
      continue;
    if (flag == "--guarded") {
      flags.guarded = true;
    } else if (flag == "--no-feedback") {
      flags.feedback = false;
    } else {
      complain(
          "{}: there is no flag '{}'. Expected --backend=LIB, --fault=NAME, --guarded, "
          "--no-feedback, --cells=FILE, or of fuzz_delta_rule --findings=FOLDER; libFuzzer's own "
          "begin with one dash.\n",
          argv[0], flag);
      std::exit(2);
    }
  }
  return flags;
}

std::vector<std::string> pathsOf(int argc, char** argv) {
  std::vector<std::string> paths;
  std::copy_if(argv + 1, argv + argc, std::back_inserter(paths),
               [](const char* argument) { return argument[0] != '-'; });
  return paths;
}

void refuseFlags(int argc, char** argv, std::initializer_list<std::string_view> prefixes,
                 std::string_view why) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view flag = argv[i];
    for (const std::string_view prefix : prefixes) {
      if (!flag.starts_with(prefix)) continue;
      complain("{}: there is no flag '{}' here: {}.\n", argv[0], flag, why);
      std::exit(2);
    }
  }
}

}  // namespace viewfuzz::fuzz
