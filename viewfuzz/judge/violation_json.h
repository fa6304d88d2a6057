#pragma once

#include <nlohmann/json.hpp>

#include "viewfuzz/judge/violation.h"

namespace viewfuzz {

// A violation as JSON (docs/json.md), and back: nothing is lost on the way. If the JSON is not a
// violation, reading it throws `nlohmann::json::exception` or `std::invalid_argument`.

nlohmann::json toJson(const Violation& violation);
Violation violationFrom(const nlohmann::json& json);

/// An object with a `type`, or null where there is no evidence.
nlohmann::json toJson(const Evidence& evidence);
Evidence evidenceFrom(const nlohmann::json& json);

}  // namespace viewfuzz
