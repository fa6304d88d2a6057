#pragma once

#include <c10/util/FunctionRef.h>

#include <optional>

#include "viewfuzz/execute/observation.h"

namespace viewfuzz {

/// Why ATen refused to do something, or none. A `BadCall` goes through. `blames_program`: where the
/// memory of the process is limited (isolate/memory_limit.h), an action that gets none is a
/// `BadCall`, since the program asks for too much. Not so for a device: it may be its own doing.
std::optional<Refusal> refusalOf(c10::function_ref<void()> action, bool blames_program = false);

}  // namespace viewfuzz
