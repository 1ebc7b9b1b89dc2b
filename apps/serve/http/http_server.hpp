// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

#include "hearth/apps/serve/calls/site.hpp"

namespace hearth::apps {

/// Limits of a connection.
struct ConnectionLimits {
  std::size_t head_bytes = 65'536;     ///< largest size of a request line and headers
  std::size_t body_bytes = 1'000'000;  ///< largest size of the body of a request
  /// Longest time from the first byte of a request to its last.
  std::chrono::milliseconds request{10'000};
  std::chrono::milliseconds between{5'000};  ///< longest wait for the next request
};

/// The address at which a service listens, and its clients.
struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 5000;      ///< 0: any free port
  std::string token{};  ///< token that each request must have; "": not required
  /// largest number at the same time; further clients are asked to try again later
  std::size_t connections = 128;
  ConnectionLimits connection{};
};

/// Returns whether a host is this machine alone.
bool is_loopback(const std::string& host);

/// Serves a site over HTTP/1.1, with a thread for each connection.
///
/// Requests without the token are answered with 401, except those of public pages. Without a token,
/// a request must be addressed to the loopback, and requests from pages of other origins are
/// refused (403), so that a page in a browser of this machine cannot use the service.
class HttpServer {
 public:
  /// `site` must outlive it. Throws InputError `serve.port` if the port cannot be used.
  HttpServer(Site& site, ServerOptions options);
  ~HttpServer();

  int port() const;
  /// Serves until `stop`; returns after the running requests are answered.
  void run();
  /// Ends the service: no new connections or requests. Any thread may call it, also before `run`.
  void stop();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hearth::apps
