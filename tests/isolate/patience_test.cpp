#include "viewfuzz/isolate/patience.h"

#include <gtest/gtest.h>

namespace viewfuzz {
namespace {

TEST(Patience, IsAmpleBeforeAnythingIsMeasured) {
  const Patience patience{10};
  EXPECT_EQ(patience.forStep(), 10);
  EXPECT_EQ(patience.toLoad(), 120);
}

TEST(Patience, FollowsTheBackendThatIsMeasured) {
  EXPECT_EQ((Patience{10, 0.1, 0.0001}.forStep()), 1) << "a fast one is not waited for long";
  EXPECT_EQ((Patience{10, 0.1, 0.2}.forStep()), 4);
  EXPECT_EQ((Patience{10, 0.1, 2}.forStep()), 10) << "never beyond what the user gives";
  EXPECT_EQ((Patience{10, 20, 2}.toLoad()), 90);
}

TEST(Patience, OneNumberScalesAllOfThem) {
  for (const double load : {0.0, 0.001}) {
    const Patience patience{1, load, load};
    const Patience ten{10, 10 * load, 10 * load};
    EXPECT_DOUBLE_EQ(ten.forStep(), 10 * patience.forStep());
    EXPECT_DOUBLE_EQ(ten.toLoad(), 10 * patience.toLoad());
  }
}

}  // namespace
}  // namespace viewfuzz
