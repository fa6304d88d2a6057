#include "viewfuzz/isolate/channel.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace viewfuzz {
namespace {

/// Sent before the bytes of a frame.
struct FrameHead {
  uint32_t tag;
  uint32_t size;
};
constexpr size_t kMostBytes = size_t{1} << 30;
constexpr int kPollEvery = 50;  // milliseconds

[[noreturn]] void failToSend(int error) {
  throw std::system_error(error, std::generic_category(), "a message between processes");
}

/// Waits for `events` a short time only, so that the caller can look at its stop condition.
void awaitShortly(int descriptor, short events) {
  pollfd end{descriptor, events, 0};
  poll(&end, 1, kPollEvery);
}

}  // namespace

std::array<Channel, 2> Channel::pair() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "socketpair");
  return {Channel(ends[0]), Channel(ends[1])};
}

Channel::Channel(Channel&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      pending_(std::move(other.pending_)),
      ended_(other.ended_) {}

Channel& Channel::operator=(Channel&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(pending_, other.pending_);
  std::swap(ended_, other.ended_);
  return *this;
}

void Channel::close() noexcept {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

void Channel::send(uint32_t tag, std::string_view bytes, const StopCondition& stop) {
  if (bytes.size() > kMostBytes) failToSend(EMSGSIZE);
  const FrameHead head{tag, static_cast<uint32_t>(bytes.size())};
  std::string frame(sizeof(head), '\0');
  std::memcpy(frame.data(), &head, sizeof(head));
  frame += bytes;
  for (std::string_view rest = frame; !rest.empty();) {
    const ssize_t sent = ::send(descriptor_, rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      rest.remove_prefix(static_cast<size_t>(sent));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (stop.due()) failToSend(ETIMEDOUT);
      awaitShortly(descriptor_, POLLOUT);
    } else if (errno != EINTR) {
      failToSend(errno);
    }
  }
}

void Channel::send(uint32_t tag, std::string_view bytes) {
  constexpr double kSeconds = 30;
  send(tag, bytes, StopCondition(kSeconds));
}

void Channel::fill() {
  std::array<char, size_t{64} << 10> part{};
  while (!ended_) {
    const ssize_t got = recv(descriptor_, part.data(), part.size(), MSG_DONTWAIT);
    if (got > 0) {
      pending_.append(part.data(), static_cast<size_t>(got));
    } else if (got == 0 || (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK)) {
      ended_ = true;
    } else if (errno != EINTR) {
      return;
    }
  }
}

std::optional<Frame> Channel::take() {
  fill();
  FrameHead head{};
  if (pending_.size() < sizeof(head)) return std::nullopt;
  std::memcpy(&head, pending_.data(), sizeof(head));
  if (head.size > kMostBytes) {
    pending_.clear();
    ended_ = true;
    return std::nullopt;
  }
  const size_t end = sizeof(head) + head.size;
  if (pending_.size() < end) return std::nullopt;
  Frame frame{head.tag, pending_.substr(sizeof(head), head.size)};
  pending_.erase(0, end);
  return frame;
}

std::optional<Frame> Channel::receive(const StopCondition& stop) {
  for (;;) {
    if (auto frame = take()) return frame;
    if (ended_ || stop.due()) return std::nullopt;
    awaitShortly(descriptor_, POLLIN);
  }
}

}  // namespace viewfuzz
