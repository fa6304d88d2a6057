#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace viewfuzz {

/// The JSON value as text: one line, or several lines if `indent` is not negative. Messages of a
/// backend and labels of a program may contain bytes that are not UTF-8. Each of these becomes
/// U+FFFD, so that the rest is still written.
inline std::string jsonText(const nlohmann::json& value, int indent = -1) {
  return value.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace viewfuzz
