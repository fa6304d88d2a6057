// A repro tells the truth. Whatever the program and whatever is said to be wrong with it: against
// the CPU itself, which is right about itself, the repro says "fixed". TRUTH_PROGRAMS is how many
// programs are tried.

#include <fmt/ranges.h>

#include <set>

#include "tests/report/repro/claims.h"
#include "tests/report/repro/python_fixture.h"
#include "viewfuzz/report/repro/cpp/repro.h"
#include "viewfuzz/report/repro/python/repro.h"

namespace viewfuzz {
namespace {

/// Runs each repro in one process, since loading torch takes seconds.
constexpr std::string_view kRunAll = R"py(import importlib.util, pathlib, sys, traceback, warnings

warnings.simplefilter("ignore")
wrong = 0
for path in sorted(pathlib.Path(".").glob("case_*.py")):
    try:
        spec = importlib.util.spec_from_file_location(path.stem, path)
        repro = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(repro)
        found = list(repro.compare("cpu"))
    except BaseException:
        found = [traceback.format_exc()]
    if found:
        wrong += 1
        print(path.stem, *found[:3], sep="\n")
        if wrong <= 9:
            print(path.read_text().partition("def look")[0])
print("wrong:", wrong)
sys.exit(wrong > 0)
)py";

TEST_F(Python, SaysFixedOfTheCpuItself) {
  if (!hasPython()) GTEST_SKIP() << "no Python beside libtorch";
  const size_t programs = programsToTry(300);
  size_t written = 0;
  forEachClaim(programs, [&](const Program& program, const Violation& violation) {
    write(fmt::format("case_{}.py", written++), pythonRepro(program, violation));
  });
  EXPECT_GT(written, programs / 3);
  write("run_all.py", std::string(kRunAll));
  EXPECT_EQ(run("run_all.py"), 0) << read("output");
}

/// Many repros in one file, since each would include all of ATen: every one in a namespace of its
/// own, and behind the headers of all.
class CppBatch {
 public:
  void add(const std::string& repro) {
    std::string body;
    for (size_t at = 0; at < repro.size();) {
      const size_t end = repro.find('\n', at) + 1;
      const std::string line = repro.substr(at, end - at);
      if (line.starts_with("#include "))
        includes_.insert(line);
      else if (line.starts_with("TEST(Viewfuzz, Repro)"))
        body += fmt::format("TEST(Viewfuzz, Repro{})", count_) + line.substr(21);
      else
        body += line;
      at = end;
    }
    bodies_ += fmt::format("namespace case_{} {{\n{}}}\n", count_++, body);
  }
  std::string text() const { return fmt::format("{}\n{}", fmt::join(includes_, ""), bodies_); }
  size_t count() const { return count_; }

 private:
  std::set<std::string> includes_;
  std::string bodies_;
  size_t count_ = 0;
};

class CppTruth : public Python {};  // it has a folder of its own

TEST_F(CppTruth, SaysFixedOfTheCpuItself) {
  const size_t programs = programsToTry(60);
  CppBatch batch;
  forEachClaim(programs, [&](const Program& program, const Violation& violation) {
    batch.add(cppRepro(program, violation));
  });
  EXPECT_GT(batch.count(), programs / 3);
  write("batch.cpp", batch.text());
  const std::string command = fmt::format(
      "cd '{}' && {{ {} -w batch.cpp -o batch {} && REPRO_BACKEND=cpu ./batch; }} "
      "> output 2>&1",
      folder_.string(), REPRO_COMPILE, REPRO_LINK);
  EXPECT_EQ(std::system(command.c_str()), 0) << read("output");
  expectContains(read("output"), fmt::format("[  PASSED  ] {} tests", batch.count()));
}

}  // namespace
}  // namespace viewfuzz
