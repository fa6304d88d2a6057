#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "viewfuzz/program/draft.h"

namespace viewfuzz {

/// Changes when the same (seed, index) may give another case.
inline constexpr int kGeneratorVersion = 9;

/// What kind of cases to make: weights and sizes, as data.
struct Profile {
  std::string_view name;
  std::string_view about;
  Shapes shapes;
  int min_statements = 3;
  int max_statements = 8;
  uint32_t new_source_in = 6;  ///< a statement is a source once in …
  uint32_t refused_in = 50;    ///< a call is made once more, invalid on purpose, once in …
  /// Of a family or an op, by name. What stands later in a list replaces what stands earlier.
  struct Weight {
    std::string_view name;
    uint32_t weight;
  };
  std::vector<Weight> families;  ///< those that differ from `kFamilyWeight`
  std::vector<Weight> ops;       ///< within their family; those that differ from `weightInFamily`
};

/// Of a family that a profile does not name.
inline constexpr uint32_t kFamilyWeight = 20;

/// Of an op that a profile does not name, among those of its family. There are many that compute,
/// and each shows the same of a backend's views; behind one that is random or inexact less can be
/// expected.
uint32_t weightInFamily(const Op& op);

/// All profiles, the default one first.
std::span<const Profile> profiles();

/// Null if there is none of that name.
const Profile* findProfile(std::string_view name);

}  // namespace viewfuzz
