#include "viewfuzz/execute/run.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <torch/library.h>

#include "viewfuzz/execute/namespaces.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/isolate/pulse.h"
#include "viewfuzz/judge/elements.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

Observation located(const std::string& lines) {
  const Target& cpu = cpuTarget();
  Observation observation;
  Runner(cpu).run(parse("# viewfuzz program 1\n" + lines), Speed::located, observation);
  return observation;
}

std::vector<double> values(const StorageState& storage) {
  std::vector<double> values;
  const auto width = static_cast<size_t>(itemsize(storage.dtype));
  for (size_t at = 0; at < storage.bytes.size(); at += width) {
    values.push_back(elementAt(storage.dtype, storage.bytes.data() + at).real());
  }
  return values;
}

TEST(Run, AWindowShowsItsWholeStorage) {
  const auto seen =
      located("t0 = tensor([2], int8, iota, strides=[2], offset=1, storage=5)\naten.zero_(t0)\n");
  EXPECT_EQ(values(seen.snapshots[0].storages[0]), (std::vector<double>{1, 2, 3, 4, 5}));
  EXPECT_EQ(values(seen.last().storages[0]), (std::vector<double>{1, 0, 3, 0, 5}));
}

TEST(Run, WindowsOfOneStorageShareIt) {
  const auto seen = located(
      "t0 = tensor([4], float32, iota)\nt1 = tensor([2], float32, of=t0, offset=2)\nt2 = "
      "aten.clone(t1)\n"
      "aten.zero_(t1)\n");
  const auto& tensors = seen.last().tensors;
  EXPECT_EQ(tensors[1].layout.storage, tensors[0].layout.storage);
  EXPECT_NE(tensors[2].layout.storage, tensors[0].layout.storage);
  EXPECT_EQ(values(seen.last().storages[0]), (std::vector<double>{1, 2, 0, 0}));
}

TEST(Run, AWindowHasNotTheBitsOfTheViewThatNamesItsStorage) {
  const auto seen = located(
      "t0 = tensor([2], complex64, iota)\n"
      "t1 = aten._conj(t0)\n"
      "t2 = tensor([2], complex64, of=t1)\n"
      "t3 = tensor([2], float32, iota)\n"
      "t4 = aten._neg_view(t3)\n"
      "t5 = tensor([2], float32, of=t4)\n");
  const auto& tensors = seen.last().tensors;
  EXPECT_TRUE(tensors[1].layout.conj && tensors[4].layout.neg);
  EXPECT_FALSE(tensors[2].layout.conj || tensors[5].layout.neg);
}

TEST(Run, ARefusedStatementMakesNothingAndIsGoneOver) {
  const auto seen = located(
      "t0 = tensor([2], float32, iota)\nt1 = aten.select.int(t0, 0, 5)\nt2 = "
      "aten.clone(t1)\naten.zero_(t0)\n");
  ASSERT_TRUE(seen.refusals[1]);
  EXPECT_EQ(seen.refusals[1]->kind, "IndexError");
  EXPECT_TRUE(seen.skipped[2]);
  EXPECT_FALSE(seen.last().tensors[2].defined);
  EXPECT_EQ(values(seen.last().storages[0]), (std::vector<double>{0, 0}));
}

TEST(Run, AnOutThatGrewForARefusedCallHoldsZeros) {
  const auto seen = located(
      "t0 = tensor([3], float32, iota)\nt1 = tensor([2], int64, [1, 9])\n"
      "t2 = tensor([1], float32, [7])\naten.index_select.out(t0, 0, t1, out=t2)\n");
  ASSERT_TRUE(seen.refusals[3]);
  EXPECT_EQ(values(seen.last().storages[2]).back(), 0);
}

TEST(Run, ATensorThatIsBrokenByARefusalIsGone) {
  const auto seen = located(
      "t0 = tensor([2], uint8, iota)\naten.as_strided_(t0, [-2, 1], [1, 1], 0)\n"
      "aten.zero_(t0)\n");
  EXPECT_TRUE(seen.refusals[1]);
  EXPECT_TRUE(seen.skipped[2]);
}

TEST(Run, WhatWouldDivideByAStrideIsRefused) {
  const auto seen = located(
      "t0 = tensor([1, 1], float32, iota)\n"
      "t1 = tensor([1, 1], float32, iota, strides=[1, 0])\naten.cat.out([t0], 1, out=t1)\n"
      "aten.vstack.out([t0], out=t1)\n");
  EXPECT_TRUE(seen.refusals[2]);
  EXPECT_TRUE(seen.refusals[3]);
}

TEST(Run, AnyOpIsReplayedBySchema) {
  const auto seen = located(
      "t0 = tensor([3], float32, iota)\naten.clamp_(t0, max=2)\nt1 = aten.zeros([2], "
      "dtype=int32)\n");
  EXPECT_EQ(values(seen.last().storages[0]), (std::vector<double>{1, 2, 2}));
  EXPECT_EQ(seen.last().tensors[1].layout.dtype, Dtype::Int);
}

TEST(Run, WhatNoTargetCanRunIsABadCall) {
  for (const auto* line :
       {"aten.no_such_op(t0)", "t1 = aten.select.int(t0, t0, 0)", "t1 = aten.select.int(t0)",
        "aten.clamp_(t0, no_such_name=1)", "aten.zero_(t0, t0, t0)",
        "t1 = aten.select.int(t0, 0.5, 0)", "t1 = aten.zeros([99999999, 99999999])",
        "t1 = aten.from_file(\"x\")", "basic_index.x(t0)", "t1 = aten.to_sparse(t0)",
        "t1 = aten.to_mkldnn(t0)", "t1 = aten._efficientzerotensor([3], dtype=float32)"}) {
    EXPECT_THROW(located("t0 = tensor([3], float32, iota)\n" + std::string(line) + "\n"), BadCall)
        << line;
  }
}

