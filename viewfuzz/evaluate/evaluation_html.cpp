#include <fmt/format.h>

#include <algorithm>

#include "viewfuzz/escape/html.h"
#include "viewfuzz/evaluate/evaluation.h"

namespace viewfuzz {
namespace {

constexpr std::string_view kHead = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>viewfuzz: which check sees which fault</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem; }
table { border-collapse: collapse; }
th, td { padding: .2rem .5rem; border-bottom: 1px solid #ddd; text-align: right; }
th:first-child, td:first-child { text-align: left; }
thead th { position: sticky; top: 0; background: #fff; }
.slant { writing-mode: vertical-rl; transform: rotate(180deg); text-align: left; }
.seen { background: #cfe3f7; } .first { background: #7fb2e5; } .only { outline: 2px solid #b3541e; }
.missed { background: #f7cfcf; } small { color: #666; }
pre { margin: 0; }
</style></head><body>
<h1>Which check sees which fault</h1>
)";

std::string cell(const FaultResult& fault, Property property) {
  const auto seen = fault.seenBy();
  if (std::find(seen.begin(), seen.end(), property) == seen.end()) return "<td></td>";
  const auto firsts =
      std::count_if(fault.starts.begin(), fault.starts.end(), [&](const Start& start) {
        return start.found && start.first.violation.property == property;
      });
  const uint64_t cases = fault.survey.seen[static_cast<size_t>(property)];
  return fmt::format(
      "<td class=\"{}{}\" title=\"{} of {} starts saw it by this one first\">{}</td>",
      firsts > 0 ? "first" : "seen", seen.size() == 1 ? " only" : "", firsts, fault.starts.size(),
      cases);
}

std::string row(const FaultResult& fault) {
  std::string text = fmt::format(
      "<tr><td title=\"{}\">{}</td><td{}>{}/{}</td><td>{:.3f}</td><td>{:.3f}</td><td>{:.0f}</td>",
      htmlText(fault.about), htmlText(fault.name),
      fault.found() < fault.starts.size() ? " class=\"missed\"" : "", fault.found(),
      fault.starts.size(), fault.seconds(0.5), fault.seconds(0.9), fault.cases(0.5));
  for (size_t i = 0; i < kProperties; ++i) text += cell(fault, static_cast<Property>(i));
  const auto programs = fault.programs();
  text += fmt::format("<td><details><summary>{}</summary>", programs.size());
  for (const auto& program : programs) text += fmt::format("<pre>{}</pre>", htmlText(program));
  return text + "</details></td></tr>\n";
}

}  // namespace

std::string evaluationHtml(const Evaluation& evaluation) {
  std::string page(kHead);
  page += fmt::format(
      "<p>{}{} planted faults, {} seeds each, at most {:.0f} s a start. A number counts the cases "
      "of "
      "a "
      "survey in which the property would have reported the fault, were it the only one. Dark: "
      "some "
      "start saw the fault by it first. Framed: no other property sees the fault at all.</p>\n"
      "<table><thead><tr><th>fault</th><th>found</th><th>median s</th><th>90 % s</th>"
      "<th>median cases</th>",
      evaluation.left == 0
          ? ""
          : fmt::format("Interrupted: {} faults have not been looked at. ", evaluation.left),
      evaluation.faults.size(), evaluation.seeds, evaluation.budget);
  for (size_t i = 0; i < kProperties; ++i)
    page += fmt::format("<th><span class=\"slant\">{}</span></th>",
                        propertyName(static_cast<Property>(i)));
  page += "<th>minimal programs</th></tr></thead><tbody>\n";
  for (const auto& fault : evaluation.faults) page += row(fault);
  page += "</tbody></table>\n<pre>" + htmlText(evaluationText(evaluation)) + "</pre>\n";
  return page + "</body></html>\n";
}

}  // namespace viewfuzz
