#include "viewfuzz/isolate/crash_report.h"

#include <execinfo.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace viewfuzz {
namespace {

constexpr std::array kFaults = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
constexpr int kMostFrames = 48;

MoreOfACrash more_of_crash = nullptr;
uintptr_t stack_at_start = 0;

void put(const char* text) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text, std::strlen(text));
}

/// Does the address lie where the stack of the main thread ends? It grows towards smaller
/// addresses.
bool isEndOfStack(uintptr_t address) {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return false;
  constexpr uintptr_t kNear = uintptr_t{1} << 20;
  const uintptr_t end = stack_at_start - limit.rlim_cur;
  return address > end - kNear && address < end + kNear;
}

const char* guess(int signal, uintptr_t address) {
  if (signal != SIGSEGV && signal != SIGBUS) return "";
  if (isEndOfStack(address)) return ": the stack is used up, probably by an endless recursion";
  if (address < 4096) return ": a null pointer was used";
  return ": memory was used that is not there";
}

void reportSignal(int signal, siginfo_t* info, void* /*context*/) {
  const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  std::array<char, 256> line{};
  std::array<void*, kMostFrames> frames{};
  const int count = backtrace(frames.data(), kMostFrames);
  put("backtrace:\n");
  backtrace_symbols_fd(frames.data(), count, STDERR_FILENO);
  if (more_of_crash != nullptr) more_of_crash(STDERR_FILENO);
  if (signal == SIGABRT || info->si_code <= 0) {  // no instruction of the program is at fault
    std::snprintf(line.data(), line.size(), "SUMMARY: signal %d (%s): %s\n", signal,
                  strsignal(signal), signal == SIGABRT ? "abort was called" : "it was raised");
  } else {
    std::snprintf(line.data(), line.size(), "SUMMARY: signal %d (%s) at address 0x%jx%s\n", signal,
                  strsignal(signal), static_cast<uintmax_t>(address), guess(signal, address));
  }
  put(line.data());
  // SA_RESETHAND has removed this handler, so now the signal ends the process.
  raise(signal);
}

}  // namespace

void reportCrashes(MoreOfACrash more) {
  more_of_crash = more;
  int here = 0;
  stack_at_start = reinterpret_cast<uintptr_t>(&here);
  std::array<void*, 1> frame{};
  backtrace(frame.data(), 1);  // loads a library now, since a broken process cannot
  // The handler needs a stack of its own: after a stack overflow the usual one has no room.
  static std::array<char, size_t{1} << 16> stack;
  stack_t other{};
  other.ss_sp = stack.data();
  other.ss_size = stack.size();
  sigaltstack(&other, nullptr);
  for (const int signal : kFaults) {
    struct sigaction before{};
    if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) continue;
    struct sigaction report{};
    report.sa_sigaction = reportSignal;
    report.sa_flags = SA_SIGINFO | SA_ONSTACK | static_cast<int>(SA_RESETHAND);
    sigaction(signal, &report, nullptr);
  }
}

}  // namespace viewfuzz
