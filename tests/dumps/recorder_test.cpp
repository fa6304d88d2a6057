#include "viewfuzz/dumps/recorder.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include "tests/files/folder.h"
#include "tests/npu.h"
#include "viewfuzz/dumps/difference.h"

namespace viewfuzz {
namespace {

TEST(Recorder, IsOffAtFirstAndForgetsWhenItIsEnabled) {
  Recorder recorder;
  recorder.record("a", at::ones({2}));
  EXPECT_FALSE(recorder.get("a"));
  recorder.enable();
  recorder.record("a", at::ones({2}));
  EXPECT_TRUE(recorder.get("a"));
  recorder.disable();
  recorder.record("b", at::ones({2}));
  EXPECT_FALSE(recorder.get("b"));
  EXPECT_TRUE(recorder.get("a"));
  recorder.enable();
  EXPECT_FALSE(recorder.get("a"));
}

TEST(Recorder, KeepsWhatATensorWasWhenItWasRecorded) {
  Recorder recorder;
  recorder.enable();
  at::Tensor base = at::zeros({2, 3}, at::kBFloat16).requires_grad_(true);
  {
    const at::NoGradGuard no_grad;
    recorder.record("column", base.select(1, 1));
    base.fill_(7);
  }
  const at::Tensor kept = *recorder.get("column");
  EXPECT_EQ(kept.scalar_type(), at::kFloat);
  EXPECT_FALSE(kept.requires_grad());
  EXPECT_TRUE(kept.equal(at::zeros({2})));
}

TEST(Recorder, TakesTensorsOfTheDevice) {
  Recorder recorder;
  recorder.enable();
  recorder.record("t", at::arange(6, at::kFloat).view({2, 3}).to(npu().device()).t());
  EXPECT_TRUE(recorder.get("t")->equal(at::arange(6, at::kFloat).view({2, 3}).t()));
}

using RecorderFiles = WithFolder;

TEST_F(RecorderFiles, TellTheOrder) {
  Recorder recorder;
  recorder.enable();
  for (const auto* key : {"z", "a_10", "a_9", "z"}) recorder.record(key, at::ones({1}));
  EXPECT_EQ(recorder.keys(), (std::vector<std::string>{"z", "a_10", "a_9"}));
  const std::string path = in("recorded.safetensors");
  recorder.save(path);
  const SafeTensors file = readSafeTensors(path);
  EXPECT_EQ(commonKeys(file, file), recorder.keys());
}

}  // namespace
}  // namespace viewfuzz
