#include "viewfuzz/report/finding_json.h"

#include "viewfuzz/report/sentence.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
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
          {"reducer_cut_short", finding.reducer_cut_short},
          {"one_minimal", finding.one_minimal},
          {"warnings", finding.warnings},
          {"alone", finding.alone},
          {"confirmed", finding.confirmed},
          {"backend", finding.backend},
          {"fault", finding.fault},
          {"versions", finding.versions}};
}

nlohmann::json transportJson(const Finding& finding) {
  nlohmann::json json = toJson(finding);
  json["input"] = finding.input;
  json["last_words"] = finding.last_words;
  return json;
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
  finding.reducer_cut_short = json.value("reducer_cut_short", false);
  finding.one_minimal = json.at("one_minimal");
  finding.alone = json.at("alone");
  finding.confirmed = json.value("confirmed", true);
  finding.input = json.value("input", "");
  finding.warnings = json.value("warnings", std::vector<std::string>());
  finding.last_words = json.value("last_words", "");
  finding.backend = json.at("backend");
  finding.fault = json.at("fault");
  json.at("versions").get_to(finding.versions);
  return finding;
}

}  // namespace viewfuzz
