#pragma once

#include <c10/util/FunctionRef.h>

#include <optional>

#include "viewfuzz/execute/observation.h"

namespace viewfuzz {

/// Why ATen refused to do something, or none. A `BadCall` goes through. `by_reference`: the
/// reference does it, so that memory that it does not get is a `BadCall` where memory is limited
/// (isolate/memory_limit.h): the program asks for too much. Of a device it may be its own doing.
std::optional<Refusal> refusalOf(c10::function_ref<void()> action, bool by_reference = false);

}  // namespace viewfuzz
