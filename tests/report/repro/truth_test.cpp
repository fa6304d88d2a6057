// A repro tells the truth. Whatever the program and whatever is said to be wrong with it: against
// the CPU itself, which is right about itself, the repro says "fixed". TRUTH_PROGRAMS is how many
// programs are tried.

#include <cstdlib>

#include "tests/report/cpu_refusals.h"
#include "tests/report/programs.h"
#include "tests/report/repro/python_fixture.h"
#include "viewfuzz/generate/by_index.h"
#include "viewfuzz/generate/choices.h"
#include "viewfuzz/generate/generate.h"
#include "viewfuzz/report/repro/python/repro.h"

namespace viewfuzz {
namespace {

struct Claim {
  Property property;
  const char* condition;
};

/// All that a repro may have to show and that a device can be right about in any program.
constexpr Claim kClaims[] = {
    {Property::aliasing, ""},         {Property::layout, ""},
    {Property::containment, ""},      {Property::writeBack, ""},
    {Property::values, ""},           {Property::version, ""},
    {Property::errors, "refused"},    {Property::errors, "accepted"},
    {Property::errors, "kind"},       {Property::schema, "writes"},
    {Property::schema, "aliases"},    {Property::schema, "copies"},
    {Property::repeat, "values"},     {Property::repeat, "version"},
    {Property::repeat, "unobserved"}, {Property::byIndex, "write-back"},
    {Property::gradient, "values"},   {Property::gradient, "node"},
    {Property::gradient, "backward"},
};

size_t programsToTry() {
  const char* number = std::getenv("TRUTH_PROGRAMS");
  return number != nullptr ? std::strtoul(number, nullptr, 10) : 300;
}

/// Does the judge look behind the statement before `end`, and at its values? It does not if numbers
/// are random, or, in gradients, if they are inexact.
bool isJudged(const Program& program, size_t end, bool gradients) {
  return std::all_of(program.statements.begin(),
                     program.statements.begin() + static_cast<ptrdiff_t>(end),
                     [&](const Statement& statement) {
                       const auto* call = std::get_if<Call>(&statement.what);
                       if (call == nullptr) return true;
                       return !call->entry->random && !(gradients && mayBeInexact(*call));
                     });
}

/// A violation that nobody has seen, at some call of the program; none if the program has no call
/// that the CPU runs for sure.
std::optional<Violation> claimed(const Program& program, Choices& choices) {
  std::vector<size_t> calls;
  for (size_t i = 0; i < program.statements.size(); ++i) {
    const auto* call = std::get_if<Call>(&program.statements[i].what);
    if (call != nullptr && call->entry != nullptr) calls.push_back(i);
  }
  if (calls.empty()) return std::nullopt;
  const size_t at = calls[choices.below(calls.size())];
  const Claim& claim = kClaims[choices.below(std::size(kClaims))];
  if (claim.property == Property::byIndex && !writtenByIndex(program)) return std::nullopt;
  const bool gradients = claim.property == Property::gradient;
  if (!isJudged(program, gradients ? program.statements.size() : at, gradients))
    return std::nullopt;
  const auto& call = std::get<Call>(program.statements[at].what);
  const bool fresh =
      claim.property == Property::schema && claim.condition == std::string("aliases");
  if (fresh && call.entry->kind == Kind::view) return std::nullopt;  // its schema marks an alias
  return withRefusalsOfCpu(
      violationOf(claim.property, at, std::string(call.name()), claim.condition), program);
}

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
  size_t written = 0;
  for (const Profile& profile : profiles()) {
    const Generator generator(profile);
    for (uint64_t index = 0; index < programsToTry() / profiles().size(); ++index) {
      SeededChoices choices(20, index);
      const Program program = generator(choices);
      const auto violation = claimed(program, choices);
      if (!violation) continue;
      write(fmt::format("case_{}_{}.py", profile.name, index), pythonRepro(program, *violation));
      ++written;
    }
  }
  EXPECT_GT(written, programsToTry() / 2);
  write("run_all.py", std::string(kRunAll));
  EXPECT_EQ(run("run_all.py"), 0) << read("output");
}

}  // namespace
}  // namespace viewfuzz
