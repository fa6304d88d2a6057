#pragma once

#include <cstdint>

namespace viewfuzz {

/// Memory, by what a sanitizer knows of it where one is part of this process.

/// What this thread allocates from here on is no leak.
void ignoreLeaks(bool on);

/// Is there memory to which nothing points? LeakSanitizer reports it to the standard error; without
/// it there never is.
bool hasLeaked();

/// Bytes that this process has in use. AddressSanitizer keeps what is freed for a while, so that it
/// is asked where it is there.
uint64_t bytesInUse();

}  // namespace viewfuzz
