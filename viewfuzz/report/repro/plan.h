#pragma once

#include <string_view>
#include <utility>

#include "viewfuzz/report/repro/steps.h"

namespace viewfuzz {

/// What a repro runs, and what it compares: the same for the printers of all languages.
struct Plan {
  Plan(const Program& program, const Violation& violation);
  Plan(const Plan&) = delete;  // steps point to statements
  Plan& operator=(const Plan&) = delete;

  const Violation& violation;
  std::vector<ReproStep> steps;
  bool inexact = false;
  /// Who is compared with whom.
  std::string_view expected = "the CPU";
  std::string_view observed = "the device";

  /// by-index: the program whose writes are done by index, and by tensor its number in the other
  /// one. Tensors that it took are numbered behind all others.
  Program rewritten;
  std::vector<ReproStep> by_index;
  std::vector<int> numbers;
  std::vector<int> helpers;  ///< numbers of those that it took

  /// The last statement writes random numbers here, and only what lies around them is compared.
  std::vector<int> random;
  /// Of these, the one that is asked whether it changed at all, or -1.
  int must_change = -1;

  // schema: of the last statement.
  std::vector<int> written;                ///< what it may write to
  std::vector<int> older;                  ///< all tensors before it
  std::vector<std::pair<int, int>> pairs;  ///< which of two tensors may not or have to share

  bool is(Property property) const { return violation.property == property; }
  /// Is the device compared with itself?
  bool deviceAlone() const { return isOneRun() || repeats() || is(Property::byIndex); }
  /// Is there nothing to compare a run with?
  bool isOneRun() const { return is(Property::schema) || is(Property::survival); }
  /// Two runs of the device; what only shows now and then, or unobserved, is held against the CPU.
  bool repeats() const {
    return is(Property::repeat) && violation.condition != Condition::sometimes &&
           violation.condition != Condition::unobserved;
  }
  bool schemaWrites() const {
    return is(Property::schema) && violation.condition == Condition::writes;
  }

 private:
  void planByIndex(const Program& program);
  void planRandom();
  void planSchema(const Program& program);
};

/// Code of the rewritten program with the numbers that its tensors have in the other one:
/// `t3`, `base3`, `from3`.
std::string renumbered(const std::string& code, const std::vector<int>& numbers);

}  // namespace viewfuzz
