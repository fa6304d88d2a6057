#include "viewfuzz/judge/property_set.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>
#include <string_view>

namespace viewfuzz {
namespace {

PropertySet named(const std::vector<std::string>& names) {
  PropertySet properties;
  for (const auto& name : names) {
    const auto property = propertyOf(name);
    if (!property) {
      std::vector<std::string_view> known;
      for (const Property each : allProperties()) known.push_back(propertyName(each));
      throw std::runtime_error(fmt::format("There is no property '{}'. Expected one of: {}.", name,
                                           fmt::join(known, ", ")));
    }
    properties.insert(*property);
  }
  return properties;
}

}  // namespace

PropertySet allProperties() {
  PropertySet all;
  for (size_t i = 0; i < kProperties; ++i) all.insert(static_cast<Property>(i));
  return all;
}

PropertySet chosenProperties(const std::vector<std::string>& only,
                             const std::vector<std::string>& without) {
  PropertySet chosen = only.empty() ? allProperties() : named(only);
  for (const Property property : named(without)) chosen.erase(property);
  if (chosen.empty()) throw std::runtime_error("No property is left to look for.");
  return chosen;
}

std::vector<Property> notIn(const PropertySet& asked) {
  std::vector<Property> others;
  for (const Property each : allProperties()) {
    if (!asked.contains(each)) others.push_back(each);
  }
  return others;
}

}  // namespace viewfuzz
