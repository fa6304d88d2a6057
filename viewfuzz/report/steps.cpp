#include "viewfuzz/report/steps.h"

#include <algorithm>

#include "viewfuzz/execute/fill.h"

namespace viewfuzz {
namespace {

/// Up to so many numbers are written out; more would bury the program.
constexpr int64_t kLongestList = 128;

bool fitsAsWritten(Dtype dtype, int64_t value) {
  const bool is_unsigned = dtype == Dtype::Byte;
  return value <= 127 && value >= (is_unsigned ? 0 : -128);
}

}  // namespace

std::vector<ReproStep> reproSteps(const Program& program, const Violation& violation) {
  const size_t all = program.statements.size();
  const size_t count = violation.write_lost ? all : std::min(all, violation.statement + 1);
  std::vector<ReproStep> steps;
  std::vector<bool> missing;  // by tensor: it may never be made
  LayoutState state;
  for (size_t i = 0; i < count; ++i) {
    const Statement& statement = program.statements[i];
    ReproStep next;
    next.statement = &statement;
    next.first_result = static_cast<int>(missing.size());
    next.before = state;
    next.outcome = step(state, statement);
    next.may_be_refused = next.outcome.verdict == Outcome::Verdict::refused ||
                          (i == violation.statement && violation.property == Property::errors);
    forEachOperand(statement, [&](int id) {
      next.may_be_refused = next.may_be_refused || missing[static_cast<size_t>(id)];
    });
    missing.insert(missing.end(), static_cast<size_t>(statement.results()), next.may_be_refused);
    steps.push_back(std::move(next));
  }
  return steps;
}

bool isInexact(const std::vector<ReproStep>& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const ReproStep& step) {
    const auto* call = std::get_if<Call>(&step.statement->what);
    return call && (call->entry == nullptr || call->entry->inexact);
  });
}

OpName splitName(std::string_view name) {
  OpName parts;
  const size_t dot = name.find('.');
  if (dot == std::string_view::npos) return {"aten", std::string(name), ""};
  parts.space = name.substr(0, dot);
  const size_t overload = name.find('.', dot + 1);
  parts.base = name.substr(dot + 1, overload - dot - 1);
  if (overload != std::string_view::npos) parts.overload = name.substr(overload + 1);
  return parts;
}

Values valuesOf(const Fill& fill, Dtype dtype, int64_t numel) {
  Values values;
  values.numel = numel;
  values.mirror = category(dtype) == Category::complex;
  values.dtype = values.mirror ? c10::toRealValueType(dtype) : dtype;
  const bool has_special = category(dtype) >= Category::floating;
  switch (fill.kind) {
    case Fill::Kind::zeros:
      values.form = Values::Form::zeros;
      return values;
    case Fill::Kind::special:
      if (!has_special) break;
      values.form = Values::Form::special;
      return values;
    case Fill::Kind::ints:
      values.seed = fill.seed;
      values.lowest = dtype == Dtype::Byte || dtype == Dtype::Bool ? 0 : -4;
      values.form = numel > kLongestList ? Values::Form::ints : Values::Form::list;
      if (values.form == Values::Form::ints) return values;
      for (int64_t i = 0; i < numel; ++i) values.list.push_back(fillValue(fill, dtype, i));
      return values;
    case Fill::Kind::list:
      values.form = Values::Form::list;
      values.list = fill.values;
      values.list.resize(
          static_cast<size_t>(std::min<int64_t>(numel, static_cast<int64_t>(fill.values.size()))));
      values.fits = std::all_of(values.list.begin(), values.list.end(),
                                [&](int64_t value) { return fitsAsWritten(values.dtype, value); });
      return values;
    case Fill::Kind::iota:
      break;
  }
  // Counts from where the fill starts; where the numbers wrap around, the period is where they come
  // back.
  values.first = static_cast<int64_t>(fill.seed);
  const int64_t last = values.first + numel;
  if (dtype == Dtype::Bool) {
    values.form = Values::Form::thirds;
  } else if (numel > 0 && fillValue({}, dtype, last - 1) != last) {
    values.form = Values::Form::cycle;
    values.period = 1;
    while (fillValue({}, dtype, values.period) != 1) ++values.period;
  }
  return values;
}

}  // namespace viewfuzz
