#include "viewfuzz/report/cpp.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "viewfuzz/report/cpp_compare.h"
#include "viewfuzz/report/cpp_parts.h"
#include "viewfuzz/report/cpp_trials.h"
#include "viewfuzz/report/plan.h"
#include "viewfuzz/report/python_statement.h"
#include "viewfuzz/report/sentence.h"
#include "viewfuzz/report/text_lines.h"

namespace viewfuzz {
namespace {

/// An `IValue` is made of an int as it stands; larger numbers say their type.
std::string integer(int64_t value) {
  if (value == std::numeric_limits<int64_t>::min()) return "std::numeric_limits<int64_t>::min()";
  if (value >= std::numeric_limits<int32_t>::min() &&
      value <= std::numeric_limits<int32_t>::max()) {
    return fmt::to_string(value);
  }
  return fmt::format("int64_t{{{}}}", value);
}

std::string scalarType(Dtype dtype) { return fmt::format("at::k{}", c10::toString(dtype)); }

std::string braces(const Dims& dims) { return fmt::format("{{{}}}", fmt::join(dims, ", ")); }

/// A list with a gap can only be a list of optional tensors, and so are all lists of indices.
bool isOptionalList(const TensorList& list, std::string_view op) {
  return op.find("index") != std::string_view::npos ||
         std::any_of(list.begin(), list.end(), [](const auto& item) { return !item; });
}

struct CppValue {
  std::string_view op;

