#include "viewfuzz/examine/steady.h"

#include <gtest/gtest.h>

#include "tests/npu.h"
#include "tests/sanitizers.h"
#include "viewfuzz/examine/inspector.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

Program outsideTheTable(const std::string& statements) {
  return parse("# viewfuzz program 1\n" + statements);
}

/// The results are allocated, and no row of the matrix writes to most of them.
Program unwritten() {
  return outsideTheTable(
      "t0 = tensor([4], int64, [0, 0, 0, 0])\n"
      "t1 = tensor([64], int64, iota)\n"
      "t2 = aten._convert_indices_from_csr_to_coo(t0, t1)\n");
}

TEST(Steady, BytesThatNobodyWritesAreNot) {
  if (kAddressSanitizer) GTEST_SKIP() << "its allocator does not fill memory in two ways";
  Runner reference(cpu());
  EXPECT_FALSE(isSteady(reference, unwritten(), 2));
  EXPECT_TRUE(isSteady(reference, unwritten(), 1));
}

TEST(Steady, WhatIsComputedIs) {
  Runner reference(cpu());
  const Program program = outsideTheTable(
      "t0 = tensor([8, 8], float32, iota)\n"
      "t1 = aten.select.int(t0, 1, 3)\n"
      "t2 = aten.tril(t0, 1)\n"
      "t3 = aten.logcumsumexp(t1, 0)\n");
  EXPECT_TRUE(isSteady(reference, program, 3));
}

TEST(Look, NothingIsExpectedWhereTheReferenceIsNotSteadyOrRandom) {
  if (kAddressSanitizer) GTEST_SKIP() << "its allocator does not fill memory in two ways";
  Inspector inspector(npu(), cpu());
  for (const Program& program :
       {unwritten(), outsideTheTable("t0 = tensor([2, 3], float32, iota)\nt1 = aten.poisson(t0)\n"),
        outsideTheTable("t0 = tensor([64], float32, iota)\nt1 = aten.bernoulli.p(t0, 0.5)\n")}) {
    const Look look = inspector.look(program);
    EXPECT_FALSE(look.witness) << look.witness->violation.signature();
  }
}

}  // namespace
}  // namespace viewfuzz
