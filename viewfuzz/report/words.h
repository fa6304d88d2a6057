#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// The place in a model that a dump key names: `L02.03_gdn.07_rule.06_row_17` is
/// "layer 2 -> gdn -> rule -> row 17", and `T01` is "forward 1". The numbers that only keep the
/// keys in order are left out.
std::string inWords(std::string_view key);

}  // namespace viewfuzz