TEST(Target, WhatIsNoBackendIsSaidSo) {
  EXPECT_THROW(openTarget("/no/such/library.so"), std::runtime_error);
  EXPECT_THROW(openTarget("/proc/self/exe"), std::runtime_error);
}

TEST(Run, NothingReachesBeyondAStorage) {
  // ATen checks none of these calls.
  const std::string source = "t0 = tensor([1], float32, iota)\n";
  EXPECT_TRUE(located(source + "t1 = aten._reshape_alias(t0, [9], [1])\n").refusals[1]);
  EXPECT_TRUE(located(source + "t1 = aten.expand(t0, [9])\n"
                               "aten.resize_(t1, [9], memory_format=\"contiguous_format\")\n")
                  .refusals[2]);
}

TEST(Run, BoundsInATensorAreReadOnTheHost) {
  const auto seen = located(
      "t0 = tensor([3], float32, iota)\nt1 = tensor([], int64, [2])\n"
      "t2, t3 = aten.tensor_split.tensor_indices_or_sections(t0, t1, 0)\n");
  EXPECT_EQ(seen.last().tensors[3].layout.offset, 2);
}

TEST(Run, BoundsInATensorAreReadWithTheirNegativeBit) {
  const auto seen = located(
      "t0 = tensor([3], float32, iota)\nt1 = tensor([], int64, [-2])\nt2 = aten._neg_view(t1)\n"
      "t3, t4 = aten.tensor_split.tensor_indices_or_sections(t0, t2, 0)\n");
  EXPECT_EQ(seen.last().tensors[4].layout.offset, 2);
}

TEST(Run, AJoinIntoAStrideOfZeroIsRefusedAndAScatterIsNot) {
  const std::string tensors =
      "t0 = tensor([1], float32, iota)\nt1 = tensor([1], int64, [0])\n"
      "t2 = tensor([1], float32, zeros, strides=[0])\n";
  for (const auto* join : {"aten.cat.out", "aten.concatenate.out", "aten.hstack.out"}) {
    const bool has_dim = std::string_view(join) != "aten.hstack.out";
    const std::string call = fmt::format("t3 = {}([t0]{}, out=t2)\n", join, has_dim ? ", 0" : "");
    EXPECT_TRUE(located(tensors + call).refusals[3]) << join;
  }
  EXPECT_FALSE(located(tensors + "t3 = aten.scatter.src_out(t0, 0, t1, t0, out=t2)\n").refusals[3]);
}

TEST(Run, ALocatedRunThatWouldKeepTooMuchIsRefusedBeforeItBegins) {
  // 50,000 statements on one tensor of two elements. The storages are small, but the states of all
  // tensors after each statement would take hundreds of gigabytes.
  Program program = parse(
      "# viewfuzz program 1\n"
      "t0 = tensor([2], float32, iota)\n"
      "t1 = aten.alias(t0)\n");
  while (program.statements.size() < 50000) program.statements.push_back(program.statements[1]);
  Pulse pulse;
  pulse_of_this_process = &pulse;
  const Target& cpu = cpuTarget();
  Runner runner(cpu);
  Observation observation;
  EXPECT_THROW(runner.run(program, Speed::located, observation), BadCall);
  EXPECT_EQ(pulse.beats, 0U) << "no statement was run";
  EXPECT_NO_THROW(runner.run(program, Speed::fast, observation));
  EXPECT_EQ(pulse.beats, 50000U);
  pulse_of_this_process = nullptr;
}

TEST(Run, ATensorWithoutItsStorageIsGoneUnderAllItsNames) {
  torch::Library ops(torch::Library::DEF, "viewfuzz_test", std::nullopt, __FILE__, __LINE__);
  ops.def("break_(Tensor(a!) self) -> Tensor(a!)", [](at::Tensor& self) -> at::Tensor& {
    self.unsafeGetTensorImpl()->set_sizes_contiguous({9});
    return self;
  });
  allowNamespace("viewfuzz_test");
  // `contiguous` of a contiguous tensor returns the tensor itself.
  std::string lines = "t0 = tensor([2], float32, iota)\n";
  std::vector<bool> defined = {true};
  for (int round = 0; round < 3; ++round) {
    const int first = static_cast<int>(defined.size());
    lines += fmt::format(
        "t{0} = tensor([4], float32, iota)\n"
        "t{1} = aten.contiguous(t{0})\n"
        "viewfuzz_test.break_(t{0})\n",
        first, first + 1);
    defined.insert(defined.end(), {false, false});
  }
  const auto seen = located(lines);
  for (size_t id = 0; id < defined.size(); ++id)
    EXPECT_EQ(seen.last().tensors[id].defined, defined[id]) << id;
}

// If each storage were looked up by a walk over all numbers, this would take 2 * 10^12 looks.
TEST(StorageNumbers, ManyAreFoundAsFastAsFew) {
  constexpr int kMany = 2000000;
  const std::vector<char> storages(kMany);
  StorageNumbers numbers;
  for (int i = 0; i < kMany; ++i)
    ASSERT_EQ(numbers.add(&storages[static_cast<size_t>(i)]), std::pair(i, true));
  for (int i = 0; i < kMany; ++i)
    ASSERT_EQ(numbers.add(&storages[static_cast<size_t>(i)]), std::pair(i, false));
  numbers.clear();
  EXPECT_EQ(numbers.add(&storages[7]), std::pair(0, true));
}

}  // namespace
}  // namespace viewfuzz
