#include <gtest/gtest.h>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "tests/npu.h"
#include "viewfuzz/examine/inspector.h"
#include "viewfuzz/execute/run.h"
#include "viewfuzz/judge/properties.h"
#include "viewfuzz/ops/table.h"
#include "viewfuzz/program/op.h"
#include "viewfuzz/target/planted_faults.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

std::vector<std::filesystem::path> programs(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(VIEWFUZZ_CORPUS) + "/" + folder)) {
    if (entry.path().extension() == ".vf") paths.push_back(entry.path());
  }
  return paths;
}

std::string contents(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(Corpus, EveryProgramIsCleanOnARightBackend) {
  Inspector inspector(npu(), cpu());
  for (const auto* folder : {"seeds", "regressions", "public"}) {
    for (const auto& path : programs(folder)) {
      const auto witness = inspector.look(parseFile(path)).witness;
      EXPECT_FALSE(witness) << path << ": " << witness->violation.signature() << ": "
                            << describe(witness->violation);
    }
  }
}

TEST(Corpus, PublicReportsAreCleanOnTheReference) {
  Inspector inspector(cpu(), cpu());
  for (const auto& path : programs("public")) {
    const auto witness = inspector.look(parseFile(path)).witness;
    EXPECT_FALSE(witness) << path << ": " << witness->violation.signature();
  }
}

/// What a report's program says of itself in its first lines.
struct Heading {
  std::string id;
  std::string property;  ///< names, the first one first
  std::string fault;
};

std::optional<Heading> headingOf(const std::filesystem::path& path) {
  const std::string text = contents(path);
  std::smatch found;
  static const std::regex form(
      "# viewfuzz program 1\n# (B\\d{3}), .+\n(?:# .+\n)*# property: (.+)\n# fault: "
      "(none|F\\d\\d)\n[^#]");
  if (!std::regex_search(text, found, form, std::regex_constants::match_continuous))
    return std::nullopt;
  return Heading{found[1], found[2], found[3]};
}

std::vector<std::string> separated(const std::string& list) {
  static const std::regex comma(", ");
  return {std::sregex_token_iterator(list.begin(), list.end(), comma, -1), {}};
}

TEST(Corpus, EachPublicReportSaysWhatItIsAndTheReadmeSaysTheSame) {
  std::set<std::string, std::less<>> names;
  for (int i = 0; i <= static_cast<int>(Property::survival); ++i)
    names.emplace(propertyName(static_cast<Property>(i)));
  const std::string readme = contents(std::string(VIEWFUZZ_CORPUS) + "/public/README.md");
  size_t count = 0;
  for (const auto& path : programs("public")) {
    const auto heading = headingOf(path);
    ASSERT_TRUE(heading) << path;
    const std::string file = path.filename().string();
    EXPECT_TRUE(file.starts_with(heading->id + "-")) << path;
    for (const auto& name : separated(heading->property))
      EXPECT_TRUE(names.contains(name)) << path << ": " << name;
    const std::string row = fmt::format("\n| {} | `{}` | {} | {} |\n", heading->id, file,
                                        heading->property, heading->fault);
    EXPECT_NE(readme.find(row), std::string::npos) << row;
    if (heading->fault != "none") {
      EXPECT_NE(readme.find("\n| " + heading->fault + " | "), std::string::npos) << path;
    }
    ++count;
  }
  // And the README names no other file, and no report twice.
  static const std::regex row("\n\\| (B\\d{3}) \\| (`?)");
  std::set<std::string> ids;
  size_t named = 0;
  for (std::sregex_iterator it(readme.begin(), readme.end(), row), end; it != end; ++it) {
    EXPECT_TRUE(ids.insert((*it)[1]).second) << (*it)[1];
    if ((*it)[2].length() > 0) ++named;
  }
  EXPECT_EQ(named, count);
}

TEST(Corpus, APublicReportIsRefusedOnlyWhereErrorsAreTheMatter) {
  // A call that both sides refuse for another reason would show nothing, and be clean.
  for (const auto& path : programs("public")) {
    const Program program = parseFile(path);
    Observation observation;
    Runner(cpu()).run(program, Speed::fast, observation);
    const auto heading = headingOf(path);
    ASSERT_TRUE(heading) << path;
    if (heading->property.find("errors") != std::string::npos) continue;
    for (const auto& refusal : observation.refusals)
      EXPECT_FALSE(refusal) << path << ": " << refusal->message;
  }
}

TEST(Corpus, TheThirdVoteKnowsTheDefectsOfTheReference) {
  Inspector inspector(npu(), cpu());
  for (const auto& path : programs("reference")) {
    const auto violation = inspector.checks().located(parseFile(path));
    ASSERT_TRUE(violation) << path;
    EXPECT_EQ(violation->odd, OddOneOut::reference) << path << ": " << describe(*violation);
    const auto property = fmt::format("\n# property: {}\n", propertyName(violation->property));
    EXPECT_NE(contents(path).find(property), std::string::npos) << path;
  }
}

TEST(Corpus, TheReferenceTakesTheSeeds) {
  // Of a call that both sides refuse, nothing is compared.
  const Target& reference = cpu();
  for (const auto& path : programs("seeds")) {
    if (path.stem() == "refused") continue;
    const Program program = parseFile(path);
    Observation observation;
    Runner(reference).run(program, Speed::fast, observation);
    for (size_t i = 0; i < program.statements.size(); ++i) {
      const auto& refusal = observation.refusals[i];
      EXPECT_FALSE(refusal) << path << ": " << print(program.statements[i], 0) << ": "
                            << refusal->message;
    }
  }
}

/// With one of these on, the program of the fault ends this process, or never ends, or leaves all
/// as it should be but for the memory of the process.
const std::set<std::string> kEndTheProcess = {"crash-on-empty", "download-throws", "hang-on-rank-0",
                                              "leak-on-copy", "overrun-of-one-byte"};

/// A look at the tensors after each statement waits for the device, and then there is nothing to
/// see.
const std::set<std::string> kHiddenByLooking = {"async-late"};

TEST(Corpus, ARegressionFailsWithItsFault) {
  for (const auto& fault : plantedFaults()) {
    const std::string path = fmt::format("{}/regressions/{}.vf", VIEWFUZZ_CORPUS, fault.name);
    ASSERT_TRUE(std::filesystem::exists(path)) << "no regression for " << fault.name;
    if (kEndTheProcess.contains(fault.name)) continue;
    const Target& device = npu();  // with all faults off
    enableFault(fault.name);
    Inspector inspector(device, cpu());
    const Program program = parseFile(path);
    if (kHiddenByLooking.contains(fault.name)) {
      EXPECT_TRUE(inspector.checks().differs(program)) << path;
    } else {
      EXPECT_TRUE(inspector.look(program).witness) << path;
    }
  }
}

TEST(Corpus, TheTableOfFaultsIsThatOfTheBackend) {
  const std::string table = contents(std::string(VIEWFUZZ_CORPUS) + "/../docs/faults.md");
  static const std::regex row("\n\\| `([a-z0-9-]+)` \\| (?:F\\d\\d|–) \\| (.+) \\|(?=\n)");
  std::map<std::string, std::string> told;
  for (std::sregex_iterator it(table.begin(), table.end(), row), end; it != end; ++it)
    EXPECT_TRUE(told.emplace((*it)[1], (*it)[2]).second) << (*it)[1];
  std::map<std::string, std::string> real;
  for (const auto& fault : plantedFaults()) real.emplace(fault.name, fault.about);
  EXPECT_EQ(told, real);
}

TEST(Corpus, TheSeedsHaveEveryOp) {
  std::set<std::string_view> seen;
  std::vector<Program> all;
  for (const auto& path : programs("seeds")) all.push_back(parseFile(path));
  for (const auto& program : all) {
    for (const auto& statement : program.statements) {
      if (const auto* call = std::get_if<Call>(&statement.what)) seen.insert(call->name());
    }
  }
  for (const auto& op : ops()) {
    EXPECT_TRUE(op.kind == Kind::pattern || seen.contains(op.name)) << op.name;
  }
}

}  // namespace
}  // namespace viewfuzz
