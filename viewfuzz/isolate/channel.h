#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "viewfuzz/isolate/stop.h"

namespace viewfuzz {

/// A message between a process and one that it forked.
struct Frame {
  uint32_t tag = 0;  ///< what it is; the two ends agree on the numbers
  std::string bytes;
};

/// One end of a line between a process and one that it forked. Both ends send and receive whole
/// frames: a part of a frame, left by a process that was ended while it sent, is dropped. The
/// descriptors are closed with the ends, and are not inherited by other programs.
class Channel {
 public:
  /// The two ends. Throws `std::system_error` when there is no line to be had.
  static std::array<Channel, 2> pair();

  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&& other) noexcept;
  ~Channel() { close(); }
  void close() noexcept;
  int descriptor() const { return descriptor_; }

  /// Throws `std::system_error` where the other end is gone, or has not taken it before `stop` is
  /// due (`std::errc::timed_out`).
  void send(uint32_t tag, std::string_view bytes, const StopCondition& stop);
  /// The same with half a minute: the other end is taken to read now and then.
  void send(uint32_t tag, std::string_view bytes);

  /// The next frame, if a whole one is there. Does not wait.
  std::optional<Frame> take();
  /// Waits for it. None: `stop` is due, or the line has ended.
  std::optional<Frame> receive(const StopCondition& stop);
  /// The other end is closed and everything whole was taken, or what came was no frame.
  bool ended() const { return ended_; }

 private:
  explicit Channel(int descriptor) : descriptor_(descriptor) {}
  void fill();

  int descriptor_;
  std::string pending_;  // received, and not a whole frame yet
  bool ended_ = false;
};

}  // namespace viewfuzz
