#pragma once

#include <cstdint>

namespace viewfuzz {

/// From here on this process gets at most so many bytes of memory beyond what it has: an allocation
/// that asks for more fails, as it does where a machine has no more. Says nothing about addresses
/// that are only reserved, as devices do. Where the system has no such limit, nothing happens.
void limitMemory(uint64_t bytes);

/// Is there such a limit in this process? Then a failed allocation is the doing of whoever asks for
/// much, and not of whoever runs short.
bool isMemoryLimited();

}  // namespace viewfuzz
