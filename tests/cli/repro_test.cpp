// The repros of each fault fail on the faulty backend and pass on the right one, without viewfuzz.

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/cli/command.h"

namespace {

class Repro : public testing::TestWithParam<std::string> {
 protected:
  /// The folder of the fault's first finding by name.
  std::filesystem::path finding() {
    const auto out = freshFolder("repro_" + GetParam());
    const Ran ran =
        viewfuzz(std::string("reduce ") + VIEWFUZZ_CORPUS + "/regressions/" + GetParam() +
                 ".vf --backend " + VIEWFUZZ_NPU + " --fault " + GetParam());
    EXPECT_EQ(ran.exit_code, 1) << ran.output;
    viewfuzz(std::string("run --backend ") + VIEWFUZZ_NPU + " --fault " + GetParam() +
             " --cases 20000 --out " + out.string());
    std::vector<std::filesystem::path> folders;
    for (const auto& entry : std::filesystem::directory_iterator(out))
      if (entry.is_directory()) folders.push_back(entry.path());  // the index is none
    std::sort(folders.begin(), folders.end());
    return folders.empty() ? std::filesystem::path() : folders.front();
  }
};

TEST_P(Repro, FailsWithTheFaultAndPassesWithout) {
  const auto folder = finding();
  ASSERT_FALSE(folder.empty());
  const std::string with = "NPU_FAULT=" + GetParam() + " ";

  const std::string python = std::string(VIEWFUZZ_PYTHON) + " " + (folder / "repro.py").string() +
                             " --device npu --load " + VIEWFUZZ_NPU;
  const Ran python_with = shell(with + python);
  EXPECT_EQ(python_with.exit_code, 1) << python_with.output;
  const Ran python_without = shell(python);
  EXPECT_EQ(python_without.exit_code, 0) << python_without.output;

  const std::string binary = (folder / "repro").string();
  const Ran compiled = shell(std::string(VIEWFUZZ_COMPILE) + " " + (folder / "repro.cpp").string() +
                             " -o " + binary + " " + VIEWFUZZ_LINK);
  ASSERT_EQ(compiled.exit_code, 0) << compiled.output;
  const std::string run = std::string("REPRO_BACKEND=") + VIEWFUZZ_NPU + " " + binary;
  const Ran cpp_with = shell(with + run);
  EXPECT_EQ(cpp_with.exit_code, 1) << cpp_with.output;
  const Ran cpp_without = shell(run);
  EXPECT_EQ(cpp_without.exit_code, 0) << cpp_without.output;
}

INSTANTIATE_TEST_SUITE_P(Faults, Repro,
                         testing::Values("select-fallback-copy", "offset-dst", "offset-bytes",
                                         "equal-stride-blit", "temp-no-scatter"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
