#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace viewfuzz {

/// JSON as text, in one line unless lines are to be indented. Bytes that are no UTF-8, as a
/// backend's messages and the labels of a program may have, become U+FFFD: nothing is lost for
/// their sake.
inline std::string jsonText(const nlohmann::json& value, int indent = -1) {
  return value.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace viewfuzz
