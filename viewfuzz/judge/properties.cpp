#include "viewfuzz/judge/properties.h"

#include <algorithm>
#include <array>

namespace viewfuzz {

std::span<const PropertyCheck> properties() {
  static constexpr std::array<PropertyCheck, 7> kProperties{{
      {Property::errors, "refused where the reference refuses, accepted where it accepts",
       checkErrors},
      {Property::aliasing, "the same tensors share a storage, and no others", checkAliasing},
      {Property::layout, "sizes, strides, storage offset, dtype, conjugate and negative bit",
       checkLayout},
      {Property::containment, "bytes outside the written view, and the operands, are as before",
       checkContainment},
      {Property::writeBack, "a write through a view reaches the base", checkWriteBack},
      {Property::values, "the values that are written or computed", checkValues},
      {Property::version, "version counters, which tell autograd of writes in place", checkVersion},
  }};
  return kProperties;
}

namespace {

/// In the order of `Property`.
constexpr std::array<std::string_view, 12> kNames{
    "errors",  "aliasing", "layout", "containment", "write-back", "values",
    "version", "schema",   "repeat", "by-index",    "gradient",   "survival"};
constexpr std::array<std::string_view, 3> kOdds{"unknown", "device", "reference"};

}  // namespace

std::string_view propertyName(Property property) {
  return kNames.at(static_cast<size_t>(property));
}

std::optional<Property> propertyOf(std::string_view name) {
  const auto* found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Property>(found - kNames.begin());
}

std::string_view oddOneOutName(OddOneOut odd) { return kOdds.at(static_cast<size_t>(odd)); }

std::string Violation::signature() const {
  std::string text = std::string(propertyName(property)) + ":" + op;
  if (!condition.empty()) text += ":" + condition;
  if (odd == OddOneOut::reference) text += ":reference";
  return text;
}

Violation violationAt(const Step& step, Property property, std::string condition,
                      std::string detail) {
  const Call* call = step.call();
  return {property,
          step.index,
          std::string(call ? call->name() : "tensor"),
          std::move(condition),
          std::move(detail),
          false,
          OddOneOut::unknown,
          {}};
}

}  // namespace viewfuzz
