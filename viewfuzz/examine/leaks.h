#pragma once

#include <cstdint>

namespace viewfuzz {

// Questions about memory. If a sanitizer is part of this process, it answers them.

/// On: memory that this thread allocates from here on does not count as leaked.
void ignoreLeaks(bool on);

/// Is there memory to which nothing points? LeakSanitizer reports it to the standard error. Without
/// LeakSanitizer the answer is always no.
bool hasLeaked();

/// Bytes that this process has in use. AddressSanitizer keeps freed memory for a while, so if it is
/// there, it is asked and not the system.
uint64_t bytesInUse();

}  // namespace viewfuzz
