#pragma once

#include <string>
#include <vector>

#include "viewfuzz/coverage/cells.h"

namespace viewfuzz::fuzz {

/// Tells libFuzzer which cells a program hits: libtorch, and most backends, have no counters of
/// their own to show that a program does something new.
class Feedback {
 public:
  explicit Feedback(bool on) : on_(on) {}

  /// To be told of each program before it runs.
  void add(const Program& program);

  /// Remembers all cells from here on, and writes how many there were, by kind, to the file when
  /// the process exits. Feedback that is off is counted too, so that the two can be compared.
  void countInto(std::string file);

 private:
  bool on_;
};

}  // namespace viewfuzz::fuzz
