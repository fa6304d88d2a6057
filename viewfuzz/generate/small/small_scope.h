#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace viewfuzz {

/// The texts of small programs, simplest first (text/cost.h), the same on every run: every op on
/// tensors of many layouts, with the plainest arguments and with one changed; with two tensors;
/// with a write to its result and a copy of it; and calls that are refused. Most bugs show in a
/// small program (the small scope hypothesis, Jackson and Damon 1996).
///
/// There are more than a hundred thousand. They are made once in a process.
const std::vector<std::string>& smallPrograms();

/// The name by which a run takes them instead of a profile, and the words of `viewfuzz list
/// profiles`.
inline constexpr std::string_view kSmallProfile = "small";
inline constexpr std::string_view kSmallAbout =
    "every op on small tensors of many layouts, one after the other; no seed";

}  // namespace viewfuzz
