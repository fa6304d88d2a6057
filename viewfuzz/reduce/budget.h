#pragma once

#include <chrono>
#include <optional>

#include "viewfuzz/isolate/stop.h"

namespace viewfuzz {

/// The most that a reduction may cost. The check for smaller neighbors at the end shares this
/// budget.
struct Budget {
  int runs = 2000;  ///< programs that are put to the test
  double seconds = 20;
  std::optional<StopCondition> stop{};  ///< ends it sooner
};

/// Why a reduction ended early.
enum class Cut { none, budget, stopped };

/// What a reduction has cost.
struct Effort {
  int runs = 0;  ///< programs that were put to the test
  double seconds = 0;
  bool one_minimal = false;  ///< it was shown that no program one step away is smaller
  Cut cut = Cut::none;
};

/// Spends a budget. Its time starts when the object is made.
class Spending {
 public:
  explicit Spending(Budget budget) : budget_(std::move(budget)) {}

  /// Is nothing left? Once it gives true, it keeps doing so.
  bool over();
  /// Takes one run from the budget. False if none is left.
  bool takeRun();
  /// The effort so far. It does not say whether the program is 1-minimal.
  Effort effort() const;

 private:
  double seconds() const;

  Budget budget_;
  int runs_ = 0;
  Cut cut_ = Cut::none;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace viewfuzz
