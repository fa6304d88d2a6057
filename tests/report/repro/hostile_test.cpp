// What a program has in strings, labels and names stays text in the repros.

#include "tests/report/programs.h"
#include "tests/report/repro/python_fixture.h"
#include "viewfuzz/report/repro/cpp/repro.h"
#include "viewfuzz/report/repro/python/repro.h"

namespace viewfuzz {
namespace {

/// The device refuses the statement, and says this.
Violation refusedWith(size_t statement, const std::string& said) {
  return violationOf(Property::errors, statement, "x.y", "refused",
                     evidence::Refused{{}, Refusal{"RuntimeError", said}, {}});
}

TEST_F(Python, RunsNothingOfWhatIsText) {
  if (!hasPython()) GTEST_SKIP() << "no Python beside libtorch";
  std::string script = "import importlib, pathlib\n";
  int count = 0;
  for (const auto& entry : fs::directory_iterator(VIEWFUZZ_DATA "/hostile")) {
    const std::string name = entry.path().stem().string();
    const Program program = parseFile(entry.path());
    const size_t last = program.statements.size() - 1;
    const std::string said = "\"\"\"; said\\ " + name + "\r\x1b[2J\\";
    write(name + ".py", pythonRepro(program, refusedWith(last, said)));
    script += fmt::format(
        "repro = importlib.import_module('{0}')\n"
        "try:\n"
        "    repro.program('cpu')\n"
        "except Exception as error:\n"
        "    print(error)\n"
        "assert '{0}' in repro.__doc__, repro.__doc__\n",
        name);
    ++count;
  }
  ASSERT_GT(count, 0);
  write("all.py", script + "assert not pathlib.Path('pwned').exists()\n");
  EXPECT_EQ(run("all.py"), 0) << read("output");
  EXPECT_FALSE(fs::exists(folder_ / "pwned"));
}

TEST(HostileCpp, TextStaysText) {
  const auto textOf = [](const char* name) {
    const Program program = parseFile(fs::path(VIEWFUZZ_DATA "/hostile") / name);
    const size_t last = program.statements.size() - 1;
    return cppRepro(program, refusedWith(last, "said\\\n}"));
  };
  expectContains(textOf("label_ends_in_backslash.vf"), "  // layer\\.\n");
  expectContains(textOf("label_ends_in_backslash.vf"), "  // \"\"\" \\.\n");
  expectContains(textOf("string_ends_in_backslash.vf"), "std::string(\"a\\\\\")");
  expectContains(textOf("format_calls_python.vf"),
                 "{\"memory_format\", std::string(\"float32 and __import__(");
  // Nothing but line ends below a space, and no line of a comment takes the next one with it.
  for (const auto& entry : fs::directory_iterator(VIEWFUZZ_DATA "/hostile")) {
    const std::string text = textOf(entry.path().filename().c_str());
    for (size_t i = 0; i < text.size(); ++i) {
      ASSERT_TRUE(text[i] == '\n' || static_cast<unsigned char>(text[i]) >= ' ') << text;
      ASSERT_FALSE(text[i] == '\\' && text[i + 1] == '\n') << text;
    }
  }
}

/// Bool sources of each shape of a source: `%` and `==` bind looser than `.to`.
TEST_F(Python, BoolSourcesAreWhatTheyAre) {
  if (!hasPython()) GTEST_SKIP() << "no Python beside libtorch";
  const auto program = programOf(
      "t0 = tensor([2, 2], bool, iota(2), strides=[1, 1])\n"
      "t1 = tensor([4], bool, iota)\n"
      "t2 = tensor([2, 2], bool, iota)\n"
      "t3 = tensor([], bool, iota)\n");
  write("repro.py", pythonRepro(program, violationOf(Property::values, 3, "tensor", "")));
  write("all.py",
        "import repro\n"
        "t = repro.program('cpu')\n"
        "assert t['t0'].tolist() == [[False, True], [True, False]], t['t0']\n"
        "assert t['t1'].tolist() == [True, False, False, True], t['t1']\n"
        "assert t['t2'].tolist() == [[True, False], [False, True]], t['t2']\n"
        "assert t['t3'].item() is True, t['t3']\n");
  EXPECT_EQ(run("all.py"), 0) << read("output");
}

}  // namespace
}  // namespace viewfuzz
