#pragma once

#include <nlohmann/json.hpp>

#include "viewfuzz/models/config.h"

namespace viewfuzz::models {

/// `float32` for `fp32`. Throws `std::runtime_error`.
Dtype goldenDtype(const nlohmann::json& about);

/// The sizes of a case: the small ones (or, of kind `recipe`, those of Qwen3.5-0.8B) with what its
/// `cfg` says otherwise, in the names of transformers. Throws `std::runtime_error`.
Config goldenConfig(const nlohmann::json& about);

}  // namespace viewfuzz::models
