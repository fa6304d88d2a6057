#include "viewfuzz/execute/schema.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <gtest/gtest.h>

#include "viewfuzz/execute/operators.h"
#include "viewfuzz/ops/make.h"

namespace viewfuzz {
namespace {

TEST(CallSchema, SaysWhatAnArgumentIsTakenAs) {
  const TensorRef t{0};
  EXPECT_EQ(takenAs(makeCall("aten.set_.source_Storage", {t, t}), 1), TakenAs::storage);
  EXPECT_EQ(takenAs(makeCall("aten.set_.source_Tensor", {t, t}), 1), TakenAs::written);
  EXPECT_EQ(takenAs(makeCall("aten.tensor_split.tensor_indices_or_sections", {t, t}), 1),
            TakenAs::onTheHost);
  EXPECT_EQ(takenAs(makeCall("aten.index.Tensor", {t, TensorList{t}}), 1),
            TakenAs::optionalTensors);
  EXPECT_EQ(takenAs(makeCall("aten._index_put_impl_", {t, TensorList{t}, t}), 1),
            TakenAs::optionalTensors);  // by replay
  EXPECT_EQ(takenAs(makeCall("aten.cat", {TensorList{t}}), 0), TakenAs::written);
  EXPECT_EQ(takenAs(makeCall("aten.index_select", {t, int64_t{0}, t}), 2), TakenAs::written);
  EXPECT_EQ(takenAs(makeCall("aten.no_such_op", {t}), 0), TakenAs::written);
}

TEST(CallSchema, SaysWhatGivesAList) {
  const TensorRef t{0};
  for (const auto* name : {"aten.split.Tensor", "aten.chunk", "aten.unbind.int",
                           "aten.tensor_split.sections", "aten.hsplit.int"})
    EXPECT_TRUE(givesList(makeCall(name, {t}))) << name;
  for (const auto* name : {"aten.select.int", "aten.zero_", "aten.no_such_op"})
    EXPECT_FALSE(givesList(makeCall(name, {t}))) << name;
}

TEST(Operators, WhatEndsTheProcessOrReachesBeyondTensorsIsNotReplayed) {
  size_t found = 0;
  for (const auto& name : c10::Dispatcher::singleton().getAllOpNames()) {
    const bool reaches = name.name.find("_assert") != std::string::npos ||
                         name.name.find("internal_overlap") != std::string::npos ||
                         name.name.find("_print") != std::string::npos ||
                         name.name.find("from_file") != std::string::npos;
    if (!reaches || !name.name.starts_with("aten::")) continue;
    ++found;
    const std::string overload = name.overload_name.empty() ? "" : "." + name.overload_name;
    EXPECT_THROW(findOperator(makeCall("aten." + name.name.substr(6) + overload, {})), BadCall)
        << name;
  }
  EXPECT_GT(found, 4U);
}

}  // namespace
}  // namespace viewfuzz
