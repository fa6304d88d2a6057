#pragma once

#include <string_view>

#include "viewfuzz/generate/choices.h"
#include "viewfuzz/models/config.h"
#include "viewfuzz/models/decoder.h"

namespace viewfuzz::models {

/// The name under which a campaign makes such cases, beside the profiles.
inline constexpr std::string_view kModelsProfile = "models";
inline constexpr std::string_view kModelsAbout =
    "subgraphs of Qwen3.5 in random sizes: delta rule, layers, caches, decoder stacks";

/// Small sizes of all kinds, the awkward ones often: one token, fewer tokens than a chunk, one
/// more, no whole number of chunks, key and value dims that differ, several value heads a key head.
Config randomConfig(Choices& choices);

/// Inputs of the delta rule for the sizes of `config` (its first forward): keys with much or little
/// in common, strong, weak and no decay, beta anywhere, near 1 and at its ends; fresh tensors,
/// permuted ones and windows; with or without a state.
RuleInputs randomRuleInputs(const Config& config, Choices& choices);

/// The delta rule, a layer of either kind, or a stack; with one forward or several with caches.
Program randomModel(Choices& choices);

}  // namespace viewfuzz::models
