#include "viewfuzz/isolate/fork_server.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <system_error>

#include "viewfuzz/isolate/child_process.h"

namespace viewfuzz {
namespace {

/// Sends or receives `size` bytes; false at the end of the line.
template <typename Transfer, typename Byte>
bool all(Transfer transfer, int socket, Byte* bytes, size_t size) {
  while (size > 0) {
    const ssize_t done = transfer(socket, bytes, size, MSG_NOSIGNAL);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    bytes += done;
    size -= static_cast<size_t>(done);
  }
  return true;
}

// A message is its length and its bytes.

bool sendText(int socket, const std::string& text) {
  const uint64_t size = text.size();
  return all(send, socket, reinterpret_cast<const char*>(&size), sizeof(size)) &&
         all(send, socket, text.data(), text.size());
}

std::optional<std::string> receiveText(int socket) {
  uint64_t size = 0;
  if (!all(recv, socket, reinterpret_cast<char*>(&size), sizeof(size))) return std::nullopt;
  std::string text(size, '\0');
  if (!all(recv, socket, text.data(), text.size())) return std::nullopt;
  return text;
}

}  // namespace

Keeper::Keeper(const std::function<std::function<std::string(const std::string&)>()>& prepare) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "socketpair");
  std::fflush(nullptr);  // else the child would print it again
  process_ = fork();
  if (process_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  socket_ = ends[0];
  close(process_ == 0 ? ends[0] : ends[1]);
  if (process_ != 0) return;
  silenceErrors();
  try {
    const auto answer = prepare();
    while (const auto question = receiveText(ends[1])) {
      if (!sendText(ends[1], answer(*question))) break;
    }
    _exit(0);
  } catch (const std::exception&) {
    _exit(1);  // who asks sees that nobody answers
  }
}

Keeper::~Keeper() {
  close(socket_);
  kill(process_, SIGKILL);  // it may be at a question that nobody waits for any more
  waitpid(process_, nullptr, 0);
}

std::string Keeper::ask(const std::string& question) const {
  if (!sendText(socket_, question)) return "";
  return receiveText(socket_).value_or("");
}

}  // namespace viewfuzz
