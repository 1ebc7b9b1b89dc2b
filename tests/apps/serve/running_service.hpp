// SPDX-License-Identifier: MIT
#pragma once

#include <arpa/inet.h>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "hearth/apps/serve/boptest/service.hpp"
#include "hearth/apps/serve/http/http_server.hpp"
#include "hearth/tests/apps/serve/office_case.hpp"

namespace hearth::test {

/// A service that listens on its own port as long as the object exists.
struct Running {
  explicit Running(apps::ServerOptions options = {})
      : service({office_case()}, apps::ServiceLimits{}),
        server(service, with_any_port(std::move(options))),
        thread([this] { server.run(); }) {}
  ~Running() {
    server.stop();
    thread.join();
  }
  static apps::ServerOptions with_any_port(apps::ServerOptions options) {
    options.port = 0;
    return options;
  }

  apps::Service service;
  apps::HttpServer server;
  std::thread thread;
};

/// A connection that sends bytes unchanged.
class RawClient {
 public:
  explicit RawClient(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    ::sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ =
        ::connect(socket_, reinterpret_cast<const ::sockaddr*>(&address), sizeof address) == 0;
  }
  ~RawClient() { ::close(socket_); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  /// Sends all bytes; returns false if the other side does not accept them.
  bool send(std::string_view bytes) const {
    while (connected_ && !bytes.empty()) {
      const ::ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return connected_;
  }
  void end_sending() const { ::shutdown(socket_, SHUT_WR); }

  /// Returns all bytes until the other side closes, which must happen within `most`.
  std::string receive_all(std::chrono::milliseconds most = std::chrono::seconds(20)) {
    std::string text;
    const auto end = std::chrono::steady_clock::now() + most;
    while (receive_some(text, end)) {
    }
    return text;
  }
  /// Returns the next answer with its head, or a part of it if the connection ends before.
  std::string receive_answer(std::chrono::milliseconds most = std::chrono::seconds(20)) {
    const auto end = std::chrono::steady_clock::now() + most;
    for (;;) {
      const std::size_t head = pending_.find("\r\n\r\n");
      const std::size_t length = pending_.find("Content-Length: ");
      if (head != std::string::npos && length < head) {
        const std::size_t size = head + 4 + std::stoul(pending_.substr(length + 16));
        if (pending_.size() >= size) {
          std::string answer = pending_.substr(0, size);
          pending_.erase(0, size);
          return answer;
        }
      }
      if (!receive_some(pending_, end)) return std::exchange(pending_, {});
    }
  }
  bool closed() const { return closed_; }

 private:
  bool receive_some(std::string& text, std::chrono::steady_clock::time_point end) {
    const auto left = std::chrono::duration_cast<std::chrono::microseconds>(
        end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    const ::timeval timeout{left.count() / 1'000'000, left.count() % 1'000'000};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    char buffer[4096];
    const ::ssize_t got = ::recv(socket_, buffer, sizeof buffer, 0);
    closed_ = got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK);
    if (got > 0) text.append(buffer, static_cast<std::size_t>(got));
    return got > 0;
  }

  int socket_;
  bool connected_ = false;
  bool closed_ = false;
  std::string pending_;
};

/// Returns the status of an answer; 0 if there is none.
inline int status_of(const std::string& answer) {
  return answer.starts_with("HTTP/1.1 ") ? std::stoi(answer.substr(9, 3)) : 0;
}

/// Returns what follows the head of an answer.
inline std::string body_of(const std::string& answer) {
  const std::size_t head = answer.find("\r\n\r\n");
  return head == std::string::npos ? "" : answer.substr(head + 4);
}

/// The parts of an answer; the status is 0 if there is none.
struct HttpAnswer {
  int status;
  std::string body;
};

/// A connection that sends well-formed requests. It reconnects after the service closed it.
class HttpClient {
 public:
  explicit HttpClient(int port, std::string headers = "Host: localhost\r\n")
      : port_(port), headers_(std::move(headers)) {}

  HttpAnswer get(const std::string& path) { return ask("GET " + path, ""); }
  HttpAnswer put(const std::string& path, const std::string& body,
                 const std::string& type = "application/json") {
    return ask("PUT " + path, body, type);
  }
  HttpAnswer post(const std::string& path, const std::string& body) {
    return ask("POST " + path, body);
  }

 private:
  HttpAnswer ask(const std::string& line, const std::string& body,
                 const std::string& type = "application/json") {
    if (!client_) client_ = std::make_unique<RawClient>(port_);
    std::string request = line + " HTTP/1.1\r\n" + headers_;
    if (!body.empty()) {
      request +=
          "Content-Type: " + type + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
    }
    client_->send(request + "\r\n" + body);
    const std::string answer = client_->receive_answer(std::chrono::seconds(60));
    if (answer.find("\r\nConnection: close\r\n") != std::string::npos) client_.reset();
    return {status_of(answer), body_of(answer)};
  }

  int port_;
  std::string headers_;
  std::unique_ptr<RawClient> client_;
};

}  // namespace hearth::test
