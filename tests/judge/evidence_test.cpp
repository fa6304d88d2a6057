// What the judge keeps of a violation, and how it is said.

#include "viewfuzz/judge/evidence.h"

#include <gtest/gtest.h>

#include "tests/judge/judge_fixture.h"
#include "viewfuzz/judge/describe.h"
#include "viewfuzz/judge/elements.h"

namespace viewfuzz {
namespace {

class EvidenceOf : public Judge {
 protected:
  Violation seen() {
    const auto violation = judge(program, device, reference);
    EXPECT_TRUE(violation);
    return violation.value_or(Violation{});
  }
};

constexpr const char* kFilledView =
    "t0 = tensor([2, 2], float32, iota)\n"
    "t1 = aten.select.int(t0, 1, 0)\n"
    "aten.fill_.Scalar(t1, 9)\n";

TEST_F(EvidenceOf, ACopy) {
  run(kFilledView);
  for (size_t i = 1; i < 3; ++i) {
    device.snapshots[i].tensors[1].layout.storage = 1;
    device.snapshots[i].storages.push_back(device.snapshots[i].storages[0]);
  }
  device.snapshots[2].storages[0] = device.snapshots[1].storages[0];
  const Violation violation = seen();
  EXPECT_EQ(violation.evidence, Evidence(evidence::Shared{1, 0, 1}));
  EXPECT_EQ(describe(violation),
            "t1 does not share the storage of t0; a write to it did not reach t0");
}

TEST_F(EvidenceOf, ALayout) {
  run(kFilledView);
  for (size_t i = 1; i < 3; ++i) device.snapshots[i].tensors[1].layout.strides[0] = 1;
  const Violation violation = seen();
  const auto& laid_out = std::get<evidence::LaidOut>(violation.evidence);
  EXPECT_EQ(laid_out.tensor, 1);
  EXPECT_EQ(laid_out.expected.strides, Dims{2});
  EXPECT_EQ(laid_out.got.strides, Dims{1});
  EXPECT_EQ(describe(violation),
            "t1: expected sizes [2], strides [2], offset 0, float32; got sizes [2], strides [1], "
            "offset 0, float32");
}

TEST_F(EvidenceOf, BytesOutside) {
  run(kFilledView);
  poke(2, 0, 1, 100);
  const Violation violation = seen();
  EXPECT_EQ(violation.evidence, Evidence(evidence::Bytes{evidence::Where::outside,
                                                         1,
                                                         0,
                                                         1,
                                                         Dtype::Float,
                                                         {"2", "0x40000000"},
                                                         {"100", "0x42c80000"}}));
  EXPECT_EQ(describe(violation),
            "1 element outside the written view changed; position 1 of the storage of t0: expected "
            "2, got 100");
}

TEST_F(EvidenceOf, AVersion) {
  run(kFilledView);
  for (auto& tensor : device.snapshots[2].tensors) tensor.version = 0;
  const Violation violation = seen();
  EXPECT_EQ(violation.evidence, Evidence(evidence::Version{0, 1, 0}));
  EXPECT_EQ(describe(violation), "t0: expected version 1; got 0");
}

TEST_F(EvidenceOf, ARefusal) {
  run(kFilledView);
  device.refusals[2] = Refusal{"RuntimeError", "no kernel (yet)"};
  const Violation violation = seen();
  EXPECT_EQ(violation.evidence,
            Evidence(evidence::Refused{{}, Refusal{"RuntimeError", "no kernel (yet)"}, {}}));
  EXPECT_EQ(describe(violation), "the device refuses it (RuntimeError: no kernel (yet))");
}

TEST(Evidence, ALongMessageIsToldUpToItsFirstSentence) {
  const std::string more(200, 'x');
  EXPECT_EQ(inWords(Refusal{"Kind", "short. and all of it"}), "Kind: short. and all of it");
  EXPECT_EQ(inWords(Refusal{"Kind", "no kernel for 'aten::x'. " + more}),
            "Kind: no kernel for 'aten::x'");
  EXPECT_EQ(inWords(Refusal{"Kind", more + "xx. y"}), "Kind: " + more + "…");
  const std::string accents = std::string(199, 'x') + "é and more";
  EXPECT_EQ(inWords(Refusal{"Kind", accents}), "Kind: " + std::string(199, 'x') + "…");
}

TEST(Evidence, OfATensorThatOneSideMakes) {
  Violation violation;
  violation.property = Property::errors;
  violation.evidence = evidence::Made{3, true};
  EXPECT_EQ(describe(violation), "only the device makes t3");
  violation.evidence = evidence::Made{3, false};
  EXPECT_EQ(describe(violation), "only the reference makes t3");
}

TEST(Evidence, NoneIsSaidToBeNone) {
  EXPECT_EQ(describe(Violation()), "what was observed is not known");
}

TEST_F(EvidenceOf, WhatTheReferenceRefusedIsKept) {
  run("t0 = tensor([2, 2], float32, iota)\n"
      "t1 = refused aten.select.int(t0, 5, 0)\n"
      "aten.zero_(t0)\n");
  poke(2, 0, 1, 100);
  const Violation violation = seen();
  ASSERT_TRUE(violation.refused_by_reference);
  EXPECT_EQ(*violation.refused_by_reference, std::vector<size_t>{1});
}

TEST(Elements, FloatsThatCannotBeReadAreNotCalledEqual) {
  const std::byte a{0x12};
  const std::byte b{0x21};
  const Dtype unknown = Dtype::Float4_e2m1fn_x2;
  EXPECT_FALSE(holdsNumbers(unknown));
  EXPECT_TRUE(equalElements(unknown, &a, &a, {}));
  EXPECT_THROW(equalElements(unknown, &a, &b, {}), std::invalid_argument);
  EXPECT_EQ(formatElement(unknown, &b), "0x21");
}

TEST(Elements, AllDtypesOfProgramsHoldNumbers) {
  for (const Dtype dtype : dtypes()) EXPECT_TRUE(holdsNumbers(dtype)) << dtypeName(dtype);
}

}  // namespace
}  // namespace viewfuzz
