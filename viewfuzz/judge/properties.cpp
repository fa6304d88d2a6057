#include "viewfuzz/judge/properties.h"

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

std::string_view propertyName(Property property) {
  switch (property) {
    case Property::errors:
      return "errors";
    case Property::aliasing:
      return "aliasing";
    case Property::layout:
      return "layout";
    case Property::containment:
      return "containment";
    case Property::writeBack:
      return "write-back";
    case Property::values:
      return "values";
    case Property::version:
      return "version";
    case Property::schema:
      return "schema";
    case Property::repeat:
      return "repeat";
    case Property::byIndex:
      return "by-index";
    case Property::gradient:
      return "gradient";
  }
  return "";
}

std::string_view oddOneOutName(OddOneOut odd) {
  switch (odd) {
    case OddOneOut::device:
      return "device";
    case OddOneOut::reference:
      return "reference";
    case OddOneOut::unknown:
      return "unknown";
  }
  return "";
}

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
