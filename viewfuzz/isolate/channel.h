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
/// frames. If a process is killed while it sends, the other end drops the incomplete frame. The
/// destructor closes the descriptor, and other programs do not inherit it.
class Channel {
 public:
  /// Both ends of a new line. Throws `std::system_error` if the system has none left.
  static std::array<Channel, 2> pair();

  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&& other) noexcept;
  ~Channel() { close(); }
  void close() noexcept;
  int descriptor() const { return descriptor_; }

  /// Sends a frame. Throws `std::system_error` if the other end is gone, or if it has not taken the
  /// frame before `stop` is due (`std::errc::timed_out`).
  void send(uint32_t tag, std::string_view bytes, const StopCondition& stop);
  /// As above, with half a minute until `stop` is due: enough if the other end reads now and then.
  void send(uint32_t tag, std::string_view bytes);

  /// The next frame, if a whole one is there. Does not wait.
  std::optional<Frame> take();
  /// Waits for the next frame. None if `stop` is due or the line has ended.
  std::optional<Frame> receive(const StopCondition& stop);
  /// Is there nothing more to take? Either the other end is closed and every whole frame was taken,
  /// or the other end sent bytes that are no frame.
  bool ended() const { return ended_; }

 private:
  explicit Channel(int descriptor) : descriptor_(descriptor) {}
  void fill();

  int descriptor_;
  std::string pending_;  // received, and not a whole frame yet
  bool ended_ = false;
};

}  // namespace viewfuzz
