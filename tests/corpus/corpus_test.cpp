#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "tests/campaign/npu.h"
#include "viewfuzz/campaign/examiner.h"
#include "viewfuzz/execute/run.h"
#include "viewfuzz/program/op.h"
#include "viewfuzz/program/text.h"

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

TEST(Corpus, EveryProgramIsCleanOnARightBackend) {
  Examiner examiner(npu(), cpu());
  for (const auto* folder : {"seeds", "regressions"}) {
    for (const auto& path : programs(folder)) {
      const auto violation = examiner.examineAll(parseFile(path));
      EXPECT_FALSE(violation) << path << ": " << violation->signature() << ": "
                              << violation->detail;
    }
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

TEST(Corpus, ARegressionFailsWithItsFault) {
  std::set<std::string> covered;
  for (const auto& path : programs("regressions")) {
    const std::string fault = path.stem();
    const Target& device = npu();  // with all faults off
    device.enableFault(fault);
    EXPECT_TRUE(Examiner(device, cpu()).examineAll(parseFile(path))) << path;
    covered.insert(fault);
  }
  for (const auto& fault : npu().faults())
    EXPECT_TRUE(covered.contains(fault.name)) << "no regression for " << fault.name;
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
