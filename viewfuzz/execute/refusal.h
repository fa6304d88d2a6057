#pragma once

#include <c10/util/FunctionRef.h>

#include <optional>

#include "viewfuzz/execute/observation.h"

namespace viewfuzz {

/// Runs the action. Why ATen refused it, or none. Lets a `BadCall` through. `blames_program`: if
/// the memory of the process is limited (isolate/memory_limit.h) and the action gets none, throw
/// `BadCall`, since the program asks for too much. This is not for a device, which may itself be
/// the cause.
std::optional<Refusal> refusalOf(c10::function_ref<void()> action, bool blames_program = false);

}  // namespace viewfuzz
