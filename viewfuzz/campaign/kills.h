#pragma once

#include <fmt/format.h>

#include <csignal>
#include <cstdint>
#include <stdexcept>

#include "viewfuzz/isolate/outcome.h"

namespace viewfuzz {

/// Counts the processes that somebody outside kills, such as the OOM killer: no process sends
/// itself SIGKILL by mistake. It says nothing about the backend, so that the case is run again.
class Kills {
 public:
  /// Has somebody else ended the process? To be asked where the case alone does not end so.
  static bool isOne(const ChildOutcome& outcome) {
    const auto* signaled = std::get_if<Signaled>(&outcome);
    return signaled != nullptr && signaled->signal == SIGKILL;
  }

  /// Throws `std::runtime_error` with a sentence where it is no use to run the case again.
  void add(uint64_t seed, uint64_t case_index) {
    constexpr int kMostOfACase = 5;
    ++count_;
    of_case_ = case_index == case_ ? of_case_ + 1 : 1;
    case_ = case_index;
    if (of_case_ < kMostOfACase) return;
    throw std::runtime_error(fmt::format(
        "the process was killed (SIGKILL) {} times in case {}: by the OOM killer? The case alone "
        "does no harm; --seed {} --first {} goes on from there",
        kMostOfACase, case_index, seed, case_index));
  }

  uint64_t count() const { return count_; }

 private:
  uint64_t count_ = 0;
  uint64_t case_ = 0;
  int of_case_ = 0;  // in a row
};

}  // namespace viewfuzz
