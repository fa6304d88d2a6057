#pragma once

namespace viewfuzz {

/// What a process that a signal ends says more of itself: writes to a descriptor, and calls nothing
/// that allocates. It is called on a stack of its own.
using MoreOfACrash = void (*)(int descriptor);

/// From here on, a signal that ends this process for a fault of its own (SIGSEGV, SIGBUS, SIGILL,
/// SIGFPE, SIGABRT) is reported on the standard error first: the signal, the address, a guess of
/// the cause, what `more` writes, and a backtrace where the C library has one. The last line begins
/// with `SUMMARY: `, as a sanitizer's does. Then the signal ends the process as before.
///
/// Handlers that are there already, such as a sanitizer's, stay.
void reportCrashes(MoreOfACrash more);

}  // namespace viewfuzz
