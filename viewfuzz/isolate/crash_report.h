#pragma once

namespace viewfuzz {

/// Writes to `descriptor` what else is known about a crash. Runs in the signal handler, on a stack
/// of its own, so it must not call anything that allocates.
using MoreOfACrash = void (*)(int descriptor);

/// From here on, this process reports a fault of its own (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT)
/// on the standard error before the signal ends it. The report has the signal, the address, a guess
/// of the cause, what `more` writes, and a backtrace if the C library can give one. Its last line
/// begins with `SUMMARY: `, as that of a sanitizer does.
///
/// Handlers that are installed already, such as those of a sanitizer, stay.
void reportCrashes(MoreOfACrash more);

}  // namespace viewfuzz
