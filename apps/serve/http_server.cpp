// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/http_server.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <poll.h>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/apps/serve/timed_socket.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {
namespace {

constexpr const char* kLoopbackNames[] = {"localhost", "127.0.0.1", "[::1]", "::1"};

#ifdef HEARTH_WITH_SERVICE

constexpr std::chrono::milliseconds kRefusedStay{1000};
constexpr std::size_t kMostRefused = 64;
constexpr int kLookAtRefused = 100;     // ms
constexpr int kAfterFailedAccept = 50;  // ms

/// Gives each connection a thread, up to a number. A thread that is free takes the next one.
class ConnectionThreads {
 public:
  ConnectionThreads(std::size_t most, std::function<void(int)> serve)
      : most_(most), serve_(std::move(serve)) {}

  ~ConnectionThreads() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    wait_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  /// Returns whether a thread takes the connection.
  bool take(int socket) try {
    const std::lock_guard lock(mutex_);
    if (sockets_.size() >= free_) {
      if (threads_.size() == most_) return false;
      threads_.emplace_back([this] { work(); });
      ++free_;
    }
    sockets_.push_back(socket);
    wait_.notify_one();
    return true;
  } catch (const std::exception&) {
    return false;  // the system has no more threads, or no memory
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wait_.wait(lock, [this] { return !sockets_.empty() || ended_; });
      if (sockets_.empty()) return;
      const int socket = sockets_.front();
      sockets_.pop_front();
      --free_;
      lock.unlock();
      serve_(socket);
      lock.lock();
      ++free_;
    }
  }

  std::size_t most_;
  std::function<void(int)> serve_;
  std::mutex mutex_;
  std::condition_variable wait_;
  std::deque<int> sockets_;  // that no thread has taken yet
  std::vector<std::thread> threads_;
  std::size_t free_ = 0;  // threads without a connection
  bool ended_ = false;
};

/// Connections beyond the limit. Each is answered at once, without a look at its request, and has a
/// second to fetch the answer.
class RefusedConnections {
 public:
  RefusedConnections() {
    const Reply reply = in_envelope({503, "There are too many connections; come back later."});
    answer_ = reply_head(reply, false) + reply.body;
    refused_.reserve(kMostRefused);
  }
  ~RefusedConnections() {
    for (const Refused& refused : refused_) ::close(refused.socket);
  }
  RefusedConnections(const RefusedConnections&) = delete;
  RefusedConnections& operator=(const RefusedConnections&) = delete;

  void add(int socket) {
    // A new connection has room for so short a text.
    const ::ssize_t sent =
        ::send(socket, answer_.data(), answer_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    ::shutdown(socket, SHUT_WR);
    if (sent < 0 || refused_.size() == kMostRefused) {
      ::close(socket);
      return;
    }
    refused_.push_back({socket, SocketClock::now() + kRefusedStay});
  }

  /// Closes those that the other side closed, and those whose time is over.
  void sweep() {
    std::erase_if(refused_, [](const Refused& refused) {
      std::array<char, 16384> dropped;
      const ::ssize_t got = ::recv(refused.socket, dropped.data(), dropped.size(), MSG_DONTWAIT);
      const bool waits = got > 0 || (got < 0 && errno == EAGAIN);
      if (waits && SocketClock::now() < refused.end) return false;
      ::close(refused.socket);
      return true;
    });
  }

  bool empty() const { return refused_.empty(); }

 private:
  struct Refused {
    int socket;
    SocketClock::time_point end;
  };
  std::string answer_;
  std::vector<Refused> refused_;
};

/// Compares in a time that does not depend on where texts differ.
bool same_secret(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0U : 1U;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const char other = b.empty() ? '\0' : b[i % b.size()];
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(other);
  }
  return difference == 0;
}

std::string without_port(const std::string& host) {
  const std::size_t colon = host.rfind(':');
  const bool bracket = host.ends_with(']');
  return colon == std::string::npos || bracket ? host : host.substr(0, colon);
}

