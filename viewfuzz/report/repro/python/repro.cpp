#include "viewfuzz/report/repro/python/repro.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "viewfuzz/escape/comment.h"
#include "viewfuzz/escape/python.h"
#include "viewfuzz/escape/terminal.h"
#include "viewfuzz/report/repro/printer.h"
#include "viewfuzz/report/repro/python/call.h"
#include "viewfuzz/report/repro/python/spelling.h"
#include "viewfuzz/report/repro/source.h"
#include "viewfuzz/report/sentence.h"
#include "viewfuzz/report/text_lines.h"

namespace viewfuzz {
namespace {

const std::map<std::string_view, Helper>& allPythonHelpers() {
  static const auto helpers = pythonHelpers();
  return helpers;
}

class PythonPrinter : public Printer {
 public:
  explicit PythonPrinter(const Plan& plan) : Printer(plan, kPython, allPythonHelpers()) {}

 private:
  /// `    with attempt(…), growing(…):`, or nothing.
  static std::string guard(const ReproStep& step, const TensorNames& names,
                           const std::string& line) {
    std::vector<std::string> guards;
    if (step.may_be_refused)
      guards.push_back(fmt::format("attempt(refused, {})", pythonLiteral(line)));
    if (step.growing >= 0) guards.push_back(fmt::format("growing({})", names(step.growing)));
    return guards.empty() ? "" : fmt::format("    with {}:\n", fmt::join(guards, ", "));
  }

  std::string stepText(const ReproStep& step, const TensorNames& names) override {
    if (needsCallHelper(step)) helpers_.need("call");
    const auto lines = std::holds_alternative<Source>(step.statement->what)
                           ? sourceLines(step, names, spelling_, helpers_)
                           : Lines{pythonCall(step, names)};
    std::string text = guard(step, names, lines.back());
    const std::string indent = text.empty() ? "    " : "        ";
    const std::string& label = step.statement->label;
    for (size_t i = 0; i < lines.size(); ++i) {
      const bool labelled = i + 1 == lines.size() && !label.empty();
      text += indent + lines[i] + (labelled ? "  # " + lineComment(label) : "") + "\n";
    }
    return text;
  }

  std::string beforeLine() override {
    if (plan_.schemaWrites())
      return fmt::format("    before = {}\n", use("contents", {"locals()"}));
    if (plan_.must_change < 0) return "";
    return fmt::format("    before = {}.clone()\n",
                       use("elements", {TensorNames()(plan_.must_change)}));
  }

  std::string functionText(const Function& function) override {
    std::string text = fmt::format("\n\ndef {}(device):\n", function.name);
    if (!function.about.empty()) text += fmt::format("    \"\"\"{}\"\"\"\n", function.about);
    if (std::any_of(function.steps.begin(), function.steps.end(),
                    [](const auto& step) { return step.may_be_refused; }))
      text += "    refused = {}\n";
    text += body(function);
    std::vector<std::string> temporary;
    for (const int id : function.temporary) temporary.push_back(TensorNames()(id));
    if (!temporary.empty()) text += fmt::format("    del {}\n", fmt::join(temporary, ", "));
    return text + "    return locals()\n";
  }

  std::string lookText(const std::vector<Named>& traits) override {
    std::string text =
        "\n\ndef look(tensors, name):\n    \"\"\"What there is to see of a tensor at the "
        "end.\"\"\"\n"
        "    tensor = tensors[name]\n    return {\n";
    for (const auto& [name, value] : traits)
      text += fmt::format("        {}: {},\n", pythonLiteral(name), value);
    return text + "    }\n";
  }

  std::string compareText(const std::vector<Named>& seen, const std::string& result) override {
    std::string text = "\n\ndef compare(device):\n";
    for (const auto& [name, value] : seen) text += fmt::format("    {} = {}\n", name, value);
    return text + fmt::format("    return {}\n", result);
  }

  /// What is said when there is nothing to find.
  std::string fixed() const {
    if (plan_.is(Property::schema)) return "{device} does what the schema says: fixed.";
    if (plan_.is(Property::survival)) return "{device} has lived through it: fixed.";
    return fmt::format("No difference between {} and {}: fixed.", plan_.expected,
                       plan_.deviceAlone() ? plan_.observed : "{device}");
  }

  std::string fileText(const std::string& about, const Parts& parts) override {
    helpers_.import("import sys");
    helpers_.import("import torch");
    helpers_.need("main");
    std::string_view run;
    if (plan_.is(Property::survival)) {
      helpers_.need("apart");
      run = ", run=apart";
    }
    std::string text = "#!/usr/bin/env python3\n\"\"\"" +
                       pythonDocstring(terminalText(wrapped(about))) +
                       "\nExits with 1 while the bug is there, 0 when it is fixed, 2 when PyTorch "
                       "or the device\ncannot be loaded, 3 when the comparison does not come to "
                       "its end.\n\"\"\"\n";
    for (const auto& line : helpers_.imports())
      if (line != "import torch") text += line + "\n";
    text +=
        "\ntry:\n    import torch\nexcept ImportError as error:\n"
        "    print(f\"This Python has no PyTorch: {error}\", file=sys.stderr)\n"
        "    sys.exit(2)\n" +
        parts.programs + parts.look + parts.compare;
    for (const Code& helpers : {parts.program_helpers, parts.compare_helpers, helpers_.take()})
      for (const auto code : helpers) text += fmt::format("\n\n{}", code);
    return text +
           fmt::format("\n\nif __name__ == \"__main__\":\n    sys.exit(main(compare, {}{}))\n",
                       pythonLiteral(fixed()), run);
  }
};

}  // namespace

std::string pythonRepro(const Program& program, const Violation& violation) {
  const Plan plan(program, violation);
  return PythonPrinter(plan).print(sentence(program, violation));
}

}  // namespace viewfuzz
