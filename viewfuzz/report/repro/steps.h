#pragma once

#include <map>
#include <string>
#include <vector>

#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz {

/// One statement of a repro, with the facts that the printers of all languages need.
struct ReproStep {
  const Statement* statement = nullptr;
  int first_result = 0;  ///< the number of the first tensor that it makes
  /// The layouts in which the statement finds its operands, as far as they are known.
  std::map<int, Layout> operands;
  Outcome outcome;  ///< what the layout rules say of the statement
  /// One of the two sides refuses the statement, or may refuse it. The repro goes on behind it.
  bool may_be_refused = false;
  /// Of a source: it must not be a view of what it is made of, and it needs a version counter of
  /// its own.
  bool detached = false;
  bool asks_for_gradient = false;  ///< of a source
  /// The tensor whose storage the call may make larger, or -1. Nothing says what the new bytes
  /// hold, so the repro makes them zeros.
  int growing = -1;
  /// The repro calls the op by its schema: the class of the error counts, and in Python a check of
  /// the arguments could raise another one first.
  bool by_schema = false;

  /// The layout of that operand; null where it is not known.
  const Layout* operand(int id) const {
    const auto found = operands.find(id);
    return found == operands.end() ? nullptr : &found->second;
  }
};

/// The statements that show the violation. Those behind it are left out, since they could hide it;
/// they stay if a later write shows that something was lost, and for the backward pass.
std::vector<ReproStep> reproSteps(const Program& program, const Violation& violation);

/// Are version counters compared?
bool comparesVersions(const Violation& violation);

/// Must an error be of the same class on both sides?
bool comparesKinds(const Violation& violation);

/// Are values compared within bounds? They are, if one depends on the order of summation.
bool isInexact(const std::vector<ReproStep>& steps);

/// `aten.select.int` as its parts: `aten`, `select`, `int`.
struct OpName {
  std::string space;
  std::string base;
  std::string overload;
  /// The name that people use: `select`, `npu.delta_rule`.
  std::string spoken() const { return space == "aten" ? base : space + "." + base; }
};
OpName splitName(std::string_view name);

/// How the elements of a storage are spelt.
struct Values {
  enum class Form {
    count,    ///< first + 1, first + 2, …, first + numel
    cycle,    ///< the same, and 1 behind every multiple of `period`
    thirds,   ///< bool: every third element, as if `first` stood before them
    zeros,    ///< 0
    list,     ///< `list`, repeated
    ints,     ///< too many for a list: whole numbers from `seed`, by the rule of `Fill::Kind::ints`
    uniform,  ///< fractions, by the rule of `Fill::Kind::uniform`
    special,  ///< NaN, infinities, extremes, in turn
    patterns,  ///< floats of one byte: 0x00, 0x01, …, 0xff, in turn
    powers,    ///< 1, 2, 4, …, starting over at every multiple of `period`
  };
  Form form = Form::count;
  int64_t numel = 0;
  int64_t first = 0;
  int64_t period = 0;
  std::vector<int64_t> list;
  /// The numbers of the list fit the dtype as they are.
  bool fits = true;
  uint64_t seed = 0;
  int64_t lowest = 0;  ///< of `ints`
  double scale = 0;    ///< of `uniform`
  double offset = 0;   ///< of `uniform`
  bool mirror =
      false;  ///< complex: the numbers are of the real part, the imaginary part is its negative
  Dtype dtype = Dtype::Float;  ///< of the numbers: of the real part where `mirror`
};
Values valuesOf(const Fill& fill, Dtype dtype, int64_t numel);

}  // namespace viewfuzz
