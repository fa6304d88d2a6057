#include "viewfuzz/evaluate/evaluation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "viewfuzz/report/finding_json.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

double quantile(std::vector<double> values, double p) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const auto rank = static_cast<size_t>(std::ceil(p * static_cast<double>(values.size())));
  return values[std::clamp<size_t>(rank, 1, values.size()) - 1];
}

template <typename T>
std::vector<double> of(const std::vector<Start>& starts, T member) {
  std::vector<double> values;
  for (const Start& start : starts) values.push_back(static_cast<double>(start.*member));
  return values;
}

template <typename F>
std::vector<double> ofFound(const FaultResult& fault, F value) {
  std::vector<double> values;
  for (const Start& start : fault.starts) {
    if (start.found) values.push_back(static_cast<double>(value(start.simplest)));
  }
  return values;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

std::vector<double> runs(const FaultResult& fault) {
  return ofFound(fault, [](const Finding& finding) { return finding.reducer_runs; });
}

std::vector<double> reducerSeconds(const FaultResult& fault) {
  return ofFound(fault, [](const Finding& finding) { return finding.reducer_seconds; });
}

std::vector<double> statements(const FaultResult& fault) {
  return ofFound(fault, [](const Finding& finding) { return finding.program.statements.size(); });
}

template <typename F>
size_t count(const FaultResult& fault, F which) {
  return static_cast<size_t>(std::count_if(fault.starts.begin(), fault.starts.end(), which));
}

size_t slips(const FaultResult& fault) {
  return count(fault, [](const Start& start) { return start.slipped; });
}

size_t minimal(const FaultResult& fault) {
  return count(fault, [](const Start& start) { return start.found && start.simplest.one_minimal; });
}

std::vector<std::string> names(const std::vector<Property>& properties) {
  std::vector<std::string> all;
  for (const Property property : properties) all.emplace_back(propertyName(property));
  return all;
}

std::string firstSeenBy(const FaultResult& fault) {
  std::set<std::string> first;
  for (const Start& start : fault.starts) {
    if (start.found) first.emplace(propertyName(start.first.violation.property));
  }
  return fmt::format("{}", fmt::join(first, " "));
}

std::string summary(const Evaluation& evaluation) {
  std::vector<double> seconds;
  std::vector<double> cases;
  std::vector<double> reducer;
  size_t starts = 0;
  size_t found = 0;
  size_t one = 0;
  size_t short_ones = 0;
  size_t slipped = 0;
  size_t minimals = 0;
  for (const auto& fault : evaluation.faults) {
    starts += fault.starts.size();
    found += fault.found();
    seconds.push_back(fault.seconds(0.5));
    cases.push_back(fault.cases(0.5));
    one += fault.programs().size() == 1 ? 1 : 0;
    slipped += slips(fault);
    minimals += minimal(fault);
    const auto lengths = statements(fault);
    short_ones +=
        !lengths.empty() && *std::max_element(lengths.begin(), lengths.end()) <= 4 ? 1 : 0;
    const auto of_fault = runs(fault);
    reducer.insert(reducer.end(), of_fault.begin(), of_fault.end());
  }
  const size_t faults = evaluation.faults.size();
  return fmt::format(
      "{}{} faults, {} seeds each, {:.0f} s a start\n"
      "found                      {} of {} starts\n"
      "time to detection          median over faults of the medians: {:.3f} s, {:.0f} cases\n"
      "one program a fault        {} of {} faults\n"
      "at most 4 statements       {} of {} faults\n"
      "reducer                    {:.0f} runs in the mean\n"
      "1-minimal                  {} of {}\n"
      "slipped                    {}\n",
      evaluation.left == 0
          ? ""
          : fmt::format("Interrupted: {} faults have not been looked at.\n", evaluation.left),
      faults, evaluation.seeds, evaluation.budget, found, starts, quantile(seconds, 0.5),
      quantile(cases, 0.5), one, faults, short_ones, faults, mean(reducer), minimals, found,
      slipped);
}

}  // namespace

size_t FaultResult::found() const {
  return count(*this, [](const Start& start) { return start.found; });
}

double FaultResult::seconds(double p) const { return quantile(of(starts, &Start::seconds), p); }
double FaultResult::cases(double p) const { return quantile(of(starts, &Start::cases), p); }

std::vector<std::string> FaultResult::programs() const {
  std::set<std::string> distinct;
  for (const Start& start : starts) {
    if (start.found) distinct.insert(print(start.simplest.program));
  }
  return {distinct.begin(), distinct.end()};
}