  std::string operator()(None) const { return "IValue()"; }
  std::string operator()(TensorRef ref) const { return fmt::format("t{}", ref.id); }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(int64_t value) const { return integer(value); }
  std::string operator()(double value) const {
    using namespace std::string_literals;
    if (std::isnan(value)) return "std::numeric_limits<double>::quiet_NaN()";
    if (std::isinf(value))
      return (value < 0 ? "-"s : ""s) + "std::numeric_limits<double>::infinity()";
    const std::string text = fmt::format("{}", value);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
  }
  std::string operator()(const Dims& values) const {
    return fmt::format("ints({})", braces(values));
  }
  std::string operator()(Dtype dtype) const {
    return fmt::format("static_cast<int64_t>({})", scalarType(dtype));
  }
  std::string operator()(const TensorList& list) const {
    std::vector<std::string> items;
    for (const auto& item : list)
      items.push_back(item ? fmt::format("t{}", item->id) : "std::nullopt");
    return fmt::format("{}({{{}}})", isOptionalList(list, op) ? "optionalTensors" : "tensors",
                       fmt::join(items, ", "));
  }
  std::string operator()(const std::string& text) const {
    return fmt::format("std::string({})", literal(text));
  }
};

/// `channels_last_3d` is `at::MemoryFormat::ChannelsLast3d`.
std::string memoryFormat(const std::string& name) {
  std::string enumerator;
  bool upper = true;
  for (const char c : name.substr(0, name.find("_format"))) {
    if (c != '_') enumerator += upper ? static_cast<char>(std::toupper(c)) : c;
    upper = c == '_';
  }
  return fmt::format("static_cast<int64_t>(at::MemoryFormat::{})", enumerator);
}

std::string spelt(const Call& call, size_t i) {
  const Argument& argument = call.args[i];
  const auto* text = std::get_if<std::string>(&argument.value);
  if (text && argument.name == "memory_format") return memoryFormat(*text);
  const std::string value = std::visit(CppValue{call.name()}, argument.value);
  if (i == 1 && call.name().starts_with("aten.set_.source_Storage")) return value + ".storage()";
  if (i == 1 && call.name() == "aten.tensor_split.tensor_indices_or_sections")
    return value + ".cpu()";
  return value;
}

std::string realValues(const Values& values) {
  const std::string dtype = scalarType(values.dtype);
  const int64_t first = values.first;
  const std::string range = first == 0 ? fmt::to_string(values.numel)
                                       : fmt::format("{}, {}", first, first + values.numel);
  switch (values.form) {
    case Values::Form::count:
      return fmt::format(
          isArithmetic(values.dtype) ? "at::arange({}, {}, {})" : "at::arange({}, {}).to({})",
          first + 1, first + values.numel + 1, dtype);
    case Values::Form::cycle:
      return fmt::format("at::arange({}).remainder({}).add(1).to({})", range, values.period, dtype);
    case Values::Form::thirds:
      return fmt::format("at::arange({}).remainder(3).eq(0)", range);
    case Values::Form::zeros:
      return fmt::format("at::zeros({{{}}}, {})", values.numel, dtype);
    case Values::Form::ints:
      return fmt::format("scrambled({}U, {}, {}).to({})", values.seed, values.numel, values.lowest,
                         dtype);
    case Values::Form::special:
      return fmt::format("special<c10::impl::ScalarTypeToCPPTypeT<{}>>({})", dtype, values.numel);
    case Values::Form::patterns:
      return fmt::format("at::arange({}).to(at::kByte).view({})", values.numel, dtype);
    case Values::Form::powers:
      return fmt::format("at::pow(2, at::arange({}).remainder({})).to({})", range, values.period,
                         dtype);
    case Values::Form::list:
      break;
  }
  std::vector<std::string> numbers;
  for (const int64_t value : values.list) numbers.push_back(integer(value));
  return fmt::format("repeated({{{}}}, {}).to({})", fmt::join(numbers, ", "), values.numel, dtype);
}

std::vector<std::string> sourceLines(const ReproStep& step) {
  const auto& source = std::get<Source>(step.statement->what);
  const Layout& layout = source.layout;
  const int id = step.first_result;
  const std::string cut = step.detached ? ".variable_data()" : "";
  const std::string end = cut + (step.asks_for_gradient ? ".requires_grad_()" : "");
  const auto window = [&](const std::string& base) {
    return fmt::format("t{} = window({}, {}, {}, {}){};", id, base, braces(layout.sizes),
                       braces(layout.strides), layout.offset, end);
  };
  if (source.of) return {window(fmt::format("t{}", *source.of))};
  const Values values = valuesOf(source.fill, layout.dtype, source.storage_numel);
  const std::string flat =
      values.mirror ? fmt::format("mirrored({})", realValues(values)) : realValues(values);
  if (source.fresh()) {
    const std::string shape =
        layout.rank() == 1 ? "" : fmt::format(".reshape({})", braces(layout.sizes));
    return {fmt::format("t{} = {}{}.to(device){};", id, flat, shape, end)};
  }
  return {fmt::format("base{} = {}.to(device){};", id, flat, cut), window(fmt::format("base{}", id))};
}

std::vector<std::string> callLines(const ReproStep& step) {
  const auto& call = std::get<Call>(step.statement->what);
  const OpName name = splitName(call.name());
  std::vector<std::string> positional;
  std::vector<std::string> named;
  for (size_t i = 0; i < call.args.size(); ++i) {
    const Argument& argument = call.args[i];
    const std::string value = spelt(call, i);
    if (argument.name.empty()) {
      positional.push_back(value);
    } else {
      named.push_back(fmt::format("{{\"{}\", {}}}", argument.name, value));
    }
  }
  const std::string text =
      fmt::format("call(device, \"{}::{}\", \"{}\", {{{}}}{})", name.space, name.base,
                  name.overload, fmt::join(positional, ", "),
                  named.empty() ? "" : fmt::format(", {{{}}}", fmt::join(named, ", ")));
  const int first = step.first_result;
  if (call.results == 0) return {text + ";"};
  if (call.results == 1) return {fmt::format("t{} = {}.at(0);", first, text)};
  std::vector<std::string> lines = {fmt::format("const auto from{} = {};", first, text)};
  for (int i = 0; i < call.results; ++i) {
    lines.push_back(fmt::format("t{} = from{}.at({});", first + i, first, i));
  }
  return lines;
}

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
  if (!is_source) text += fmt::format("  // {}\n", python);
  if (!label.empty()) text += fmt::format("  // {}\n", label);
  if (step.may_be_refused) open(fmt::format("attempt(run, {}, [&] {{", literal(python)));
  if (step.growing >= 0) open(fmt::format("growing(t{}, [&] {{", step.growing));
  for (const auto& line : is_source ? sourceLines(step) : callLines(step))
    text += indent + line + "\n";
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

/// "t0", "t1"
std::string quoted(const std::vector<int>& tensors) {
  std::vector<std::string> names;
  for (const int id : tensors) names.push_back(fmt::format("\"t{}\"", id));
  return fmt::format("{{{}}}", fmt::join(names, ", "));
}

std::string programText(const Plan& plan) {
  const std::string end = "  return run;\n}\n";
  const std::string tensors =
      fmt::format("  run.tensors = {};\n", namedTensors(tensorNames(plan.steps)));
  std::string text = "\nRun program(c10::Device device) {\n  Run run;\n" +
                     bodyText(plan.steps, beforeText(plan)) + tensors;
  if (plan.is(Property::gradient)) {
    std::vector<int> inputs;
    for (const auto& step : plan.steps)
      if (step.asks_for_gradient) inputs.push_back(step.first_result);
    text += fmt::format("  run.inputs = {};\n", quoted(inputs));
  }
  text += end;
  if (plan.by_index.empty()) return text;
  return text +
         "\n/// The same, but the writes are done by index.\n"
         "Run byIndex(c10::Device device) {\n  Run run;\n" +
         renumbered(bodyText(plan.by_index, ""), plan.numbers) + tensors + end;
}

std::string membersText(const Plan& plan) {
  if (plan.is(Property::gradient)) return "\n  std::vector<std::string> inputs;";
  if (plan.must_change >= 0) return "\n  Tensor before;";
  if (!plan.schemaWrites()) return "";
  return "\n  // Before the last statement:\n"
         "  std::map<std::string, at::Storage> storages;\n"
         "  std::map<std::string, Tensor> contents;";
}

std::string unequalText(const Plan& plan) {
  const bool bounded = plan.inexact || plan.is(Property::gradient);
  const std::string text = replaced(std::string(cpp::kUnequal), "{within}",
                                    bounded ? ", and sums are\n/// equal within bounds" : "");
  return replaced(text, "{bound}", bounded ? cpp::kBound : "");
}

std::string observeText(const Plan& plan) {
  if (plan.is(Property::gradient)) return std::string(cpp::kGradients);
  std::string text;
  if (!plan.random.empty())
    text = replaced(std::string(cpp::kAround), "{random}", quoted(plan.random));
  text += replaced(std::string(cpp::kObserve), "{version}",
                   comparesVersions(plan.violation) ? cpp::kVersion : "");
  text = replaced(text, "{elements}",
                  plan.random.empty() ? "elements(tensor)" : "around(tensor, run)");
  std::string changed;
  if (plan.must_change >= 0)
    changed =
        replaced(std::string(cpp::kChanged), "{name}", fmt::format("t{}", plan.must_change));
  return replaced(text, "{changed}", changed);
}

std::string differencesText(const Plan& plan) {
  std::string text(cpp::kDifferences);
  text = replaced(text, "{there}", plan.expected);
  text = replaced(text, "{here}", plan.observed);
  return replaced(text, "{differ}",
                  comparesKinds(plan.violation)
                      ? "there.substr(0, there.find(':')) != here.substr(0, here.find(':'))"
                      : "(there == \"accepts it\") != (here == \"accepts it\")");
}

std::string schemaText(const Plan& plan) {
  if (plan.schemaWrites())
    return replaced(std::string(cpp::kWrites), "{written}", quoted(plan.written));
  std::vector<std::string> pairs;
  for (const auto& [id, other] : plan.pairs)
    pairs.push_back(fmt::format("{{\"t{}\", \"t{}\"}}", id, other));
  const bool shared = plan.violation.condition == "copies";
  std::string text(cpp::kShares);
  text = replaced(text, "{pairs}", fmt::format("{{{}}}", fmt::join(pairs, ", ")));
  text = replaced(text, "{shared}", shared ? "true" : "false");
  return replaced(text, "{verb}", shared ? "does not share" : "shares");
}

std::string checkText(const Plan& plan) {
  const std::string guard = plan.is(Property::gradient)
                                ? "  const at::AutoGradMode autograd(true);\n"
                                : "  const at::NoGradGuard no_grad;\n";
  if (plan.is(Property::schema)) return guard + "  EXPECT_EQ(differences(program(device)), \"\");";
  // Tensors of the first run are gone before the second one begins.
  const std::string first = plan.deviceAlone()
                                ? fmt::format("{}(device)", plan.by_index.empty() ? "program"
                                                                                  : "byIndex")
                                : "program(c10::kCPU)";
  return guard + fmt::format("  const Seen expected = observe({});\n", first) +
         "  EXPECT_EQ(differences(expected, observe(program(device))), \"\");";
}

std::string testText(const Plan& plan) {
  const std::string_view backward =
      plan.is(Property::gradient) ? "\n    if (!c10::is_privateuse1_backend_registered())"
                                    "\n      c10::register_privateuse1_backend(\"npu\");"
                                  : "";
  return replaced(replaced(std::string(cpp::kTest), "{backward}", backward), "{check}",
                  checkText(plan));
}

std::string headText(const Plan& plan) {
  std::string text = replaced(std::string(cpp::kHead), "{members}", membersText(plan));
  if (!plan.is(Property::gradient)) return text;
  return replaced(text, "#include <gtest/gtest.h>\n",
                  "#include <gtest/gtest.h>\n#include <torch/csrc/autograd/autograd.h>\n"
                  "#include <torch/csrc/autograd/function.h>\n");
}

}  // namespace

std::string cppRepro(const Program& program, const Violation& violation) {
  const Plan plan(program, violation);
  const std::string body = programText(plan);
  const bool gradient = plan.is(Property::gradient);
  const bool schema = plan.is(Property::schema);
  const auto uses = [&](std::string_view helper) { return body.find(helper) != std::string::npos; };
  std::string text = commented(sentence(program, violation), "// ");
  text +=
      "//\n// The test fails while the bug is there. REPRO_BACKEND names the backend's shared "
      "library.\n";
  text += headText(plan);
  if (uses(" ints(") || uses("{ints(")) text += cpp::kInts;
  if (uses(" tensors(") || uses("{tensors(")) text += cpp::kTensors;
  if (uses("optionalTensors(")) text += cpp::kOptionalTensors;
  if (uses("repeated(")) text += cpp::kRepeated;
  if (uses("mirrored(")) text += cpp::kMirrored;
  if (uses("special<")) text += cpp::kSpecial;
  if (uses("scrambled(")) text += cpp::kScrambled;
  if (uses("growing(")) text += cpp::kGrowing;
  if (gradient || uses("attempt(")) {
    if (comparesKinds(violation)) text += cpp::kKind;
    text += replaced(std::string(cpp::kAttempt), "{kind}",
                     comparesKinds(violation) ? "kind(error) + " : "");
  }
  if (!gradient && (!schema || plan.schemaWrites())) text += cpp::kStorage;
  if (!gradient && !schema && (plan.random.empty() || plan.must_change >= 0))
    text += cpp::kElements;
  if (plan.schemaWrites()) text += cpp::kContents;
  text += body;
  if (schema) return text + schemaText(plan) + testText(plan);
  return text + std::string(cpp::kSeen) + unequalText(plan) + observeText(plan) +
         differencesText(plan) + testText(plan);
}

}  // namespace viewfuzz
