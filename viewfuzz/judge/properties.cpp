#include "viewfuzz/judge/properties.h"

#include <algorithm>
#include <array>

namespace viewfuzz {

namespace {

constexpr std::array<PropertyCheck, 7> kPropertyChecks{{
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

struct PropertyNamed {
  Property property;
  std::string_view name;
};
constexpr auto kNamedProperties = std::to_array<PropertyNamed>({
    {Property::errors, "errors"},
    {Property::aliasing, "aliasing"},
    {Property::layout, "layout"},
    {Property::containment, "containment"},
    {Property::writeBack, "write-back"},
    {Property::values, "values"},
    {Property::version, "version"},
    {Property::schema, "schema"},
    {Property::repeat, "repeat"},
    {Property::byIndex, "by-index"},
    {Property::gradient, "gradient"},
    {Property::survival, "survival"},
});

struct OddNamed {
  OddOneOut odd;
  std::string_view name;
};
constexpr auto kOdds = std::to_array<OddNamed>({
    {OddOneOut::unknown, "unknown"},
    {OddOneOut::device, "device"},
    {OddOneOut::reference, "reference"},
});

/// Does each entry stand where the number of its enumerator says? The tables are read that way.
template <typename Table, typename Key>
constexpr bool isInOrder(const Table& table, Key key) {
  for (size_t i = 0; i < table.size(); ++i) {
    if (static_cast<size_t>(table[i].*key) != i) return false;
  }
  return true;
}
static_assert(isInOrder(kPropertyChecks, &PropertyCheck::property));
static_assert(isInOrder(kNamedProperties, &PropertyNamed::property) &&
              kNamedProperties.back().property == Property::survival);
static_assert(isInOrder(kOdds, &OddNamed::odd) && kOdds.back().odd == OddOneOut::reference);

}  // namespace

std::span<const PropertyCheck> properties() { return kPropertyChecks; }

std::string_view propertyName(Property property) {
  return kNamedProperties.at(static_cast<size_t>(property)).name;
}

std::optional<Property> propertyOf(std::string_view name) {
  const auto* found = std::find_if(kNamedProperties.begin(), kNamedProperties.end(),
                                   [&](const PropertyNamed& entry) { return entry.name == name; });
  if (found == kNamedProperties.end()) return std::nullopt;
  return found->property;
}

std::string_view oddOneOutName(OddOneOut odd) { return kOdds.at(static_cast<size_t>(odd)).name; }

std::string Violation::signature() const {
  std::string text = std::string(propertyName(property)) + ":" + op;
  if (condition != Condition::none) text += ":" + conditionName(condition);
  if (odd == OddOneOut::reference) text += ":reference";
  return text;
}

Violation violationAt(const Step& step, Property property, Condition condition, Evidence evidence) {
  const Call* call = step.call();
  Violation violation;
  violation.property = property;
  violation.statement = step.index;
  violation.op = call ? call->name() : "tensor";
  violation.condition = condition;
  violation.evidence = std::move(evidence);
  return violation;
}

}  // namespace viewfuzz
