#include "viewfuzz/isolate/child_process.h"

#include <cxxabi.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <memory>
#include <system_error>
#include <typeinfo>

namespace viewfuzz {
namespace {

using Clock = StopCondition::Clock;

enum OwnTag : uint32_t { kAnswered = ChildProcess::kOwnTags, kThrew };

std::string typeName(const std::exception& error) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(typeid(error).name(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : typeid(error).name();
}

/// The payload of a `Threw`: the kind and the text, with a zero byte between them.
std::string threw(std::string kind, const char* text) {
  kind.push_back('\0');
  return kind + text;
}

[[noreturn]] void childMain(const ChildProcess::Work& work, Channel& channel) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // without its parent nobody watches it
  // A crash is an expected result here, so it leaves no core file.
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  try {
    uint32_t tag = kAnswered;
    std::string bytes;
    try {
      bytes = work(channel);
    } catch (const ChildError& error) {
      tag = kThrew;
      bytes = threw(error.kind(), error.what());
    } catch (const std::exception& error) {
      tag = kThrew;
      bytes = threw(typeName(error), error.what());
    } catch (...) {
      tag = kThrew;
      bytes = threw("an exception of no standard type", "");
    }
    std::fflush(nullptr);
    channel.send(tag, bytes);
  } catch (const std::exception&) {  // nobody listens, or there is no memory
    _exit(1);
  }
  // The exit handlers belong to the parent, so the child must not run them.
  _exit(0);
}

}  // namespace

ChildProcess::ChildProcess(const Work& work, const Limits& limits, Pulse* pulse)
    : limits_(limits), pulse_(pulse != nullptr ? pulse : &*own_pulse_), channel_([&]() -> Channel {
        auto ends = Channel::pair();
        std::fflush(nullptr);    // the child would print buffered text again
        beats_ = pulse_->beats;  // read before the fork, so that no beat is missed
        id_ = fork();
        if (id_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
        if (id_ > 0) return std::move(ends[0]);
        ends[0].close();
        pulse_of_this_process = pulse_;
        childMain(work, ends[1]);
      }()) {
  // The wrapper in sys/pidfd.h of glibc 2.36 is not declared for C++.
  process_end_ = static_cast<int>(syscall(SYS_pidfd_open, id_, 0));
  allowed_ = ownBytes(id_) + limits_.growth;
  watchFromNow();
  still_ = std::max(limits_.seconds, limits_.to_first_beat);
}

ChildProcess::~ChildProcess() {
  if (process_end_ >= 0) close(process_end_);
  if (outcome_) return;
  kill(id_, SIGKILL);
  waitpid(id_, nullptr, 0);
}

void ChildProcess::watchFromNow() { last_beat_ = Clock::now(); }

void ChildProcess::gather() {
  while (auto frame = channel_.take()) {
    if (frame->tag == kAnswered) {
      said_ = Answered{std::move(frame->bytes)};
    } else if (frame->tag == kThrew) {
      const size_t end = std::min(frame->bytes.find('\0'), frame->bytes.size() - 1);
      said_ = Threw{frame->bytes.substr(0, end), frame->bytes.substr(end + 1)};
    } else {
      frames_.push_back(std::move(*frame));
    }
  }
}

std::optional<Frame> ChildProcess::take() {
  gather();
  if (frames_.empty()) return std::nullopt;
  Frame frame = std::move(frames_.front());
  frames_.erase(frames_.begin());
  return frame;
}

void ChildProcess::reap(int status) {
  gather();
  if (said_) {
    outcome_ = std::move(said_);
  } else if (WIFEXITED(status)) {
    outcome_ = Exited{WEXITSTATUS(status)};
  } else {
    outcome_ = Signaled{WTERMSIG(status)};
  }
}

void ChildProcess::end(ChildOutcome outcome) {
  if (outcome_) return;
  kill(id_, SIGKILL);
  waitpid(id_, nullptr, 0);
  gather();  // frames that the child sent before still count
  outcome_ = std::move(outcome);
}

const std::optional<ChildOutcome>& ChildProcess::look() {
  if (outcome_) return outcome_;
  gather();  // a child that sends much waits until somebody reads
  int status = 0;
  const pid_t ended = waitpid(id_, &status, WNOHANG);
  if (ended < 0 && errno != EINTR)
    throw std::system_error(errno, std::generic_category(), "waitpid");
  if (ended == id_) {
    reap(status);
    return outcome_;
  }
  const auto now = Clock::now();
  const uint64_t beats = pulse_->beats;
  if (beats != beats_) {
    beats_ = beats;
    last_beat_ = now;
    still_ = limits_.seconds;
  } else if (std::chrono::duration<double>(now - last_beat_).count() > still_) {
    end(Hung{still_});
  }
  if (!outcome_ && ownBytes(id_) > allowed_) end(Grew{limits_.growth});
  return outcome_;
}

void ChildProcess::wait(int milliseconds) const {
  // On an old kernel without pidfd, the channel shows the end of the child.
  std::array<pollfd, 2> what{{{process_end_, POLLIN, 0}, {channel_.descriptor(), POLLIN, 0}}};
  if (channel_.ended()) what[1].fd = -1;
  if (channel_.ended() && process_end_ < 0) milliseconds = std::min(milliseconds, 1);
  poll(what.data(), what.size(), milliseconds);
}

ChildOutcome awaitEnd(ChildProcess& child, const Waiting& waiting) {
  constexpr int kLookEvery = 50;  // milliseconds
  for (;;) {
    child.wait(kLookEvery);
    const bool ended = child.look().has_value();
    while (auto frame = child.take()) waiting.on_frame(std::move(*frame));
    beat();  // waiting with a limit counts as progress
    if (ended) return *child.look();
    waiting.meanwhile();
    if (const StopReason reason = waiting.stop.reason(); reason != StopReason::none)
      child.end(Stopped{reason});
  }
}

ChildOutcome runChild(const ChildProcess::Work& work, const Limits& limits, const Waiting& waiting,
                      Pulse* pulse) {
  ChildProcess child(work, limits, pulse);
  return awaitEnd(child, waiting);
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
