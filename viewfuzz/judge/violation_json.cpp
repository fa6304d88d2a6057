#include "viewfuzz/judge/violation_json.h"

#include <fmt/format.h>

#include <stdexcept>

namespace viewfuzz {
namespace {

Property propertyFrom(const nlohmann::json& name) {
  const auto text = name.get<std::string>();
  if (const auto found = propertyOf(text)) return *found;
  throw std::invalid_argument(fmt::format("there is no property '{}'", text));
}

OddOneOut oddOneOutFrom(const nlohmann::json& name) {
  const auto text = name.get<std::string>();
  for (const auto odd : {OddOneOut::unknown, OddOneOut::device, OddOneOut::reference}) {
    if (oddOneOutName(odd) == text) return odd;
  }
  throw std::invalid_argument(fmt::format("'{}' is not an odd one out", text));
}

}  // namespace

nlohmann::json toJson(const Violation& violation) {
  nlohmann::json also = nlohmann::json::array();
  for (const Property other : violation.also) also.push_back(propertyName(other));
  nlohmann::json refused;
  if (violation.refused_by_reference) refused = *violation.refused_by_reference;
  return {{"property", propertyName(violation.property)},
          {"statement", violation.statement},
          {"op", violation.op},
          {"condition", conditionName(violation.condition)},
          {"detail", describe(violation)},
          {"evidence", toJson(violation.evidence)},
          {"write_lost", violation.write_lost},
          {"odd_one_out", oddOneOutName(violation.odd)},
          {"also", also},
          {"refused_by_reference", refused}};
}

Violation violationFrom(const nlohmann::json& json) {
  Violation violation;
  violation.property = propertyFrom(json.at("property"));
  violation.statement = json.at("statement");
  violation.op = json.at("op");
  violation.condition = Condition::named(json.at("condition").get<std::string>());
  violation.evidence = evidenceFrom(json.at("evidence"));
  violation.write_lost = json.at("write_lost");
  violation.odd = oddOneOutFrom(json.at("odd_one_out"));
  for (const auto& other : json.at("also")) violation.also.push_back(propertyFrom(other));
  const auto& refused = json.at("refused_by_reference");
  if (!refused.is_null()) violation.refused_by_reference = refused.get<std::vector<size_t>>();
  return violation;
}

}  // namespace viewfuzz
