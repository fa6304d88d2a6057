#include "viewfuzz/report/python.h"

#include <fmt/format.h>

#include <algorithm>

#include "viewfuzz/report/python_parts.h"
#include "viewfuzz/report/python_statement.h"
#include "viewfuzz/report/sentence.h"

namespace viewfuzz {
namespace {

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const size_t at = text.find(what);
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

/// The sentence in lines of at most 96 characters; safe inside a docstring.
std::string wrapped(const std::string& text) {
  std::string lines;
  size_t column = 3;
  size_t at = 0;
  while (at < text.size()) {
    size_t end = std::min(text.find(' ', at), text.size());
    std::string word = text.substr(at, end - at);
    for (char& c : word) c = c == '"' ? '\'' : c == '\\' ? '/' : c;
    if (column + word.size() + 1 > 96 && at > 0) {
      lines += "\n";
      column = 0;
    } else if (at > 0) {
      lines += " ";
      ++column;
    }
    lines += word;
    column += word.size();
    at = end + 1;
  }
  return lines;
}

std::string pythonText(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
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
      text += fmt::format("    with attempt(refused, {}):\n", pythonText(lines.back()));
      for (auto& line : lines) line = "    " + line;
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
  std::string text = fmt::format(
      "#!/usr/bin/env python3\n\"\"\"{}\n\n"
      "Exits with 1 while the bug is there, 0 when it is fixed, 2 when the device cannot be "
      "loaded.\n"
      "\"\"\"\n",
      wrapped(sentence(program, violation)));
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
