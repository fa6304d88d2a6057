#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "viewfuzz/program/draft.h"

namespace viewfuzz {

/// The version of the generator. It is raised when the same (seed, index) may give another case.
inline constexpr int kGeneratorVersion = 9;

/// What kind of cases to make, as data: weights and sizes.
struct Profile {
  std::string_view name;
  std::string_view about;
  Shapes shapes;
  int min_statements = 3;
  int max_statements = 8;
  uint32_t new_source_in = 6;  ///< a statement is a source once in …
  uint32_t refused_in = 50;    ///< a call is made once more, invalid on purpose, once in …
  /// The weight of a family or an op, by name. A later entry of the list replaces an earlier one.
  struct Weight {
    std::string_view name;
    uint32_t weight;
  };
  std::vector<Weight> families;  ///< those that differ from `kFamilyWeight`
  std::vector<Weight> ops;       ///< within their family; those that differ from `weightInFamily`
};

/// The weight of a family that a profile does not name.
inline constexpr uint32_t kFamilyWeight = 20;

/// The weight within its family of an op that a profile does not name. Ops that compute get less:
/// there are many, and all show the same about the views of a backend. Ops that are random or
/// inexact get less: little can be expected of the statements after them.
uint32_t weightInFamily(const Op& op);

/// All profiles, the default one first.
std::span<const Profile> profiles();

/// The profile of that name; null if there is none.
const Profile* findProfile(std::string_view name);

}  // namespace viewfuzz
