#include "viewfuzz/report/repro/python/repro.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "viewfuzz/report/repro/plan.h"
#include "viewfuzz/report/repro/python/call.h"
#include "viewfuzz/report/repro/python/compare.h"
#include "viewfuzz/report/repro/python/parts.h"
#include "viewfuzz/report/repro/python/source.h"
#include "viewfuzz/report/repro/python/trials.h"
#include "viewfuzz/report/sentence.h"
#include "viewfuzz/report/text_lines.h"

namespace viewfuzz {
namespace {

/// The sentence as the first lines of the docstring: no character of it may end the docstring.
std::string docstring(std::string text) {
  std::replace(text.begin(), text.end(), '"', '\'');
  std::replace(text.begin(), text.end(), '\\', '/');
  return "\"\"\"" + commented(text, "");
}

std::vector<std::string> linesOf(const ReproStep& step) {
  if (std::holds_alternative<Source>(step.statement->what)) return pythonSource(step);
  return {pythonCall(step)};
}

/// `with attempt(…), growing(…):`, or nothing.
std::string guard(const ReproStep& step, const std::string& line) {
  std::vector<std::string> guards;
  if (step.may_be_refused) guards.push_back(fmt::format("attempt(refused, {})", literal(line)));
  if (step.growing >= 0) guards.push_back(fmt::format("growing(t{})", step.growing));
  return guards.empty() ? "" : fmt::format("    with {}:\n", fmt::join(guards, ", "));
}

std::string pythonStep(const ReproStep& step) {
  const auto lines = linesOf(step);
  std::string text = guard(step, lines.back());
  const std::string indent = text.empty() ? "    " : "        ";
  const std::string& label = step.statement->label;
  for (size_t i = 0; i < lines.size(); ++i) {
    const bool labelled = i + 1 == lines.size() && !label.empty();
    text += indent + lines[i] + (labelled ? "  # " + label : "") + "\n";
  }
  return text;
}

std::string pythonBody(const std::vector<ReproStep>& steps, const std::string& before_last) {
  std::string text;
  if (std::any_of(steps.begin(), steps.end(), [](const auto& step) { return step.may_be_refused; }))
    text += "    refused = {}\n";
  for (const auto& step : steps) {
    if (&step == &steps.back() && !before_last.empty()) text += "    " + before_last + "\n";
    text += pythonStep(step);
  }
  return text;
}

/// ("t0",), ("t0", "t1")
std::string quoted(const std::vector<int>& tensors) {
  std::vector<std::string> names;
  for (const int id : tensors) names.push_back(fmt::format("\"t{}\"", id));
  return fmt::format("[{}]", fmt::join(names, ", "));
}

std::string inputsText(const Plan& plan) {
  if (!plan.is(Property::gradient)) return "";
  std::vector<std::string> inputs;
  for (const auto& step : plan.steps) {
    const int id = step.first_result;
    if (step.asks_for_gradient) inputs.push_back(fmt::format("\"t{}\": t{}", id, id));
  }
  return fmt::format("    inputs = {{{}}}\n", fmt::join(inputs, ", "));
}

std::string programText(const Plan& plan) {
  std::string before;
  if (plan.schemaWrites()) before = "before = contents(locals())";
  if (plan.must_change >= 0)
    before = fmt::format("before = elements(t{}).clone()", plan.must_change);
  std::string text = "\ndef program(device):\n" + pythonBody(plan.steps, before) +
                     inputsText(plan) + "    return locals()\n";
  if (plan.by_index.empty()) return text;
  text +=
      "\n\ndef by_index(device):\n    \"\"\"The same, but the writes are done by index.\"\"\"\n" +
      renumbered(pythonBody(plan.by_index, ""), plan.numbers);
  std::vector<std::string> helpers;
  for (const int id : plan.helpers) helpers.push_back(fmt::format("t{}", id));
  if (!helpers.empty()) text += fmt::format("    del {}\n", fmt::join(helpers, ", "));
  return text + "    return locals()\n";
}

std::string runText(const Plan& plan) {
  if (plan.is(Property::gradient)) return std::string(python::kGradients);
  std::string elements = "elements(tensor)";
  std::string text;
  if (plan.random.empty() || plan.must_change >= 0) text += python::kElements;
  if (!plan.random.empty()) {
    text += replaced(std::string(python::kAround), "{random}", quoted(plan.random));
    elements = "around(tensor, tensors)";
  }
  text += replaced(std::string(python::kRun), "{elements}", elements);
  text = replaced(text, "{parameter}", plan.by_index.empty() ? "" : ", program=program");
  text = replaced(text, "{version}", comparesVersions(plan.violation) ? python::kVersion : "");
  std::string changed;
  if (plan.must_change >= 0)
    changed =
        replaced(std::string(python::kChanged), "{name}", fmt::format("t{}", plan.must_change));
  return replaced(text, "{changed}", changed);
}

std::string pythonDifferences(const Plan& plan) {
  const bool bounded = plan.inexact || plan.is(Property::gradient);
  std::string text(python::kDifferences);
  text = replaced(text, "{within}", bounded ? ",\n    and sums are equal within bounds" : "");
  text = replaced(text, "{bound}", bounded ? python::kBound : "");
  text = replaced(text, "{there_name}", plan.expected);
  text = replaced(text, "{here_name}", plan.observed);
  return replaced(text, "{refusal}",
                  comparesKinds(plan.violation)
                      ? "there.partition(\":\")[0] != here.partition(\":\")[0]"
                      : "(what in refused_there) != (what in refused_here)");
}

std::string pythonSchema(const Plan& plan) {
  if (plan.schemaWrites())
    return replaced(std::string(python::kWrites), "{written}", quoted(plan.written));
  std::vector<std::string> pairs;
  for (const auto& [id, other] : plan.pairs)
    pairs.push_back(fmt::format("(\"t{}\", \"t{}\")", id, other));
  const bool shared = plan.violation.condition == Condition::copies;
  std::string text(python::kShares);
  text = replaced(text, "{pairs}", fmt::format("[{}]", fmt::join(pairs, ", ")));
  text = replaced(text, "{shared}", shared ? "True" : "False");
  return replaced(text, "{verb}", shared ? "does not share" : "shares");
}

/// In place of a comparison of two runs, where the device alone is asked.
std::string aloneText(const Plan& plan) {
  return plan.is(Property::schema) ? pythonSchema(plan) : std::string(python::kSurvives);
}

std::string mainText(const Plan& plan) {
  std::string found = "differences(run(\"cpu\"), run(args.device))";
  std::string none = "f\"No difference between the CPU and {args.device}: fixed.\"";
  if (plan.isOneRun()) {
    found = "differences(args.device)";
    none = plan.is(Property::schema) ? "f\"{args.device} does what the schema says: fixed.\""
                                     : "f\"{args.device} has lived through it: fixed.\"";
  } else if (plan.deviceAlone()) {
    found = fmt::format("differences(run(args.device{}), run(args.device))",
                        plan.by_index.empty() ? "" : ", by_index");
    none = fmt::format("\"No difference between {} and {}: fixed.\"", plan.expected, plan.observed);
  }
  return replaced(replaced(std::string(python::kMain), "{found}", found), "{none}", none);
}

}  // namespace

std::string pythonRepro(const Program& program, const Violation& violation) {
  const Plan plan(program, violation);
  const std::string body = programText(plan);
  const bool one_run = plan.isOneRun();
  const std::string compare = one_run ? aloneText(plan) : runText(plan) + pythonDifferences(plan);
  const auto uses = [&](std::string_view helper) { return body.find(helper) != std::string::npos; };
  const bool stores = compare.find(" storage(") != std::string::npos;
  const bool attempts = !one_run || uses("attempt(");
  std::string text = "#!/usr/bin/env python3\n" + docstring(sentence(program, violation)) +
                     "\nExits with 1 while the bug is there, 0 when it is fixed, 2 when the device "
                     "cannot be loaded.\n\"\"\"\n";
  std::string imports(python::kImports.substr(1));
  if (plan.is(Property::survival))
    imports = replaced(imports, "import sys\n", "import os\nimport signal\nimport sys\n");
  text += imports;
  text += body;
  if (stores || uses("window(")) text += python::kWindow;
  if (uses("mirrored(")) text += python::kMirrored;
  if (uses("special(")) text += python::kSpecial;
  if (uses(" ints(") || uses("(ints(")) text += python::kInts;
  if (uses("uniform(")) text += python::kUniform;
  if (uses("call(torch.ops")) text += python::kCall;
  if (uses("growing(")) text += python::kGrowing;
  if (attempts) text += python::kAttempt;
  if (stores) text += python::kStorage;
  return text + compare + mainText(plan);
}

}  // namespace viewfuzz
