#pragma once

#include <string>
#include <vector>

#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz {

/// One statement of a repro, with what the printers of all languages need to know about it.
struct ReproStep {
  const Statement* statement = nullptr;
  int first_result = 0;  ///< the number of the first tensor that it makes
  LayoutState before;    ///< the layouts that the statement finds
  Outcome outcome;       ///< what the layout rules say of it
  /// One of the two sides refuses it, or may: a repro goes on behind it.
  bool may_be_refused = false;
  /// A source: no view of what it was made of, and with a version counter of its own.
  bool detached = false;
  bool asks_for_gradient = false;  ///< a source
  /// The tensor whose storage the call may make larger: the new bytes are made zeros, since nothing
  /// says what is in them. Or -1.
  int growing = -1;
  /// The class of the error counts, so Python's own checks of arguments may not come first.
  bool by_schema = false;
};

/// The statements that show the violation. Later ones could only hide it, unless it takes a later
/// write to show that something was lost.
std::vector<ReproStep> reproSteps(const Program& program, const Violation& violation);

/// Are version counters compared?
bool comparesVersions(const Violation& violation);

/// Has an error to be of the same class on both sides?
bool comparesKinds(const Violation& violation);

/// Do values depend on the order of summation, so that they are compared within bounds?
bool isInexact(const std::vector<ReproStep>& steps);

/// `aten.select.int` as its parts: `aten`, `select`, `int`.
struct OpName {
  std::string space;
  std::string base;
  std::string overload;
  /// What people call it: `select`, `npu.delta_rule`.
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
