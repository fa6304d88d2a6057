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
  /// The names of the two sides that are compared.
  std::string_view expected = "the CPU";
  std::string_view observed = "the device";

  /// by-index: the program whose writes are done by index, and for each of its tensors the number
  /// in the program itself. Tensors that only the writes by index need are numbered behind all
  /// others.
  Program rewritten;
  std::vector<ReproStep> by_index;
  std::vector<int> numbers;
  std::vector<int> helpers;  ///< the numbers of those

  /// The tensors to which the last statement writes random numbers: only the bytes around them are
  /// compared.
  std::vector<int> random;
  /// The one among them that must have changed, or -1.
  int must_change = -1;

  // schema: of the last statement.
  std::vector<int> written;                ///< the tensors to which it may write
  std::vector<int> older;                  ///< all tensors before it
  std::vector<std::pair<int, int>> pairs;  ///< of which two must share a storage, or must not

  bool is(Property property) const { return violation.property == property; }
  /// Is the device compared with itself?
  bool deviceAlone() const { return isOneRun() || repeats() || is(Property::byIndex); }
  /// Is there nothing to compare a run with?
  bool isOneRun() const { return is(Property::schema) || is(Property::survival); }
  /// Does it compare two runs of the device? A difference that shows only now and then, or only if
  /// nobody looks before the end, is compared with the CPU instead.
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

}  // namespace viewfuzz
