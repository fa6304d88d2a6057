#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "viewfuzz/execute/run.h"
#include "viewfuzz/judge/judge.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {

/// A program on the CPU, and an observation of a device that is the same until a test breaks it.
class Judge : public testing::Test {
 protected:
  void run(const std::string& lines) {
    const Target& cpu = cpuTarget();
    program = parse("# viewfuzz program 1\n" + lines);
    Runner(cpu).run(program, Speed::located, reference);
    device = reference;
  }
  std::string signature() {
    const auto violation = judge(program, device, reference);
    return violation ? violation->signature() : "";
  }
  /// Overwrites a float of the device, from a statement on.
  void poke(size_t from, size_t storage, size_t position, float value) {
    for (size_t i = from; i < device.snapshots.size(); ++i) {
      std::memcpy(device.snapshots[i].storages[storage].bytes.data() + position * sizeof(float),
                  &value, sizeof(float));
    }
  }
  bool agreeAtTheEnd() {
    Observation a = device;
    Observation b = reference;
    a.snapshots = {device.last()};
    b.snapshots = {reference.last()};
    return agree(program, a, b);
  }

  Program program;
  Observation device;
  Observation reference;
};

}  // namespace viewfuzz
