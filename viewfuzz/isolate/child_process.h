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

/// An exception that a child's work may throw to choose the `kind` in `Threw`. For any other
/// exception `kind` is the name of its type.
class ChildError : public std::exception {
 public:
  ChildError(std::string kind, std::string text) : kind_(std::move(kind)), text_(std::move(text)) {}
  const char* what() const noexcept override { return text_.c_str(); }
  const std::string& kind() const { return kind_; }

 private:
  std::string kind_;
  std::string text_;
};

/// A forked copy of this process that does some work while this process watches it. The child says
/// over a channel how the work ended, never by its exit code. It is killed when this object is
/// destroyed, and when the process that made it ends.
class ChildProcess {
 public:
  /// What the child does; returns the payload of `Answered`. The work may send other frames over
  /// the channel, with tags of less than `kOwnTags`.
  using Work = std::function<std::string(Channel&)>;
  static constexpr uint32_t kOwnTags = 0xffff0000;

  /// Starts the child, in which `beat()` counts in `pulse`. `pulse` must be in shared memory and
  /// outlive the child; null: the object makes a pulse of its own. Throws `std::system_error` if
  /// the process cannot be made.
  ChildProcess(const Work& work, const Limits& limits, Pulse* pulse = nullptr);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  Channel& channel() { return channel_; }
  pid_t id() const { return id_; }

  /// The next frame that the child's work has sent.
  std::optional<Frame> take();

  /// Looks at the child without waiting, and kills it if it stands still or takes too much memory.
  /// Returns the outcome once the child has ended; by then all frames that it sent can be taken.
  const std::optional<ChildOutcome>& look();

  /// Starts to count the time without a beat anew. To be called after a time in which nobody waited
  /// for the child.
  void watchFromNow();
  /// Kills the child. From then on `look` returns `outcome`.
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

/// What `awaitEnd` does while it waits for a child.
struct Waiting {
  StopCondition stop;                       ///< when it is due, the child is killed
  std::function<void()> meanwhile = [] {};  ///< called now and then
  std::function<void(Frame)> on_frame = [](const Frame&) {};
};

/// Waits for a child's end.
ChildOutcome awaitEnd(ChildProcess& child, const Waiting& waiting = {});

/// Does `work` in a child, and waits for its end.
ChildOutcome runChild(const ChildProcess::Work& work, const Limits& limits = {},
                      const Waiting& waiting = {}, Pulse* pulse = nullptr);

/// The bytes of memory that a process has in use: resident, without mapped files. 0 if they cannot
/// be read. `process` 0 is this process.
uint64_t ownBytes(int process = 0);

}  // namespace viewfuzz
