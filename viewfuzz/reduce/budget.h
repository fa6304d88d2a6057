#pragma once

#include <chrono>
#include <optional>

#include "viewfuzz/isolate/stop.h"

namespace viewfuzz {

/// What a reduction may cost. The check that nothing smaller is left has its share of the same
/// budget.
struct Budget {
  int runs = 2000;  ///< programs that are put to the test
  double seconds = 20;
  std::optional<StopCondition> stop{};  ///< ends it sooner
};

/// Why a reduction ended before it was done.
enum class Cut { none, budget, stopped };

/// What a reduction has cost.
struct Effort {
  int runs = 0;  ///< programs that were put to the test
  double seconds = 0;
  bool one_minimal = false;  ///< it was shown that no program one step away is smaller
  Cut cut = Cut::none;
};

/// Spends a budget, from the moment that it is made.
class Spending {
 public:
  explicit Spending(Budget budget) : budget_(std::move(budget)) {}

  /// Is nothing left? Once it is over, it stays so.
  bool over();
  /// Takes one run; false where there is none left.
  bool takeRun();
  /// So far; nothing is said of 1-minimality.
  Effort effort() const;

 private:
  double seconds() const;

  Budget budget_;
  int runs_ = 0;
  Cut cut_ = Cut::none;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace viewfuzz
