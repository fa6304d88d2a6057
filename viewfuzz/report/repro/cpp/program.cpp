#include "viewfuzz/report/repro/cpp/program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "viewfuzz/report/escape/comment.h"
#include "viewfuzz/report/escape/cpp.h"
#include "viewfuzz/report/repro/cpp/statement.h"
#include "viewfuzz/report/repro/python/call.h"
#include "viewfuzz/report/repro/python/source.h"

namespace viewfuzz {
namespace {

bool hasBase(const ReproStep& step) {
  const auto* source = std::get_if<Source>(&step.statement->what);
  return source && !source->of && !source->fresh();
}

/// The names of all tensors, flat bases of windows before their windows.
std::vector<std::string> tensorNames(const std::vector<ReproStep>& steps) {
  std::vector<std::string> names;
  for (const auto& step : steps) {
    if (hasBase(step)) names.push_back(fmt::format("base{}", step.first_result));
    for (int i = 0; i < step.statement->results(); ++i) {
      names.push_back(fmt::format("t{}", step.first_result + i));
    }
  }
  return names;
}

std::string namedTensors(const std::vector<std::string>& names) {
  std::vector<std::string> pairs;
  for (const auto& name : names) pairs.push_back(fmt::format("{{\"{}\", {}}}", name, name));
  return fmt::format("{{{}}}", fmt::join(pairs, ", "));
}

std::string stepText(const ReproStep& step) {
  const bool is_source = std::holds_alternative<Source>(step.statement->what);
  const std::string python = is_source ? pythonSource(step).back() : pythonCall(step);
  const std::string& label = step.statement->label;
  std::string text;
  std::string indent = "  ";
  std::string end;
  const auto open = [&](const std::string& line) {
    text += indent + line + "\n";
    end.insert(0, indent + "});\n");
    indent += "  ";
  };
  if (!is_source) text += fmt::format("  // {}\n", lineComment(python));
  if (!label.empty()) text += fmt::format("  // {}\n", lineComment(label));
  if (step.may_be_refused) open(fmt::format("attempt(run, {}, [&] {{", cppLiteral(python)));
  if (step.growing >= 0) open(fmt::format("growing(t{}, [&] {{", step.growing));
  for (const auto& line : is_source ? cppSource(step) : cppCall(step)) text += indent + line + "\n";
  return text + end;
}

/// What has to be seen before the last statement.
std::string beforeText(const Plan& plan) {
  if (plan.must_change >= 0)
    return fmt::format("  run.before = elements(t{}).clone();\n", plan.must_change);
  if (!plan.schemaWrites()) return "";
  const std::vector<ReproStep> before(plan.steps.begin(), plan.steps.end() - 1);
  return fmt::format("  keepContents(run, {});\n", namedTensors(tensorNames(before)));
}

std::string bodyText(const std::vector<ReproStep>& steps, const std::string& before_last) {
  const auto names = tensorNames(steps);
  std::string text;
  if (!names.empty()) text += fmt::format("  Tensor {};\n", fmt::join(names, ", "));
  for (const auto& step : steps) {
    if (&step == &steps.back()) text += before_last;
    text += stepText(step);
  }
  return text;
}

}  // namespace

std::string cppNames(const std::vector<int>& tensors) {
  std::vector<std::string> names;
  for (const int id : tensors) names.push_back(fmt::format("\"t{}\"", id));
  return fmt::format("{{{}}}", fmt::join(names, ", "));
}

std::string cppProgram(const Plan& plan) {
  const std::string end = "  return run;\n}\n";
  const std::string tensors =
      fmt::format("  run.tensors = {};\n", namedTensors(tensorNames(plan.steps)));
  std::string text = "\nRun program(c10::Device device) {\n  Run run;\n" +
                     bodyText(plan.steps, beforeText(plan)) + tensors;
  if (plan.is(Property::gradient)) {
    std::vector<int> inputs;
    for (const auto& step : plan.steps)
      if (step.asks_for_gradient) inputs.push_back(step.first_result);
    text += fmt::format("  run.inputs = {};\n", cppNames(inputs));
  }
  text += end;
  if (plan.by_index.empty()) return text;
  return text +
         "\n/// The same, but the writes are done by index.\n"
         "Run byIndex(c10::Device device) {\n  Run run;\n" +
         renumbered(bodyText(plan.by_index, ""), plan.numbers) + tensors + end;
}

}  // namespace viewfuzz
