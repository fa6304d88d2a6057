// Each promise of a schema is broken by hand in an observation of the CPU.
#include "viewfuzz/judge/schema.h"

#include <gtest/gtest.h>

#include "viewfuzz/execute/run.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

class Schema : public testing::Test {
 protected:
  void run(const std::string& lines) {
    const Target& cpu = cpuTarget();
    program = parse("# viewfuzz program 1\n" + lines);
    Runner(cpu).run(program, Speed::located, device);
    EXPECT_EQ(signature(), "");
  }
  std::string signature() const {
    const auto violation = judgeBySchema(program, device);
    return violation ? violation->signature() : "";
  }
  Program program;
  Observation device;
};

TEST_F(Schema, AWriteThatItDoesNotAnnotate) {
  run("t0 = tensor([2], float32, iota)\nt1 = tensor([2], float32, iota)\naten.copy_(t0, t1)\n");
  device.snapshots[2].storages[1].bytes[0] ^= std::byte{1};
  EXPECT_EQ(signature(), "schema:aten.copy_:writes");
}

TEST_F(Schema, AnAliasThatItDoesNotAnnotate) {
  run("t0 = tensor([2], float32, iota)\nt1 = aten.clone(t0)\n");
  device.snapshots[1].tensors[1].layout.storage = 0;
  device.snapshots[1].storages.pop_back();
  EXPECT_EQ(signature(), "schema:aten.clone:aliases");
}

TEST_F(Schema, ACopyWhereItsLayoutIsThatOfAView) {
  run("t0 = tensor([2, 2], float32, iota)\nt1 = aten.select.int(t0, 1, 0)\n");
  device.snapshots[1].tensors[1].layout.storage = 1;
  device.snapshots[1].storages.push_back(device.snapshots[1].storages[0]);
  EXPECT_EQ(signature(), "schema:aten.select.int:copies");
}

TEST_F(Schema, CompositeOpsPromiseTooMuch) {
  run("t0 = tensor([2], float32, iota)\nt1 = aten.atleast_1d(t0)\n");  // aliases, and says nothing
}

TEST_F(Schema, WritesByOut) {
  run("t0 = tensor([2], float32, iota)\nt1 = tensor([2], float32, iota)\n"
      "aten.neg.out(t0, out=t1)\n");
}

}  // namespace
}  // namespace viewfuzz
