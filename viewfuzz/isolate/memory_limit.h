#pragma once

#include <cstdint>

namespace viewfuzz {

/// From here on, this process may take at most `bytes` of memory beyond what it has. An allocation
/// beyond that fails, as it does when a machine has no more memory. Address space that is only
/// reserved, as device drivers do, does not count. On a system without such a limit the function
/// does nothing.
void limitMemory(uint64_t bytes);

/// Does this process have such a limit? If it has, an allocation fails because the program asks for
/// too much, and not because the machine is short of memory.
bool isMemoryLimited();

}  // namespace viewfuzz
