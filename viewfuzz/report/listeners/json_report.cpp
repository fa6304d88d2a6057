#include "viewfuzz/report/listeners/json_report.h"

#include <algorithm>
#include <map>

#include "viewfuzz/files/json_text.h"
#include "viewfuzz/files/write.h"
#include "viewfuzz/judge/needs.h"
#include "viewfuzz/report/finding_json.h"

namespace viewfuzz {
namespace {

std::string_view verdictName(Looked::Verdict verdict) {
  switch (verdict) {
    case Looked::Verdict::clean:
      return "clean";
    case Looked::Verdict::violates:
      return "violates";
    case Looked::Verdict::refused:
      return "refused";
  }
  return "";
}

nlohmann::json campaignFigures(const Progress& progress) {
  return {
      {"cases", progress.cases},
      {"statements", progress.statements},
      {"undefined", progress.undefined},
      {"not_asked_cases", progress.not_asked},
      {"kills", progress.kills},
      {"deaths", progress.deaths},
      {"seconds", progress.seconds},
      {"cases_per_second", static_cast<double>(progress.cases) / std::max(progress.seconds, 1e-9)},
      {"share_in_aten", progress.shareInAten()}};
}

}  // namespace

void JsonReport::started(const RunInfo& info) {
  report_["versions"] =
      std::map<std::string, std::string>(info.versions.begin(), info.versions.end());
  if (info.seed) report_["seed"] = *info.seed;
  for (const Property property : leftOut(info.shows))
    report_["not_compared"].push_back(propertyName(property));
  for (const Property property : info.not_asked)
    report_["not_asked"].push_back(propertyName(property));
}

void JsonReport::found(const Finding& finding) {
  findings_.push_back(toJson(finding));
  if (!finding.input.empty()) findings_.back()["input"] = finding.input;
}

void JsonReport::kept(const Finding&, const std::filesystem::path&,
                      const std::string& program_file) {
  findings_.back()["program_file"] = program_file;
}

void JsonReport::looked(const Looked& looked) {
  nlohmann::json input = {{"input", looked.input}, {"verdict", verdictName(looked.verdict)}};
  if (!looked.signature.empty()) input["signature"] = looked.signature;
  if (looked.verdict == Looked::Verdict::refused) input["reason"] = looked.said;
  if (looked.violation) input["violation"] = toJson(*looked.violation);
  report_["inputs"].push_back(std::move(input));
}

void JsonReport::ended(const Summary& summary) {
  if (summary.campaign) report_.update(campaignFigures(*summary.campaign));
  for (const auto& [kind, hit, reachable] : summary.coverage)
    report_["coverage"][std::string(cellKindName(kind))] = {{"hit", hit}, {"reachable", reachable}};
  report_["interrupted"] = summary.interrupted;
  if (!summary.cut_short.empty()) report_["cut_short"] = summary.cut_short;
  // `evaluate` lists each finding with the fault that it was found on.
  if (!summary.figures.is_object()) report_["findings"] = findings_;
  if (summary.figures.is_object()) report_.update(summary.figures);
  writeFile(file_, jsonText(report_, 2) + "\n");
}

}  // namespace viewfuzz