std::vector<Property> FaultResult::seenBy() const {
  std::set<Property> seen;
  for (size_t i = 0; i < kProperties; ++i) {
    if (survey.seen[i] > 0) seen.insert(static_cast<Property>(i));
  }
  for (const Start& start : starts) {
    if (start.found) seen.insert(start.first.violation.property);
  }
  return {seen.begin(), seen.end()};
}

std::vector<Property> Evaluation::neverAlone() const {
  if (left > 0) return {};
  std::set<Property> alone;
  for (const auto& fault : faults) {
    const auto seen = fault.seenBy();
    if (seen.size() == 1) alone.insert(seen.front());
  }
  std::vector<Property> never;
  for (size_t i = 0; i < kProperties; ++i) {
    if (!alone.contains(static_cast<Property>(i))) never.push_back(static_cast<Property>(i));
  }
  return never;
}

std::string evaluationText(const Evaluation& evaluation) {
  size_t width = 5;
  for (const auto& fault : evaluation.faults) width = std::max(width, fault.name.size());
  std::string text = fmt::format(
      "A start is a campaign against one fault from one seed; found: starts that met the fault.\n"
      "lines: statements of its minimal program; programs: how many distinct ones; runs: what the\n"
      "reducer took. seen by: the properties that saw it first | and those that see it at all, "
      "each\n"
      "asked as though it was the only one in a survey of cases. SLIPPED: a minimal program shows\n"
      "something else than the fault.\n\n"
      "{:<{}}  found  cases: median, 90 %    seconds: median, 90 %  lines  programs  runs  seen by "
      "(first ones before |)\n",
      "fault", width);
  for (const auto& fault : evaluation.faults) {
    const auto lengths = statements(fault);
    text += fmt::format(
        "{:<{}}  {:>2}/{:<2}  {:>9.0f} {:>9.0f}   {:>9.3f} {:>9.3f}  {:>7}  {:>8}  {:>4.0f}  {} | "
        "{}{}\n",
        fault.name, width, fault.found(), fault.starts.size(), fault.cases(0.5), fault.cases(0.9),
        fault.seconds(0.5), fault.seconds(0.9),
        lengths.empty() ? 0 : *std::max_element(lengths.begin(), lengths.end()),
        fault.programs().size(), mean(runs(fault)), firstSeenBy(fault),
        fmt::join(names(fault.seenBy()), " "), slips(fault) > 0 ? "  SLIPPED" : "");
  }
  text += "\n";
  text += summary(evaluation);
  for (const auto& fault : evaluation.faults) {
    const auto seen = fault.seenBy();
    if (seen.size() == 1)
      text += fmt::format("{} is seen by {} alone\n", fault.name, propertyName(seen.front()));
  }
  const auto never = names(evaluation.neverAlone());
  if (!never.empty())
    text += fmt::format("see nothing that no other sees: {}\n", fmt::join(never, ", "));
  return text;
}

nlohmann::json toJson(const Evaluation& evaluation) {
  nlohmann::json faults = nlohmann::json::array();
  for (const auto& fault : evaluation.faults) {
    nlohmann::json starts = nlohmann::json::array();
    for (const Start& start : fault.starts) {
      nlohmann::json one = {{"seed", start.seed},         {"found", start.found},
                            {"cases", start.cases},       {"seconds", start.seconds},
                            {"findings", start.findings}, {"slipped", start.slipped}};
      if (start.found) {
        one["first"] = toJson(start.first);
        one["simplest"] = toJson(start.simplest);
      }
      starts.push_back(one);
    }
    nlohmann::json seen = nlohmann::json::object();
    for (size_t i = 0; i < kProperties; ++i)
      seen[std::string(propertyName(static_cast<Property>(i)))] = fault.survey.seen[i];
    faults.push_back(
        {{"name", fault.name},
         {"about", fault.about},
         {"found", fault.found()},
         {"cases_median", fault.cases(0.5)},
         {"cases_90", fault.cases(0.9)},
         {"seconds_median", fault.seconds(0.5)},
         {"seconds_90", fault.seconds(0.9)},
         {"programs", fault.programs()},
         {"reducer_runs_mean", mean(runs(fault))},
         {"reducer_seconds_mean", mean(reducerSeconds(fault))},
         {"seen_by", names(fault.seenBy())},
         {"survey",
          {{"cases", fault.survey.cases}, {"differing", fault.survey.differing}, {"seen", seen}}},
         {"starts", starts}});
  }
  return {{"versions", std::map<std::string, std::string>(evaluation.versions.begin(),
                                                          evaluation.versions.end())},
          {"left", evaluation.left},
          {"seeds", evaluation.seeds},
          {"seconds_a_start", evaluation.budget},
          {"never_alone", names(evaluation.neverAlone())},
          {"faults", faults}};
}

}  // namespace viewfuzz
