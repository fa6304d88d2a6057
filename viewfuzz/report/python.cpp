#include "viewfuzz/report/python.h"

#include <fmt/format.h>

#include <algorithm>

#include "viewfuzz/report/python_parts.h"
#include "viewfuzz/report/python_statement.h"
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

std::string programText(const std::vector<ReproStep>& steps) {
  std::string text = "\ndef program(device):\n";
  if (std::any_of(steps.begin(), steps.end(),
                  [](const auto& step) { return step.may_be_refused; })) {
    text += "    refused = {}\n";
  }
  for (const auto& step : steps) {
    auto lines = linesOf(step);
    if (step.may_be_refused) {
      text += fmt::format("    with attempt(refused, {}):\n", literal(lines.back()));
      for (auto& line : lines) line.insert(0, 4, ' ');
    }
    for (size_t i = 0; i < lines.size(); ++i) {
      const bool labelled = i + 1 == lines.size() && !step.statement->label.empty();
      text += fmt::format("    {}{}\n", lines[i], labelled ? "  # " + step.statement->label : "");
    }
  }
  return text + "    return locals()\n";
}

}  // namespace

std::string pythonRepro(const Program& program, const Violation& violation) {
  const auto steps = reproSteps(program, violation);
  const std::string body = programText(steps);
  const auto uses = [&](std::string_view helper) { return body.find(helper) != std::string::npos; };
  const bool inexact = isInexact(steps);
  std::string text = "#!/usr/bin/env python3\n" + docstring(sentence(program, violation)) +
                     "\nExits with 1 while the bug is there, 0 when it is fixed, 2 when the device "
                     "cannot be loaded.\n\"\"\"\n";
  text += python::kImports.substr(1);
  text += body;
  text += python::kWindow;
  if (uses("mirrored(")) text += python::kMirrored;
  if (uses("special(")) text += python::kSpecial;
  if (uses(" ints(") || uses("(ints(")) text += python::kInts;
  if (uses("call(torch.ops")) text += python::kCall;
  text += python::kAttempt;
  std::string compare(python::kCompare);
  compare = replaced(compare, "{within}", inexact ? ",\n    and sums are equal within bounds" : "");
  compare = replaced(compare, "{bound}", inexact ? python::kBound : "");
  return text + compare;
}

}  // namespace viewfuzz
