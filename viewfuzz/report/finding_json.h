#pragma once

#include <nlohmann/json.hpp>

#include "viewfuzz/judge/violation_json.h"
#include "viewfuzz/report/finding.h"

namespace viewfuzz {

// A finding as JSON (docs/json.md), and back: nothing is lost on the way. If the JSON is not a
// finding, reading it throws `nlohmann::json::exception` or `ParseError`.

nlohmann::json toJson(const Finding& finding);
/// For another process: the same, with those fields which a report leaves to the files of a
/// finding.
nlohmann::json transportJson(const Finding& finding);
/// Reads either form.
Finding findingFrom(const nlohmann::json& json);

}  // namespace viewfuzz
