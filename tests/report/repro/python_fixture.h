#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace viewfuzz {

namespace fs = std::filesystem;

/// A folder of its own for each test, and the Python that has torch.
class Python : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    std::string name = info->name();  // of a parametrised test it has slashes
    std::replace(name.begin(), name.end(), '/', '-');
    folder_ = fs::path(testing::TempDir()) / fmt::format("viewfuzz-{}-{}", name, getpid());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  std::string read(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  /// Runs a Python file of the folder; its output goes to `output`.
  int run(const std::string& arguments) const {
    const std::string command = fmt::format("cd '{}' && PYTHONPATH=. '{}' {} > output 2>&1",
                                            folder_.string(), REPORT_PYTHON, arguments);
    return WEXITSTATUS(std::system(command.c_str()));
  }
  static bool hasPython() { return *REPORT_PYTHON != '\0'; }

  fs::path folder_;
};

}  // namespace viewfuzz
