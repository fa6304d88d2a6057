#include "viewfuzz/generate/by_index.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

constexpr const char* kHead = "# viewfuzz program 1\n";

TEST(ByIndex, AFillBecomesAnIndexPutIntoTheWholeStorage) {
  const auto by = writtenByIndex(parse(std::string(kHead) + "t0 = tensor([2, 2], int32, iota)\n"
                                                            "t1 = aten.select.int(t0, 1, 1)\n"
                                                            "aten.fill_.Scalar(t1, 9)\n"
                                                            "t2 = aten.clone(t0)\n"));
  ASSERT_TRUE(by);
  EXPECT_EQ(print(by->program), std::string(kHead) +
                                    "t0 = tensor([2, 2], int32, iota)\n"
                                    "t1 = aten.select.int(t0, 1, 1)\n"
                                    "t2 = tensor([1], int32, [9])\n"
                                    "t3 = tensor([4], int32, of=t1)\n"
                                    "t4 = tensor([2], int64, [1, 3])\n"
                                    "aten.index_put_(t3, [t4], t2, False)\n"
                                    "t5 = aten.clone(t0)\n");
  EXPECT_EQ(by->ends, (std::vector<size_t>{0, 1, 5, 6}));
  EXPECT_EQ(by->tensors, (std::vector<int>{0, 1, 5}));
}

TEST(ByIndex, ACopyExpandsItsSource) {
  const auto by = writtenByIndex(parse(std::string(kHead) + "t0 = tensor([2, 2], float32, iota)\n"
                                                            "t1 = tensor([2], float32, iota)\n"
                                                            "aten.copy_(t0, t1)\n"));
  ASSERT_TRUE(by);
  const std::string text = print(by->program);
  EXPECT_NE(text.find("t2 = aten.expand(t1, [2, 2])"), std::string::npos) << text;
  EXPECT_NE(text.find("aten.index_put_(t5, [t6], t4, False)"), std::string::npos) << text;
}

TEST(ByIndex, NotEveryWriteCanBe) {
  for (const auto* write :
       {"t1 = tensor([2], int32, iota)\naten.copy_(t0, t1)\n", "aten.add_.Tensor(t0, t0)\n",
        "t1 = tensor([1], float32, iota)\naten.set_data(t0, t1)\naten.zero_(t0)\n",
        "t1 = aten.zero_(t0)\n", "t1 = aten.clone(t0)\n"}) {
    EXPECT_FALSE(
        writtenByIndex(parse(fmt::format("{}t0 = tensor([2], float32, iota)\n{}", kHead, write))))
        << write;
  }
}

}  // namespace
}  // namespace viewfuzz
