#pragma once

#include <nlohmann/json.hpp>

#include "viewfuzz/judge/violation_json.h"
#include "viewfuzz/report/finding.h"

namespace viewfuzz {

// A finding as JSON (docs/json.md), and back: nothing is lost on the way. Reading throws
// `nlohmann::json::exception` or `ParseError` for what is none.

nlohmann::json toJson(const Finding& finding);
Finding findingFrom(const nlohmann::json& json);

}  // namespace viewfuzz
