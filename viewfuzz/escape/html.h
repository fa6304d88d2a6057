#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// The text for an HTML page, between tags or in a quoted attribute. Line ends and tabs stay.
std::string htmlText(std::string_view text);

}  // namespace viewfuzz
