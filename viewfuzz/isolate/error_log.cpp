#include "viewfuzz/isolate/error_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

namespace viewfuzz {
namespace {

/// Nobody reads what a sanitizer says of this process, and it would take seconds to name the
/// functions: longer than one waits for a program that hangs.
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
  // The file has its full size from the start; those who write share the place of the descriptor.
  const off_t written = lseek(file_.descriptor(), 0, SEEK_CUR);
  if (written < 0) throw std::system_error(errno, std::generic_category(), "lseek");
  return file_.read(0, static_cast<size_t>(written));
}

}  // namespace viewfuzz
