#include "viewfuzz/report/repro/cpp/repro.h"

#include <fmt/ranges.h>

#include "viewfuzz/escape/comment.h"
#include "viewfuzz/escape/cpp.h"
#include "viewfuzz/report/repro/cpp/call.h"
#include "viewfuzz/report/repro/cpp/spelling.h"
#include "viewfuzz/report/repro/printer.h"
#include "viewfuzz/report/repro/python/call.h"
#include "viewfuzz/report/repro/source.h"
#include "viewfuzz/report/sentence.h"
#include "viewfuzz/report/text_lines.h"

namespace viewfuzz {
namespace {

const std::map<std::string_view, Helper>& allCppHelpers() {
  static const auto helpers = cppHelpers();
  return helpers;
}

/// The names of all tensors. The base of a window stands before the window.
std::vector<std::string> tensorNames(std::span<const ReproStep> steps, const TensorNames& names) {
  std::vector<std::string> all;
  for (const auto& step : steps) {
    if (hasBase(step)) all.push_back(names(step.first_result, "base"));
    for (int i = 0; i < step.statement->results(); ++i) all.push_back(names(step.first_result + i));
  }
  return all;
}

std::string namedTensors(const std::vector<std::string>& names) {
  std::vector<std::string> pairs;
  for (const auto& name : names) pairs.push_back(fmt::format("{{{}, {}}}", cppLiteral(name), name));
  return fmt::format("{{{}}}", fmt::join(pairs, ", "));
}

class CppPrinter : public Printer {
 public:
  explicit CppPrinter(const Plan& plan) : Printer(plan, kCpp, allCppHelpers()) {}

 private:
  std::string stepText(const ReproStep& step, const TensorNames& names) override {
    const bool is_source = std::holds_alternative<Source>(step.statement->what);
    const auto lines =
        is_source ? sourceLines(step, names, spelling_, helpers_) : cppCall(step, names, helpers_);
    const std::string spoken = is_source ? lines.back() : pythonCall(step, names);
    const std::string& label = step.statement->label;
    std::string text;
    std::string indent = "  ";
    std::string end;
    const auto open = [&](const std::string& line) {
      text += indent + line + "\n";
      end.insert(0, indent + "});\n");
      indent += "  ";
    };
    if (!is_source) text += fmt::format("  // {}\n", lineComment(spoken));
    if (!label.empty()) text += fmt::format("  // {}\n", lineComment(label));
    if (step.may_be_refused) open(fmt::format("attempt(run, {}, [&] {{", cppLiteral(spoken)));
    if (step.growing >= 0) open(fmt::format("growing({}, [&] {{", names(step.growing)));
    for (const auto& line : lines) text += indent + line + "\n";
    return text + end;
  }

  std::string beforeLine() override {
    if (plan_.must_change >= 0) {
      return fmt::format("  const Tensor before = {}.clone();\n",
                         use("elements", {TensorNames()(plan_.must_change)}));
    }
    if (!plan_.schemaWrites()) return "";
    const std::span before(plan_.steps.begin(), plan_.steps.end() - 1);
    return fmt::format("  run.before = {};\n",
                       use("contents", {namedTensors(tensorNames(before, {}))}));
  }

  std::string functionText(const Function& function) override {
    const std::string type = plan_.schemaWrites() ? "WatchedRun" : "Run";
    helpers_.need(plan_.schemaWrites() ? "watched_run" : "run");
    std::string text = "\n";
    if (!function.about.empty()) text += fmt::format("/// {}\n", function.about);
    text += fmt::format("{} {}(c10::Device device) {{\n  {} run;\n", type,
                        spelling_.function(function.name), type);
    const auto declared = tensorNames(function.steps, function.names);
    if (!declared.empty()) text += fmt::format("  Tensor {};\n", fmt::join(declared, ", "));
    text += body(function);
    auto kept = tensorNames(plan_.steps, {});
    if (plan_.must_change >= 0) kept.emplace_back("before");
    return text + fmt::format("  run.tensors = {};\n  return run;\n}}\n", namedTensors(kept));
  }

  std::string lookText(const std::vector<Named>& traits) override {
    std::string text =
        "\n/// What there is to see of a tensor at the end.\n"
        "Traits look(const Tensors& tensors, const std::string& name) {\n"
        "  const Tensor& tensor = tensors.at(name);\n  return {\n";
    for (const auto& [name, value] : traits)
      text += fmt::format("      {{{}, {}}},\n", cppLiteral(name), value);
    return text + "  };\n}\n";
  }

  std::string compareText(const std::vector<Named>& seen, const std::string& result) override {
    std::string text = "\nstd::string compare(c10::Device device) {\n";
    for (const auto& [name, value] : seen)
      text += fmt::format("  const Seen {} = {};\n", name, value);
    return text + fmt::format("  return {};\n}}\n", result);
  }

  /// The headers of libraries, and behind them those of C++.
  std::string includes() const {
    std::string libraries;
    std::string standard;
    for (const auto& line : helpers_.imports())
      (line.ends_with(".h>") ? libraries : standard) += line + "\n";
    return libraries + "\n" + standard;
  }

  std::string fileText(const std::string& about, const Parts& parts) override {
    helpers_.import("#include <gtest/gtest.h>");
    const std::string_view run = plan_.is(Property::survival) ? "apart" : "verdict";
    const std::string test = fmt::format("TEST(Viewfuzz, Repro) {{ EXPECT_EQ({}, \"\"); }}\n",
                                         use("told", {use(run, {"compare"})}));
    std::string text =
        commentBlock(wrapped(about, 93), "// ") +
        "//\n// The test fails while the bug is there. REPRO_BACKEND names the backend: its "
        "shared\n// library, or a device. Ends with 2 when it cannot be loaded, and with 3 when "
        "the "
        "comparison\n// does not come to its end.\n" +
        includes() + "\nnamespace {\n";
    const auto add = [&](const Code& helpers) {
      for (const auto code : helpers) text += fmt::format("\n{}", code);
    };
    add(parts.program_helpers);
    text += parts.programs;
    add(parts.compare_helpers);
    add(helpers_.take());
    return text + parts.look + parts.compare + "\n}  // namespace\n\n" + test;
  }
};

}  // namespace

std::string cppRepro(const Program& program, const Violation& violation) {
  const Plan plan(program, violation);
  return CppPrinter(plan).print(sentence(program, violation));
}

}  // namespace viewfuzz
