#include <gtest/gtest.h>

#include "tests/npu.h"

namespace viewfuzz {
namespace {

/// Autograd knows the devices that are there when it first goes back.
struct NpuFirst final : testing::Environment {
  void SetUp() override { npu(); }
};
const auto* const kNpuFirst = testing::AddGlobalTestEnvironment(new NpuFirst);

}  // namespace
}  // namespace viewfuzz
