#include "viewfuzz/examine/clarify.h"
#include "viewfuzz/examine/checks.h"

#include <gtest/gtest.h>

#include "tests/npu.h"
#include "viewfuzz/target/planted_faults.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

/// A program whose data hide what the fault does: the bytes it changes were so before.
struct Hidden {
  std::string name;
  std::string lines;
  std::string seen;   ///< the signature as it is
  std::string clear;  ///< the signature with data that hide nothing
};

class Clarify : public testing::TestWithParam<Hidden> {};

TEST_P(Clarify, DataThatHideNothing) {
  const Target& device = npu();
  enableFault("offset-dst");
  Checks checks(device, cpu());
  const Program program = parse("# viewfuzz program 1\n" + GetParam().lines);
  const auto seen = checks.located(program);
  const auto clear = seen ? clarified(program, *seen, checks) : std::nullopt;
  disableFaults();
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->signature(), GetParam().seen);
  ASSERT_TRUE(clear);
  EXPECT_EQ(clear->violation.signature(), GetParam().clear) << print(clear->program);
}

INSTANTIATE_TEST_SUITE_P(
    Offset, Clarify,
    testing::Values(Hidden{"a_list_that_is_no_index",
                           "t0 = tensor([], int64, [0, 7], offset=1)\n"
                           "aten.zero_(t0)\n",
                           "write-back:aten.zero_", "containment:aten.zero_"},
                    Hidden{"nearly_all_of_int8",
                           "t0 = tensor([4, 6, 5], int8, iota, offset=4, storage=128)\n"
                           "t1 = tensor([4, 6, 5], float16, iota)\n"
                           "aten.copy_(t0, t1)\n",
                           "write-back:aten.copy_", "containment:aten.copy_"},
                    Hidden{"an_earlier_write",
                           "t0 = tensor([], int64, zeros, offset=3)\n"
                           "aten.zero_(t0)\n"
                           "t1 = tensor([], bool, iota)\n"
                           "aten.masked_fill_.Scalar(t0, t1, 6)\n"
                           "aten.fill_.Scalar(t0, 0)\n",
                           "write-back:aten.fill_.Scalar", "containment:aten.fill_.Scalar"}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace viewfuzz
