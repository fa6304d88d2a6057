#include "viewfuzz/report/words.h"

#include <gtest/gtest.h>

namespace viewfuzz {
namespace {

TEST(Words, TellWhereInAModelAKeyIs) {
  EXPECT_EQ(inWords("L02.03_gdn.07_rule.chunk_00.row_17"),
            "layer 2 -> gdn -> rule -> chunk 0 -> row 17");
  EXPECT_EQ(inWords("L02.03_gdn.07_rule.06_row_017.01_corrected"),
            "layer 2 -> gdn -> rule -> row 17 -> corrected");
  EXPECT_EQ(inWords("T01.L10.02_attn.04_q"), "forward 1 -> layer 10 -> attn -> q");
  EXPECT_EQ(inWords("logits"), "logits");
  EXPECT_EQ(inWords("L00.gdn.attn_row01"), "layer 0 -> gdn -> attn_row01");
  EXPECT_EQ(inWords(""), "");
}

}  // namespace
}  // namespace viewfuzz
