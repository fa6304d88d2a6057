#include "viewfuzz/isolate/error_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

namespace viewfuzz {
namespace {

/// Should a sanitizer stay silent? Nobody reads its report of this process, and it would take
/// seconds to look up the names of functions: longer than the watcher waits for a hung program.
bool silent = false;

}  // namespace

// AddressSanitizer calls it, where it is part of this process, before it reports anything.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" void __asan_on_error() {
  if (silent) _exit(1);
}

void silenceErrors() {
  silent = true;
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) std::signal(signal, SIG_DFL);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

ErrorLog::ErrorLog() { file_.fixSize(uint64_t{1} << 20); }

void ErrorLog::take() const { dup2(file_.descriptor(), STDERR_FILENO); }

std::string ErrorLog::text() const {
  // The size of the file does not tell how much was written, since it is fixed. The position of the
  // descriptor does, since all writers share it.
  const off_t written = lseek(file_.descriptor(), 0, SEEK_CUR);
  if (written < 0) throw std::system_error(errno, std::generic_category(), "lseek");
  return file_.read(0, static_cast<size_t>(written));
}

}  // namespace viewfuzz
