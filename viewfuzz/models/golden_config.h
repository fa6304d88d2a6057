#pragma once

#include <nlohmann/json.hpp>

#include "viewfuzz/models/config.h"

namespace viewfuzz::models {

/// The dtype of a golden case: float32 for `fp32`. Throws `std::runtime_error` for an unknown name.
Dtype goldenDtype(const nlohmann::json& about);

/// The sizes of a golden case: the small defaults (for kind `recipe`, those of Qwen3.5-0.8B),
/// changed by its `cfg`, which has the names of transformers. Throws `std::runtime_error`.
Config goldenConfig(const nlohmann::json& about);

}  // namespace viewfuzz::models
