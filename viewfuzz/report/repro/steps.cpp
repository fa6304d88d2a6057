#include "viewfuzz/report/repro/steps.h"

#include <algorithm>

#include "viewfuzz/program/fill_value.h"
#include "viewfuzz/program/gradient_sources.h"

namespace viewfuzz {
namespace {

/// A list of more numbers is not written out: it would bury the program.
constexpr int64_t kLongestList = 128;

bool fitsAsWritten(Dtype dtype, int64_t value) {
  return value <= 127 && value >= (isUnsigned(dtype) ? 0 : -128);
}

/// By statement: did the run with which the device was compared refuse it? If there was no such
/// run, a statement counts as refused unless the layout rules accept it.
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

/// Is the violation about which side accepts the statement?
bool isAboutRefusal(const Violation& violation) {
  return violation.property == Property::errors || violation.condition == Condition::errors ||
         (violation.property == Property::gradient && violation.condition == Condition::refused);
}

/// Must the sources be detached (`ReproStep::detached`)?
bool wantsDetached(const Program& program, const Violation& violation) {
  return violation.property == Property::gradient || comparesVersions(violation) ||
         std::any_of(
             program.statements.begin(), program.statements.end(), [](const Statement& statement) {
               const auto* call = std::get_if<Call>(&statement.what);
               return call != nullptr && call->entry != nullptr && call->entry->refuses_views;
             });
}

/// The layouts of the operands alone: a state has those of all tensors, and of a long program each
/// statement would have a copy of it.
std::map<int, Layout> operandLayouts(const LayoutState& state, const Statement& statement) {
  std::map<int, Layout> layouts;
  forEachOperand(statement, [&](int id) {
    if (state.known(id)) layouts.emplace(id, state.at(id));
  });
  return layouts;
}

/// Bytes of the storage of the first operand; 0 where there is none.
int64_t bytesOfFirst(const LayoutState& state, const Statement& statement) {
  const auto* call = std::get_if<Call>(&statement.what);
  const auto* first =
      call && !call->args.empty() ? std::get_if<TensorRef>(&call->args[0].value) : nullptr;
  if (first == nullptr || !state.known(first->id)) return 0;
  return state.storage_bytes[static_cast<size_t>(state.at(first->id).storage)];
}

/// `bytes_before`: of the storage of the first operand.
int growing(const ReproStep& step, int64_t bytes_before, const LayoutState& after) {
  const auto* call = std::get_if<Call>(&step.statement->what);
  if (call == nullptr || call->entry == nullptr) return -1;
  if (call->entry->dest > 0) {  // an `out` that is too small grows before the op checks operands
    const auto written = destinations(*call);
    return step.may_be_refused && !written.empty() ? written.back() : -1;
  }
  if (call->entry->kind != Kind::metadata) return -1;
  const int id = std::get<TensorRef>(call->args[0].value).id;
  const Layout* before = step.operand(id);
  if (before == nullptr || !step.outcome.accepted())
    return call->entry->unchecked != Unchecked::nothing ? id : -1;
  return after.storage_bytes[static_cast<size_t>(before->storage)] > bytes_before ? id : -1;
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
    next.operands = operandLayouts(state, statement);
    const int64_t bytes_before = bytesOfFirst(state, statement);
    next.outcome = step(state, statement);
    next.may_be_refused = next.outcome.verdict == Outcome::Verdict::refused || refused[i] ||
                          (accused && isAboutRefusal(violation));
    forEachOperand(statement, [&](int id) {
      next.may_be_refused = next.may_be_refused || missing[static_cast<size_t>(id)];
    });
    next.detached = detached;
    next.asks_for_gradient = asks[i];
    next.growing = growing(next, bytes_before, state);
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
  // Count from where the fill starts. If the numbers wrap around, they come back after a period.
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
