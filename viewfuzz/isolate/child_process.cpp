#include "viewfuzz/isolate/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "viewfuzz/files/complain.h"

namespace viewfuzz {
namespace {

using Clock = std::chrono::steady_clock;

/// Nobody reads what a sanitizer says of this process, and it would take seconds to name the
/// functions: longer than one waits for a program that hangs.
bool silent = false;

[[noreturn]] void childMain(const std::function<int()>& work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody is left to watch it
  // A crash is an answer here, and not worth a file.
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  int code = 2;
  try {
    code = work();
  } catch (const std::exception& error) {
    complain("viewfuzz: {}\n", error.what());
  }
  std::fflush(nullptr);
  // The parent's exit handlers are not the child's to run.
  _exit(code);
}

/// A file descriptor that becomes readable when the process ends.
class ProcessEnd {
 public:
  // The wrapper in sys/pidfd.h of glibc 2.36 is not declared for C++.
  explicit ProcessEnd(pid_t process)
      : descriptor_(static_cast<int>(syscall(SYS_pidfd_open, process, 0))) {}
  ~ProcessEnd() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  ProcessEnd(const ProcessEnd&) = delete;
  ProcessEnd& operator=(const ProcessEnd&) = delete;

  void waitFor(int milliseconds) const {
    // Without pidfd (an old kernel), poll with no descriptors is a sleep.
    pollfd end{descriptor_, POLLIN, 0};
    poll(&end, descriptor_ >= 0 ? 1 : 0, descriptor_ >= 0 ? milliseconds : 1);
  }

 private:
  int descriptor_;
};

/// Ends the process where an exception leaves the one that watches it.
struct Leash {
  pid_t child;
  ~Leash() {
    if (child == 0) return;
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
};

}  // namespace

// AddressSanitizer calls it, where it is part of this process, before it reports anything.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" void __asan_on_error() {
  if (silent) _exit(1);
}

void* mapShared(size_t bytes) {
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  return memory;
}

void unmapShared(void* memory, size_t bytes) { munmap(memory, bytes); }

SharedCounters::SharedCounters(size_t size)
    : counters_(static_cast<uint32_t*>(mapShared(size * sizeof(uint32_t))), size) {}

SharedCounters::~SharedCounters() { unmapShared(counters_.data(), counters_.size_bytes()); }

Ending runApart(const std::function<int()>& work, const Pulse& pulse, const Patience& patience,
                const std::function<void()>& look) {
  std::fflush(nullptr);          // else the child would print it again
  uint64_t beats = pulse.beats;  // before there is a child whose first beat might be missed
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) childMain(work);

  const ProcessEnd end(child);
  const uint64_t allowed = ownBytes(child) + patience.growth;
  double still = std::max(patience.seconds, patience.to_first_beat);
  auto last_beat = Clock::now();
  Ending ending;
  Leash leash{child};
  const auto stop = [&](Ending::Kind why) {
    ending.kind = why;
    kill(child, SIGKILL);
  };
  for (;;) {
    constexpr int kLookEvery = 50;  // milliseconds
    end.waitFor(kLookEvery);
    int status = 0;
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended < 0 && errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "waitpid");
    if (ended == child) {
      leash.child = 0;
      if (ending.kind != Ending::Kind::exited) return ending;
      if (WIFEXITED(status)) return {Ending::Kind::exited, WEXITSTATUS(status)};
      return {Ending::Kind::crashed, WTERMSIG(status)};
    }
    look();
    const auto now = Clock::now();
    if (pulse.beats != beats) {
      beats = pulse.beats;
      last_beat = now;
      still = patience.seconds;
    } else if (std::chrono::duration<double>(now - last_beat).count() > still) {
      stop(Ending::Kind::hung);
    }
    if (ownBytes(child) > allowed) stop(Ending::Kind::grew);
  }
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

uint64_t ownBytes(int process) {
  std::ifstream statm(process == 0 ? "/proc/self/statm" : fmt::format("/proc/{}/statm", process));
  uint64_t all = 0;
  uint64_t resident = 0;
  uint64_t of_files = 0;
  if (!(statm >> all >> resident >> of_files)) return 0;
  return (resident - of_files) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace viewfuzz
