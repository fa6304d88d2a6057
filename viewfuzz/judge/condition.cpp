#include "viewfuzz/judge/condition.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "viewfuzz/judge/violation.h"

namespace viewfuzz {
namespace {

struct KindName {
  Condition::Kind kind;
  std::string_view name;
};

constexpr std::array kKindNames = std::to_array<KindName>({
    {Condition::errors, "errors"},
    {Condition::aliasing, "aliasing"},
    {Condition::layout, "layout"},
    {Condition::containment, "containment"},
    {Condition::writeBack, "write-back"},
    {Condition::values, "values"},
    {Condition::version, "version"},
    {Condition::schema, "schema"},
    {Condition::repeat, "repeat"},
    {Condition::byIndex, "by-index"},
    {Condition::gradient, "gradient"},
    {Condition::survival, "survival"},
    {Condition::none, ""},
    {Condition::copy, "copy"},
    {Condition::shared, "shared"},
    {Condition::refused, "refused"},
    {Condition::accepted, "accepted"},
    {Condition::kind, "kind"},
    {Condition::writes, "writes"},
    {Condition::aliases, "aliases"},
    {Condition::copies, "copies"},
    {Condition::unobserved, "unobserved"},
    {Condition::sometimes, "sometimes"},
    {Condition::node, "node"},
    {Condition::backward, "backward"},
    {Condition::crash, "crash"},
    {Condition::hang, "hang"},
    {Condition::memory, "memory"},
});

constexpr bool isInOrderOfKinds() {
  for (size_t i = 0; i < kKindNames.size(); ++i) {
    if (static_cast<size_t>(kKindNames[i].kind) != i) return false;
  }
  return true;
}
static_assert(isInOrderOfKinds());
static_assert(kKindNames.back().kind == Condition::memory, "a kind without a name");

constexpr bool isSame(Condition::Kind kind, Property property) {
  return static_cast<int>(kind) == static_cast<int>(property);
}
static_assert(isSame(Condition::errors, Property::errors) &&
              isSame(Condition::aliasing, Property::aliasing) &&
              isSame(Condition::layout, Property::layout) &&
              isSame(Condition::containment, Property::containment) &&
              isSame(Condition::writeBack, Property::writeBack) &&
              isSame(Condition::values, Property::values) &&
              isSame(Condition::version, Property::version) &&
              isSame(Condition::schema, Property::schema) &&
              isSame(Condition::repeat, Property::repeat) &&
              isSame(Condition::byIndex, Property::byIndex) &&
              isSame(Condition::gradient, Property::gradient) &&
              isSame(Condition::survival, Property::survival));

}  // namespace

Condition::Condition(Property property) : what(static_cast<Kind>(property)) {}

Condition Condition::refusedDtype(Dtype dtype) {
  Condition condition = refused;
  condition.dtype = dtype;
  return condition;
}

Condition Condition::named(std::string_view name) {
  for (const KindName& entry : kKindNames) {
    if (entry.name == name) return entry.kind;
  }
  constexpr std::string_view kRefused = "refused ";
  if (name.starts_with(kRefused)) {
    if (const auto dtype = anyDtypeNamed(name.substr(kRefused.size()))) return refusedDtype(*dtype);
  }
  throw std::invalid_argument(fmt::format("there is no condition '{}'", name));
}

std::string conditionName(const Condition& condition) {
  std::string name(kKindNames.at(static_cast<size_t>(condition.what)).name);
  if (condition.dtype) name += fmt::format(" {}", dtypeName(*condition.dtype));
  return name;
}

}  // namespace viewfuzz