#endif

}  // namespace

bool is_loopback(const std::string& host) {
  for (const char* name : kLoopbackNames) {
    if (host == name) return true;
  }
  return false;
}

#ifdef HEARTH_WITH_SERVICE

bool has_http_server() { return true; }

struct HttpServer::Impl {
  Impl(Service& service_, ServerOptions options_)
      : service(service_), options(std::move(options_)), port(options.port) {
    handlers.refuse = [this](const HttpHead& head) { return refuse(head); };
    handlers.answer = [this](const Call& call) { return service.handle(call); };
    listener = listen_at(options.host, port);
    if (listener >= 0) return;
    throw InputError("serve.port", {.pointer = "--port"},
                     fmt::format("port {} of '{}' cannot be used, perhaps because another program "
                                 "listens there; choose another one",
                                 options.port, options.host));
  }
  ~Impl() { close_listener(); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void close_listener() {
    if (listener >= 0) ::close(std::exchange(listener, -1));
  }

  /// Returns why a request is not looked at.
  std::optional<Answer> refuse(const HttpHead& head) const {
    const std::string host = head.host.value_or("");
    if (!options.token.empty()) {
      if (!same_secret(head.authorization.value_or(""), "Bearer " + options.token)) {
        return Answer{401, "The header 'Authorization: Bearer TOKEN' is missing or wrong."};
      }
    } else if (!is_loopback(without_port(host))) {
      return Answer{403, "This service answers on the loopback only."};
    }
    if (options.token.empty() && head.origin && *head.origin != "http://" + host) {
      return Answer{403, "Pages of other origins are not answered."};
    }
    if (head.content_encoding) {
      return Answer{415, "The body of the request must not be compressed."};
    }
    return std::nullopt;
  }

  /// Serves a connection. What it lacks, memory above all, ends the connection alone.
  void serve(int descriptor) {
    TimedSocket socket(descriptor, stopping);
    try {
      HttpConnection(socket, options.connection, handlers).serve();
    } catch (const std::exception&) {
      // The socket closes.
    }
  }

  /// Waits for connections, for `most` ms (-1: any time). Returns whether one is there.
  bool wait(bool for_connections, int most) const {
    std::array<::pollfd, 2> sockets{{{stopping.descriptor(), POLLIN, 0}, {listener, POLLIN, 0}}};
    return ::poll(sockets.data(), for_connections ? 2 : 1, most) > 0 && sockets[1].revents != 0;
  }

  void run() {
    RefusedConnections refused;
    ConnectionThreads threads(options.connections, [this](int socket) { serve(socket); });
    while (!stopping.raised()) {
      const bool ready = wait(true, refused.empty() ? -1 : kLookAtRefused);
      refused.sweep();
      if (!ready) continue;
      const int socket = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
      if (socket < 0) {
        // Too many open files, or too little memory for another connection.
        if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) {
          wait(false, kAfterFailedAccept);
        }
      } else if (!threads.take(socket)) {
        refused.add(socket);
      }
    }
    close_listener();
  }

  Service& service;
  ServerOptions options;
  int port;
  int listener = -1;
  StopSignal stopping;
  HttpHandlers handlers;
};

HttpServer::HttpServer(Service& service, ServerOptions options)
    : impl_(std::make_unique<Impl>(service, std::move(options))) {}
HttpServer::~HttpServer() = default;

int HttpServer::port() const { return impl_->port; }
void HttpServer::run() { impl_->run(); }
void HttpServer::stop() { impl_->stopping.raise(); }

#else

bool has_http_server() { return false; }

struct HttpServer::Impl {};

HttpServer::HttpServer(Service&, ServerOptions) {
  throw InputError("serve.not_built", {},
                   "this Hearth was built without a server; install libcpp-httplib-dev and build "
                   "it anew");
}
HttpServer::~HttpServer() = default;

int HttpServer::port() const { return -1; }
void HttpServer::run() {}
void HttpServer::stop() {}

#endif

}  // namespace hearth::apps
