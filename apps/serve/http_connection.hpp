// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "hearth/apps/serve/http_head.hpp"
#include "hearth/apps/serve/service.hpp"
#include "hearth/apps/serve/timed_socket.hpp"

namespace hearth::apps {

/// What a client may take of a connection.
struct ConnectionLimits {
  std::size_t head_bytes = 65'536;            ///< of a request line and headers
  std::size_t body_bytes = 1'000'000;         ///< of a request
  std::chrono::milliseconds request{10'000};  ///< from the first byte of a request to its last
  std::chrono::milliseconds between{5'000};   ///< before a request
};

/// Who looks at requests.
struct HttpHandlers {
  /// Returns why a request is refused, before its body is read.
  std::function<std::optional<Answer>(const HttpHead&)> refuse;
  std::function<Reply(const Call&)> answer;
};

/// Returns an answer as HTTP/1.1 up to its body. A connection that does not stay open says so.
std::string reply_head(const Reply& reply, bool stays_open);

/// The requests of a connection, one after the other, with answers in the same order. It holds the
/// bytes of one request: the head and body that are allowed, and what follows in one packet.
///
/// A request whose head or length is refused ends the connection, since what follows cannot be told
/// from its body.
class HttpConnection {
 public:
  /// All references must outlive it.
  HttpConnection(TimedSocket& socket, const ConnectionLimits& limits, const HttpHandlers& handlers)
      : socket_(socket), limits_(limits), handlers_(handlers) {}

  /// Answers until either side ends the connection.
  void serve();

 private:
  /// A request that was read, or why it is refused.
  struct Request {
    HttpHead head;
    std::string body;
    std::optional<Answer> refusal;
  };

  bool begins();
  std::optional<Request> read();
  std::optional<std::size_t> read_lines(Request& request, std::size_t& first);
  bool read_body(Request& request);
  bool receive(std::size_t most, Request& request);

  TimedSocket& socket_;
  const ConnectionLimits& limits_;
  const HttpHandlers& handlers_;
  Patience patience_{};
  std::string buffer_;  // bytes that are not yet read as a request
  std::array<char, 16384> chunk_;
};

}  // namespace hearth::apps
