#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// Where in a model a dump key is: `L02.03_gdn.07_rule.06_row_17` is
/// "layer 2 -> gdn -> rule -> row 17". `T01` is the forward of that number; the numbers
/// that keep keys in order are left out.
std::string inWords(std::string_view key);

}  // namespace viewfuzz
