#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace viewfuzz {

/// The texts of small programs, simplest first (text/cost.h), without a draw at random: every op
/// on tensors of many layouts, with the plainest arguments and with one that is another; between
/// two tensors; a write to what it gives and a copy of it; and a call that is refused. Most bugs
/// show in one of them (the small scope hypothesis, Jackson and Damon 1996), and it is the same one
/// every night.
///
/// More than a hundred thousand; made once in a process.
const std::vector<std::string>& smallPrograms();

/// Their name as a profile, and what is said of it.
inline constexpr std::string_view kSmallProfile = "small";
inline constexpr std::string_view kSmallAbout =
    "every op on small tensors of many layouts, one after the other; no seed";

}  // namespace viewfuzz
