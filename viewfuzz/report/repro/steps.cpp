#include "viewfuzz/report/repro/steps.h"

#include <algorithm>

#include "viewfuzz/program/fill_value.h"
#include "viewfuzz/program/gradient_sources.h"

namespace viewfuzz {
namespace {

/// Up to so many numbers are written out; more would bury the program.
constexpr int64_t kLongestList = 128;

bool fitsAsWritten(Dtype dtype, int64_t value) {
  return value <= 127 && value >= (isUnsigned(dtype) ? 0 : -128);
}

/// By statement: did the run that the device was compared with refuse it? What the layout rules do
/// not accept counts as refused where there was no such run.
std::vector<bool> refusedByReference(const Program& program, const Violation& violation) {
  std::vector<bool> refused(program.statements.size());
  if (violation.refused_by_reference) {
    for (const size_t i : *violation.refused_by_reference) {
      if (i < refused.size()) refused[i] = true;
    }
    return refused;
  }
  LayoutState state;
  for (size_t i = 0; i < refused.size(); ++i)
    refused[i] = !step(state, program.statements[i]).accepted();
  return refused;
}

/// Is it a finding about who takes the statement, and who does not?
bool isAboutRefusal(const Violation& violation) {
  return violation.property == Property::errors || violation.condition == Condition::errors ||
         (violation.property == Property::gradient && violation.condition == Condition::refused);
}

/// Sources must not be views of what they were made of, nor have its counter.
bool wantsDetached(const Program& program, const Violation& violation) {
  return violation.property == Property::gradient || comparesVersions(violation) ||
         std::any_of(program.statements.begin(), program.statements.end(),
                     [](const Statement& statement) {
                       const auto* call = std::get_if<Call>(&statement.what);
                       return call != nullptr && call->name() == "aten.detach_";
                     });
}

int growing(const ReproStep& step, const LayoutState& after) {
  const auto* call = std::get_if<Call>(&step.statement->what);
  if (call == nullptr || call->entry == nullptr) return -1;
  if (call->entry->dest > 0) {  // too small an `out` grows before the operands are looked at
    const auto written = destinations(*call);
    return step.may_be_refused && !written.empty() ? written.back() : -1;
  }
  if (call->entry->kind != Kind::metadata) return -1;
  const int id = std::get<TensorRef>(call->args[0].value).id;
  if (!step.before.known(id) || !step.outcome.accepted())
    return call->name().starts_with("aten.resize") ? id : -1;
  const auto storage = static_cast<size_t>(step.before.at(id).storage);
  return after.storage_bytes[storage] > step.before.storage_bytes[storage] ? id : -1;
}

}  // namespace

bool comparesVersions(const Violation& violation) {
  return violation.property == Property::version ||
         (violation.property == Property::repeat && violation.condition == Condition::version);
}

std::vector<ReproStep> reproSteps(const Program& program, const Violation& violation) {
  const size_t all = program.statements.size();
  const bool autograd = violation.property == Property::gradient;
  const bool to_the_end = violation.write_lost || autograd;
  const size_t count = to_the_end ? all : std::min(all, violation.statement + 1);
  const auto refused = refusedByReference(program, violation);
  const auto asks =
      autograd ? asksForGradients(program) : std::vector<bool>(program.statements.size());
  const bool detached = wantsDetached(program, violation);
  std::vector<ReproStep> steps;
  std::vector<bool> missing;  // by tensor: it may never be made
  LayoutState state;
  for (size_t i = 0; i < count; ++i) {
    const Statement& statement = program.statements[i];
    const bool accused = i == violation.statement;
    ReproStep next;
    next.statement = &statement;
    next.first_result = static_cast<int>(missing.size());
    next.before = state;
    next.outcome = step(state, statement);
    next.may_be_refused = next.outcome.verdict == Outcome::Verdict::refused || refused[i] ||
                          (accused && isAboutRefusal(violation));
    forEachOperand(statement, [&](int id) {
      next.may_be_refused = next.may_be_refused || missing[static_cast<size_t>(id)];
    });
    next.detached = detached;
    next.asks_for_gradient = asks[i];
    next.growing = growing(next, state);
    next.by_schema = accused && violation.condition == Condition::kind;
    missing.insert(missing.end(), static_cast<size_t>(statement.results()), next.may_be_refused);
    steps.push_back(std::move(next));
  }
  return steps;
}

bool comparesKinds(const Violation& violation) {
  return violation.condition == Condition::kind || violation.property == Property::gradient ||
         violation.property == Property::repeat || violation.property == Property::byIndex;
}

bool isInexact(const std::vector<ReproStep>& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const ReproStep& step) {
    const auto* call = std::get_if<Call>(&step.statement->what);
    return call && mayBeInexact(*call);
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
      values.form = itemsize(values.dtype) == 1 ? Values::Form::patterns : Values::Form::special;
      return values;
    case Fill::Kind::ints:
      values.seed = fill.seed;
      values.lowest = isUnsigned(dtype) ? 0 : -4;
      values.form = numel > kLongestList ? Values::Form::ints : Values::Form::list;
      if (values.form == Values::Form::ints) return values;
      for (int64_t i = 0; i < numel; ++i) values.list.push_back(fillValue(fill, dtype, i));
      return values;
    case Fill::Kind::uniform:
      values.form = Values::Form::uniform;
      values.seed = fill.seed;
      values.scale = fill.scale;
      values.offset = fill.offset;
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
  } else if (dtype == Dtype::Float8_e8m0fnu) {
    values.form = Values::Form::powers;
    values.period = 1;
    while (fillValue({}, dtype, values.period) != 1) ++values.period;
  } else if (numel > 0 && fillValue({}, dtype, last - 1) != last) {
    values.form = Values::Form::cycle;
    values.period = 1;
    while (fillValue({}, dtype, values.period) != 1) ++values.period;
  }
  return values;
}

}  // namespace viewfuzz
