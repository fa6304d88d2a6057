#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

/// The simulated NPU, without and with the fault of the story.
inline const std::string kNpu = std::string("--backend ") + VIEWFUZZ_NPU;
inline const std::string kFault = kNpu + " --fault select-fallback-copy";

/// What a command prints (both streams) and exits with.
struct Ran {
  int exit_code;
  std::string output;
};

inline Ran shell(const std::string& command) {
  Ran ran{-1, {}};
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return ran;
  char buffer[4096];
  for (size_t n = 0; (n = fread(buffer, 1, sizeof(buffer), pipe)) > 0;)
    ran.output.append(buffer, n);
  const int status = pclose(pipe);
  ran.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ran;
}

inline Ran viewfuzz(const std::string& arguments) {
  return shell(std::string(VIEWFUZZ_COMMAND) + " " + arguments);
}

inline std::string fileText(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A folder in the folder that not even root can look into: no path is long enough for the
/// innermost of those in it.
inline void makeBottomless(const std::filesystem::path& folder) {
  const std::string name(250, 'x');
  int at = open(folder.c_str(), O_DIRECTORY);
  for (int i = 0; i < 20; ++i) {
    mkdirat(at, name.c_str(), 0777);
    const int below = openat(at, name.c_str(), O_DIRECTORY);
    close(at);
    at = below;
  }
  close(at);
}

/// Where the tests of this process have their folders; gone in the end.
inline const std::filesystem::path& testFolder() {
  struct Root {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("viewfuzz_test_" + std::to_string(getpid()));
    ~Root() { shell("rm -rf " + path.string()); }  // also what no path is long enough for
  };
  static const Root root;
  return root.path;
}

/// An empty folder of this test's own.
inline std::filesystem::path freshFolder(const std::string& name) {
  const auto folder = testFolder() / name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}
