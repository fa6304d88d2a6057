#pragma once

#include <string_view>

#include "viewfuzz/generate/choices.h"
#include "viewfuzz/models/config.h"
#include "viewfuzz/models/decoder.h"

namespace viewfuzz::models {

/// The name of these cases, which stands beside the names of the profiles.
inline constexpr std::string_view kModelsProfile = "models";
inline constexpr std::string_view kModelsAbout =
    "subgraphs of Qwen3.5 in random sizes: delta rule, layers, caches, decoder stacks";

/// Small sizes of all kinds. The awkward ones are frequent: one token, fewer tokens than a chunk,
/// one more than a chunk, key and value dims that differ, several value heads a key head.
Config randomConfig(Choices& choices);

/// Inputs of the delta rule for the sizes of `config` (its first forward). Keys point in similar or
/// in different directions; the decay is strong, weak or none; beta is anywhere, near 1, or at its
/// ends. Tensors are fresh, permuted or windows. There is a state or none.
RuleInputs randomRuleInputs(const Config& config, Choices& choices);

/// The delta rule, a layer of either kind, or a stack of layers, with one forward or with several
/// that use caches.
Program randomModel(Choices& choices);

}  // namespace viewfuzz::models
