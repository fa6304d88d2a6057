#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "viewfuzz/judge/violation.h"

namespace viewfuzz {

/// How many properties there are.
inline constexpr size_t kProperties = static_cast<size_t>(Property::survival) + 1;

/// Properties that are told of. A set leaves out what its user does not want to hear of.
using PropertySet = std::set<Property>;

PropertySet allProperties();

/// The properties named in `only`, or all of them where that is empty, without those named in
/// `without`. Throws `std::runtime_error` with a sentence for a name that no property has, and
/// where nothing is left.
PropertySet chosenProperties(const std::vector<std::string>& only,
                             const std::vector<std::string>& without);

/// The other ones, in the order of `Property`.
std::vector<Property> notIn(const PropertySet& asked);

}  // namespace viewfuzz
