// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/timed_socket.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <system_error>
#include <unistd.h>

namespace hearth::apps {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kMostSilence{10'000};  // of a client that takes an answer
constexpr milliseconds kSendGrace{1000};
constexpr milliseconds kMostFinish{1000};
constexpr milliseconds kFinishGrace{100};
constexpr std::size_t kMostDropped = 4'000'000;  // bytes
constexpr int kBacklog = 128;                    // connections that wait to be accepted

/// Binds a socket to an address and listens; -1 if that is not possible.
int listen_at_address(const ::addrinfo& address) {
  const int socket =
      ::socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket < 0) return -1;
  const int yes = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);  // connections inherit it
  if (::bind(socket, address.ai_addr, address.ai_addrlen) == 0 && ::listen(socket, kBacklog) == 0) {
    return socket;
  }
  ::close(socket);
  return -1;
}

int port_of_socket(int socket) {
  ::sockaddr_storage address{};
  ::socklen_t size = sizeof address;
  if (::getsockname(socket, reinterpret_cast<::sockaddr*>(&address), &size) != 0) return -1;
  return ntohs(address.ss_family == AF_INET6
                   ? reinterpret_cast<const ::sockaddr_in6*>(&address)->sin6_port
                   : reinterpret_cast<const ::sockaddr_in*>(&address)->sin_port);
}

}  // namespace

StopSignal::StopSignal() : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (event_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
}

StopSignal::~StopSignal() { ::close(event_); }

void StopSignal::raise() {
  if (raised_) return;
  time_ = SocketClock::now().time_since_epoch().count();
  raised_ = true;
  const std::uint64_t one = 1;
  if (::write(event_, &one, sizeof one) < 0) {
    // Its counter is full: it was raised before.
  }
}

SocketClock::time_point StopSignal::time() const {
  return SocketClock::time_point(SocketClock::duration(time_));
}

Patience patience(milliseconds most, milliseconds grace) {
  const SocketClock::time_point now = SocketClock::now();
  return {now, now + most, grace};
}

TimedSocket::~TimedSocket() { ::close(socket_); }

/// Waits until the socket can be used; false if that takes too long.
bool TimedSocket::wait(short events, const Patience& patience) {
  for (;;) {
    const bool stopping = stop_.raised();
    SocketClock::time_point end = patience.end;
    if (stopping) end = std::min(end, std::max(patience.begun, stop_.time()) + patience.grace);
    const auto left = std::chrono::ceil<milliseconds>(end - SocketClock::now()).count();
    std::array<::pollfd, 2> sockets{{{socket_, events, 0}, {stop_.descriptor(), POLLIN, 0}}};
    const int ready = ::poll(sockets.data(), stopping ? 1 : 2,
                             static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000)));
    if (ready < 0 && errno != EINTR) return false;
    if (ready > 0 && sockets[0].revents != 0) return true;
    if (ready == 0 && SocketClock::now() >= end) return false;
  }
}

TimedSocket::Received TimedSocket::receive(char* data, std::size_t size, std::size_t& count,
                                           const Patience& patience) {
  for (;;) {
    const ::ssize_t got = ::recv(socket_, data, size, MSG_DONTWAIT);
    count = static_cast<std::size_t>(std::max<::ssize_t>(got, 0));
    if (got > 0) return Received::Data;
    if (got == 0) return Received::Closed;
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return Received::Closed;
    if (!wait(POLLIN, patience)) return Received::Late;
  }
}

bool TimedSocket::send(std::string_view first, std::string_view second) {
  Patience silence = patience(kMostSilence, kSendGrace);
  while (!first.empty() || !second.empty()) {
    std::array<::iovec, 2> parts{{{const_cast<char*>(first.data()), first.size()},
                                  {const_cast<char*>(second.data()), second.size()}}};
    ::msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = parts.size();
    const ::ssize_t sent = ::sendmsg(socket_, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) {
      if ((errno != EAGAIN && errno != EWOULDBLOCK) || !wait(POLLOUT, silence)) return false;
      continue;
    }
    const auto count = static_cast<std::size_t>(sent);
    const std::size_t of_first = std::min(count, first.size());
    first.remove_prefix(of_first);
    second.remove_prefix(count - of_first);
    silence.end = SocketClock::now() + kMostSilence;
  }
  return true;
}

void TimedSocket::finish() {
  ::shutdown(socket_, SHUT_WR);
  const Patience all = patience(kMostFinish, kFinishGrace);
  std::array<char, 16384> dropped;
  std::size_t count = 0;
  for (std::size_t bytes = 0; bytes < kMostDropped && SocketClock::now() < all.end;) {
    if (receive(dropped.data(), dropped.size(), count, all) != Received::Data) return;
    bytes += count;
  }
}

int listen_at(const std::string& host, int& port) {
  ::addrinfo wanted{};
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_PASSIVE;
  ::addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found) != 0) return -1;
  const std::unique_ptr<::addrinfo, void (*)(::addrinfo*)> addresses(found, ::freeaddrinfo);
  for (const ::addrinfo* address = found; address != nullptr; address = address->ai_next) {
    const int socket = listen_at_address(*address);
    if (socket < 0) continue;
    port = port_of_socket(socket);
    return socket;
  }
  return -1;
}

}  // namespace hearth::apps
