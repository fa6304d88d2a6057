#pragma once

#include <string>
#include <vector>

#include "viewfuzz/generate/profile.h"

namespace viewfuzz {

/// What a user leaves out of the cases. An op is named as in the table (`aten.select.int`), without
/// its namespace, or without its overload too: `select` is all of `aten.select.*`.
struct Narrowing {
  std::vector<std::string> ops;      ///< only these; empty: all
  std::vector<std::string> not_ops;  ///< not these
  std::vector<std::string> dtypes;   ///< only these; empty: all

  bool none() const { return ops.empty() && not_ops.empty() && dtypes.empty(); }
};

/// The profile with no weight for what is left out. An op may still make a tensor of another dtype,
/// as a comparison does. Throws `std::runtime_error` with a sentence for a name that nothing has,
/// and where nothing is left.
Profile narrowed(const Profile& profile, const Narrowing& narrowing);

}  // namespace viewfuzz
