#include <gtest/gtest.h>

#include "viewfuzz/files/json_text.h"
#include "viewfuzz/report/finding_json.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

TEST(Transport, NothingIsLostOnTheWay) {
  Finding finding;
  finding.program =
      parse("# viewfuzz program 1\nt0 = tensor([2], float32, iota)\naten.zero_(t0)\n");
  finding.violation.op = "aten.zero_";
  finding.violation.statement = 1;
  // A backend's words need not be UTF-8.
  finding.violation.evidence = evidence::Refused{{}, Refusal{"RuntimeError", "device \xef"}, {}};
  finding.signature = "values:aten.zero_";
  finding.original_statements = 7;
  finding.input = "crash-1";
  finding.last_words = "SUMMARY: AddressSanitizer";
  finding.case_index = 12;
  finding.alone = false;
  finding.confirmed = false;
  finding.fault = "offset-dst";
  const Finding there = findingFrom(nlohmann::json::parse(jsonText(transportJson(finding))));
  EXPECT_EQ(there.program, finding.program);
  EXPECT_EQ(there.violation.evidence,
            Evidence(evidence::Refused{{}, Refusal{"RuntimeError", "device \xef\xbf\xbd"}, {}}));
  EXPECT_EQ(there.input, finding.input);
  EXPECT_EQ(there.last_words, finding.last_words);
  EXPECT_EQ(there.original_statements, finding.original_statements);
  EXPECT_EQ(there.case_index, finding.case_index);
  EXPECT_EQ(there.fault, finding.fault);
  EXPECT_FALSE(there.alone);
  EXPECT_FALSE(there.confirmed);
}

}  // namespace
}  // namespace viewfuzz
