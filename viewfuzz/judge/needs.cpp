#include "viewfuzz/judge/needs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

namespace viewfuzz {

Capabilities needsOf(Property property) {
  constexpr Capabilities kNothing{.bytes = false, .storages = false, .autograd = false};
  Capabilities needs = kNothing;
  switch (property) {
    case Property::containment:
    case Property::writeBack:
    case Property::values:
    case Property::byIndex:
      needs.bytes = true;
      break;
    case Property::aliasing:
    case Property::schema:
      needs.storages = true;
      break;
    case Property::gradient:
      needs.bytes = true;
      needs.autograd = true;
      break;
    case Property::errors:
    case Property::layout:
    case Property::version:
    case Property::repeat:
    case Property::survival:
      break;
  }
  return needs;
}

bool canJudge(Property property, const Capabilities& shown) {
  const Capabilities needs = needsOf(property);
  return shown.bytes >= needs.bytes && shown.storages >= needs.storages &&
         shown.autograd >= needs.autograd;
}

std::vector<Property> leftOut(const Capabilities& shown) {
  std::vector<Property> out;
  for (int i = 0; i <= static_cast<int>(Property::survival); ++i) {
    const auto property = static_cast<Property>(i);
    if (!canJudge(property, shown)) out.push_back(property);
  }
  return out;
}

std::string leftOutSentence(const std::string& target, const Capabilities& shown) {
  std::vector<std::string_view> names;
  for (const Property property : leftOut(shown)) names.push_back(propertyName(property));
  if (names.empty()) return "";
  std::vector<std::string_view> missing;
  if (!shown.bytes) missing.emplace_back("bytes");
  if (!shown.storages) missing.emplace_back("storages");
  if (!shown.autograd) missing.emplace_back("gradients");
  return fmt::format("{} shows no {}: {} {} not compared", target, fmt::join(missing, ", no "),
                     fmt::join(names, ", "), names.size() == 1 ? "is" : "are");
}

}  // namespace viewfuzz
