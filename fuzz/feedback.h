#pragma once

#include <string>
#include <vector>

#include "viewfuzz/coverage/cells.h"

namespace viewfuzz::fuzz {

/// Tells libFuzzer which cells a program hits. libtorch and most backends have no counters of their
/// own that would show that a program does something new.
class Feedback {
 public:
  explicit Feedback(bool on) : on_(on) {}

  /// Call it for each program before the program runs.
  void add(const Program& program);

  /// Remembers all cells that follow, and writes their number by kind to the file when the process
  /// exits. It also counts cells that libFuzzer is not told of, so that the two ways can be
  /// compared.
  void countInto(std::string file);

 private:
  bool on_;
};

}  // namespace viewfuzz::fuzz
