#pragma once

#include <c10/util/FunctionRef.h>

#include <optional>

#include "viewfuzz/execute/observation.h"

namespace viewfuzz {

/// Why ATen refused to do something, or none. A `BadCall` goes through.
std::optional<Refusal> refusalOf(c10::function_ref<void()> action);

}  // namespace viewfuzz
