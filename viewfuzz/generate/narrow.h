#pragma once

#include <string>
#include <vector>

#include "viewfuzz/generate/profile.h"

namespace viewfuzz {

/// The ops and dtypes to which a user limits the cases. An op can be named as in the table
/// (`aten.select.int`), without its namespace (`select.int`), or without its overload too
/// (`select`, which means all of `aten.select.*`).
struct Narrowing {
  std::vector<std::string> ops;      ///< only these; empty: all
  std::vector<std::string> not_ops;  ///< not these
  std::vector<std::string> dtypes;   ///< only these; empty: all

  bool none() const { return ops.empty() && not_ops.empty() && dtypes.empty(); }
};

/// The profile with weight 0 for all that the user leaves out. An op may still make a tensor of
/// another dtype, as a comparison does. Throws `std::runtime_error` with a sentence for a name that
/// does not exist, and if no op is left.
Profile narrowed(const Profile& profile, const Narrowing& narrowing);

}  // namespace viewfuzz
