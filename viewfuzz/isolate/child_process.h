#pragma once

#include <sys/types.h>

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "viewfuzz/isolate/channel.h"
#include "viewfuzz/isolate/error_log.h"
#include "viewfuzz/isolate/outcome.h"
#include "viewfuzz/isolate/patience.h"
#include "viewfuzz/isolate/pulse.h"
#include "viewfuzz/isolate/shared_memory.h"

namespace viewfuzz {

/// An exception of a child's work that carries the kind to be told in `Threw`; of others it is the
/// name of the type.
class ChildError : public std::exception {
 public:
  ChildError(std::string kind, std::string text) : kind_(std::move(kind)), text_(std::move(text)) {}
  const char* what() const noexcept override { return text_.c_str(); }
  const std::string& kind() const { return kind_; }

 private:
  std::string kind_;
  std::string text_;
};

/// A copy of this process that does some work, watched. It says how the work ended over a channel,
/// never by its exit code. It ends with this object, and with the process that made it.
class ChildProcess {
 public:
  /// What the child does; gives the payload of `Answered`. The channel is for whatever else it has
  /// to say, in frames with tags of less than `kOwnTags`.
  using Work = std::function<std::string(Channel&)>;
  static constexpr uint32_t kOwnTags = 0xffff0000;

  /// Starts it. In the child, `beat()` is for `pulse`. `pulse` must outlive the child and be in
  /// shared memory; null: one that only this object looks at. Throws `std::system_error` when no
  /// process can be made.
  ChildProcess(const Work& work, const Limits& limits, Pulse* pulse = nullptr);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  Channel& channel() { return channel_; }
  pid_t id() const { return id_; }

  /// The next frame that the child's work has sent.
  std::optional<Frame> take();

  /// Looks at the child without waiting, and ends one that stands still or grows. Gives the outcome
  /// once it has ended; then all frames that it sent can be taken.
  const std::optional<ChildOutcome>& look();

  /// Counts the time without a beat from now on, since nobody has waited for the child before.
  void watchFromNow();
  /// Kills the child; `look` gives this outcome from here on.
  void end(ChildOutcome outcome);
  /// Waits until the child has something to say or has ended, at most `milliseconds`.
  void wait(int milliseconds) const;

 private:
  void gather();
  void reap(int status);

  Limits limits_;
  Shared<Pulse> own_pulse_;
  Pulse* const pulse_;
  pid_t id_ = 0;
  uint64_t beats_ = 0;
  Channel channel_;                      // behind these two, which it is made with
  std::vector<Frame> frames_;            // of the work, not taken yet
  std::optional<ChildOutcome> said_;     // by the child itself
  std::optional<ChildOutcome> outcome_;  // none: it is running
  int process_end_ = -1;                 // readable when the process ends
  uint64_t allowed_ = 0;                 // bytes
  double still_ = 0;                     // seconds without a beat that are allowed now
  StopCondition::Clock::time_point last_beat_;
};

/// What else there is for who waits for a child.
struct Waiting {
  StopCondition stop;                       ///< due: the child is ended
  std::function<void()> meanwhile = [] {};  ///< called now and then
  std::function<void(Frame)> on_frame = [](const Frame&) {};
};

/// Waits for a child's end.
ChildOutcome awaitEnd(ChildProcess& child, const Waiting& waiting = {});

/// Does `work` in a child, and waits for its end.
ChildOutcome runChild(const ChildProcess::Work& work, const Limits& limits = {},
                      const Waiting& waiting = {}, Pulse* pulse = nullptr);

/// Bytes of memory of its own that a process has in use (resident, no files); 0 where that cannot
/// be read. 0 is this process.
uint64_t ownBytes(int process = 0);

}  // namespace viewfuzz
