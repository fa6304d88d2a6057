#include "viewfuzz/report/repro/helpers.h"

#include "tests/report/repro/python_fixture.h"

namespace viewfuzz {
namespace {

TEST(Helpers, AreTheFilesOfTheTree) {
  size_t count = 0;
  for (const auto& entry : fs::directory_iterator(REPORT_HELPERS "/python/helpers"))
    count += entry.path().extension() == ".py" ? 1 : 0;
  EXPECT_EQ(pythonHelpers().size(), count);
  const auto helpers = pythonHelpers();
  const Helper& around = helpers.at("around");
  EXPECT_EQ(around.imports, std::vector<std::string>{"import torch"});
  EXPECT_EQ(around.uses, std::vector<std::string>{"storage"});
  EXPECT_TRUE(around.code.starts_with("def around(")) << around.code;
}

TEST(Helpers, ComeOnceBehindWhatTheyUse) {
  for (const auto& all : {pythonHelpers(), cppHelpers()}) {
    Helpers helpers(all);
    helpers.need("elements");
    helpers.need("around");
    std::string text;
    for (const auto code : helpers.take()) text += code;
    const size_t window = text.find("window(");
    EXPECT_LT(window, text.find("storage("));
    EXPECT_LT(text.find("storage("), text.find("elements("));
    EXPECT_EQ(text.find("#include"), std::string::npos);
    helpers.need("window");
    EXPECT_TRUE(helpers.take().empty());
    EXPECT_THROW(helpers.need("no such helper"), std::out_of_range);
  }
}

/// Each is a module by itself: it loads, and no function of it asks for a name that is not there.
TEST_F(Python, HelpersLoadAndKnowTheirNames) {
  if (!hasPython()) GTEST_SKIP() << "no Python beside libtorch";
  write("lint.py",
        "import builtins, dis, importlib, pathlib, sys, types\n"
        "sys.dont_write_bytecode = True\n"
        "folder = pathlib.Path(sys.argv[1])\n"
        "sys.path.insert(0, str(folder))\n"
        "def codes(code):\n"
        "    yield code\n"
        "    for const in code.co_consts:\n"
        "        if isinstance(const, types.CodeType):\n"
        "            yield from codes(const)\n"
        "files = sorted(folder.glob('*.py'))\n"
        "assert files\n"
        "for path in files:\n"
        "    module = importlib.import_module(path.stem)\n"
        "    assert module.__file__ == str(path), module.__file__\n"
        "    assert all(len(line) <= 100 for line in path.read_text().splitlines()), path\n"
        "    used = set()\n"
        "    for code in codes(compile(path.read_text(), path, 'exec')):\n"
        "        for step in dis.get_instructions(code):\n"
        "            if step.opname in ('LOAD_GLOBAL', 'LOAD_NAME'):\n"
        "                used.add(step.argval)\n"
        "    missing = {n for n in used if not hasattr(module, n) and not hasattr(builtins, n)}\n"
        "    assert not missing, (path, missing)\n"
        "    own = {n for n, v in vars(module).items() if getattr(v, '__module__', '') == "
        "path.stem}\n"
        "    spare = {n for n in vars(module) if not n.startswith('__')} - used - own\n"
        "    assert not spare, (path, spare)\n");
  EXPECT_EQ(run("lint.py " REPORT_HELPERS "/python/helpers"), 0) << read("output");
}

}  // namespace
}  // namespace viewfuzz
