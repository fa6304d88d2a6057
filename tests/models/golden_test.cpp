// Stored results of another implementation, checked on the CPU and on the simulated NPU.

#include "viewfuzz/models/golden.h"

#include <gtest/gtest.h>

#include "tests/files/folder.h"
#include "tests/npu.h"
#include "viewfuzz/dumps/safetensors.h"
#include "viewfuzz/target/planted_faults.h"

namespace viewfuzz::models {
namespace {

const std::string kGolden = std::string(VIEWFUZZ_DATA) + "/golden";

std::vector<GoldenResult> resultsOn(const Target& target) {
  std::vector<GoldenResult> results;
  checkGolden(kGolden, target, [&](const GoldenResult& result) { results.push_back(result); });
  return results;
}

void expectWithin(const std::vector<GoldenResult>& results) {
  EXPECT_GE(results.size(), 20U);
  for (const auto& result : results) {
    EXPECT_TRUE(result.worst.within())
        << result.name << ": " << result.worst.tensor << " is off by " << result.worst.error
        << " of " << result.worst.bound;
    EXPECT_GE(result.compared, 1U) << result.name;
  }
}

TEST(Golden, AllCasesAreWithinTheirBoundsOnTheCpu) { expectWithin(resultsOn(cpu())); }

TEST(Golden, AllCasesAreWithinTheirBoundsOnTheNpu) { expectWithin(resultsOn(npu())); }

// A lost row shows if keys point in similar directions. It does not show with one token, or where
// nothing is written.
TEST(Golden, LostRowWritesAreFarBeyondTheBounds) {
  const Target& device = npu();
  enableFault("select-fallback-copy");
  const auto results = resultsOn(device);
  disableFaults();
  const auto of = [&](const std::string& name) {
    return std::find_if(results.begin(), results.end(),
                        [&](const auto& result) { return result.name == name; });
  };
  for (const auto* name : {"rule_02_pad_init_corr", "rule_05_grouped_values", "rule_08_g0_beta1",
                           "gdn_01_prefill", "model_02_mrope", "real_01_gdn"}) {
    ASSERT_NE(of(name), results.end()) << name;
    EXPECT_FALSE(of(name)->worst.within()) << name;
    EXPECT_GT(of(name)->worst.error, 100 * of(name)->worst.bound) << name;
  }
  ASSERT_NE(of("attn_01_eager"), results.end());
  EXPECT_TRUE(of("attn_01_eager")->worst.within());
}

class BrokenFolder : public WithFolder {
 protected:
  void cases(const std::string& text) { make("cases.json", text); }
  std::string message() {
    try {
      checkGolden(folder_.string(), cpu(), [](const GoldenResult&) {});
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }
  const std::string rule_ =
      R"({"name": "x", "kind": "rule", "chunk": 4, "dtype": "fp32", "l2norm": true})";
};

TEST_F(BrokenFolder, IsRefusedWithWhatIsMissing) {
  EXPECT_NE(message().find("cases.json"), std::string::npos);
  cases("{");
  EXPECT_NE(message().find("a JSON list of cases"), std::string::npos);
  cases("[{\"kind\": \"rule\"}]");
  EXPECT_NE(message().find("has no name"), std::string::npos);
  cases("[" + rule_ + "]");
  EXPECT_NE(message().find("x.safetensors': No such file"), std::string::npos);
  SafeTensors file;
  file.tensors["in.q"] = at::ones({1, 2, 1, 2});
  writeSafeTensors(file, in("x.safetensors"));
  EXPECT_NE(message().find("there is no tensor 'in.k'"), std::string::npos) << message();
  cases(R"([{"name": "x", "kind": "poem"}])");
  EXPECT_NE(message().find("kind is 'poem'"), std::string::npos) << message();
  cases(R"([{"name": "x", "kind": "gdn", "B": 1, "steps": [2]}])");
  EXPECT_NE(message().find("there is no tensor 'w."), std::string::npos) << message();
}

TEST_F(BrokenFolder, WrongResultsAreBeyondTheBounds) {
  SafeTensors file = readSafeTensors(kGolden + "/rule_04_seq_below_chunk.safetensors");
  cases(R"([{"name": "x", "kind": "rule", "chunk": 16, "dtype": "fp32", "l2norm": true}])");
  file.tensors["f64.state"] = file.at("f64.state").clone();
  file.tensors["f64.state"].view({-1})[3] += 1e-3;
  writeSafeTensors(file, in("x.safetensors"));
  GoldenResult seen;
  checkGolden(folder_.string(), cpu(), [&](const GoldenResult& result) { seen = result; });
  EXPECT_FALSE(seen.worst.within());
  EXPECT_EQ(seen.worst.tensor, "f64.state");
}

}  // namespace
}  // namespace viewfuzz::models
