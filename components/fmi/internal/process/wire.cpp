// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/process/wire.hpp"

#include <cerrno>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace hearth::fmi {
namespace {

constexpr std::uint64_t kLongestMessage = 2'000'000'000;  // bytes; a state may be long

}  // namespace

bool WireEnd::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::optional<std::string_view> WireEnd::receive() {
  buffer_.erase(0, done_);
  done_ = 0;
  for (;;) {
    std::uint64_t size = 0;
    if (buffer_.size() >= sizeof size) {
      std::memcpy(&size, buffer_.data(), sizeof size);
      if (size > kLongestMessage) return std::nullopt;  // an FMU wrote to the socket
      if (buffer_.size() - sizeof size >= size) {
        done_ = sizeof size + size;
        return std::string_view(buffer_).substr(sizeof size, size);
      }
    }
    char piece[65536];
    const ssize_t count = ::recv(descriptor_, piece, sizeof piece, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    buffer_.append(piece, static_cast<std::size_t>(count));
  }
}

void WireEnd::set_patience(std::chrono::seconds patience) const {
  const timeval time{.tv_sec = patience.count(), .tv_usec = 0};
  ::setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
}

void WireEnd::close() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

}  // namespace hearth::fmi
