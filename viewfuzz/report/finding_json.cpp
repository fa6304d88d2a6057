#include "viewfuzz/report/finding_json.h"

#include <stdexcept>

#include "viewfuzz/report/sentence.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

Property property(const nlohmann::json& name) {
  const auto text = name.get<std::string>();
  if (const auto found = propertyOf(text)) return *found;
  throw std::runtime_error("there is no property '" + text + "'");
}

OddOneOut oddOneOut(const std::string& name) {
  for (const auto odd : {OddOneOut::device, OddOneOut::reference}) {
    if (oddOneOutName(odd) == name) return odd;
  }
  return OddOneOut::unknown;
}

}  // namespace

nlohmann::json toJson(const Violation& violation) {
  nlohmann::json also = nlohmann::json::array();
  for (const Property other : violation.also) also.push_back(propertyName(other));
  return {{"property", propertyName(violation.property)},
          {"statement", violation.statement},
          {"op", violation.op},
          {"condition", violation.condition},
          {"detail", violation.detail},
          {"write_lost", violation.write_lost},
          {"odd_one_out", oddOneOutName(violation.odd)},
          {"also", also}};
}

Violation violationFrom(const nlohmann::json& json) {
  Violation violation;
  violation.property = property(json.at("property"));
  violation.statement = json.at("statement");
  violation.op = json.at("op");
  violation.condition = json.at("condition");
  violation.detail = json.at("detail");
  violation.write_lost = json.at("write_lost");
  violation.odd = oddOneOut(json.at("odd_one_out"));
  for (const auto& other : json.at("also")) violation.also.push_back(property(other));
  return violation;
}

nlohmann::json toJson(const Finding& finding) {
  return {{"signature", finding.signature},
          {"property", propertyName(finding.violation.property)},
          {"op", finding.violation.op},
          {"odd_one_out", oddOneOutName(finding.violation.odd)},
          {"violation", toJson(finding.violation)},
          {"sentence", sentence(finding.program, finding.violation)},
          {"program", print(finding.program)},
          {"statements", finding.program.statements.size()},
          {"original_statements", finding.original_statements},
          {"seed", finding.seed},
          {"case", finding.case_index},
          {"seconds", finding.seconds},
          {"reducer_runs", finding.reducer_runs},
          {"reducer_seconds", finding.reducer_seconds},
          {"one_minimal", finding.one_minimal},
          {"alone", finding.alone},
          {"backend", finding.backend},
          {"fault", finding.fault},
          {"versions", finding.versions}};
}

Finding findingFrom(const nlohmann::json& json) {
  Finding finding;
  finding.signature = json.at("signature");
  finding.violation = violationFrom(json.at("violation"));
  finding.program = parse(json.at("program").get<std::string>());
  finding.original_statements = json.at("original_statements");
  finding.seed = json.at("seed");
  finding.case_index = json.at("case");
  finding.seconds = json.at("seconds");
  finding.reducer_runs = json.at("reducer_runs");
  finding.reducer_seconds = json.at("reducer_seconds");
  finding.one_minimal = json.at("one_minimal");
  finding.alone = json.at("alone");
  finding.backend = json.at("backend");
  finding.fault = json.at("fault");
  json.at("versions").get_to(finding.versions);
  return finding;
}

}  // namespace viewfuzz
