// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "hearth/apps/serve/http/http_head.hpp"
#include "hearth/apps/serve/http/http_server.hpp"

// Only http_connection.cpp and http_server.cpp include this: Asio and Beast are slow to compile.
namespace hearth::apps {

using HttpClock = std::chrono::steady_clock;
using HttpExecutor = boost::asio::io_context::executor_type;
using HttpSocket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, HttpExecutor>;

/// The time at which a service was asked to end. Any thread may use it.
class StopTime {
 public:
  /// Returns false if it was set before.
  bool set() {
    Rep none = kNone;
    return time_.compare_exchange_strong(none, HttpClock::now().time_since_epoch().count());
  }
  bool is_set() const { return time_ != kNone; }
  HttpClock::time_point get() const { return HttpClock::time_point(HttpClock::duration(time_)); }

 private:
  using Rep = HttpClock::rep;
  static constexpr Rep kNone = std::numeric_limits<Rep>::max();
  std::atomic<Rep> time_{kNone};
};

/// The data that all connections of a service share.
struct HttpContext {
  ConnectionLimits limits;
  /// Returns the refusal of a request, before its body is read; nothing if it is accepted.
  std::function<std::optional<Answer>(const HttpHead&)> refuse;
  /// Returns the answer to a request that is refused.
  std::function<Reply(const HttpHead&, const Answer&)> refusal;
  /// Answers a request. May take long, because only its own connection waits.
  std::function<Reply(const Call&)> answer;
  StopTime stopped{};
};

/// Reads the requests of a connection one after the other and answers them in order. A connection
/// exists as long as it waits for something. One thread runs the context of its socket.
///
/// The connection ends after a request whose head or length is refused, because the end of its body
/// is then unknown.
class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  /// `context` must outlive it.
  HttpConnection(HttpSocket socket, const HttpContext& context);

  /// Answers requests until either side ends the connection.
  void serve();
  /// Sends an answer without reading a request, and ends.
  void refuse(const Answer& answer);
  /// Ends within a second. Any thread may call it.
  void stop();

 private:
  void next();
  void read_head_text();
  void take_head(std::size_t size);
  void read_body();
  void answer();
  void send(Reply reply, bool stays_open);
  void send_refusal(const Answer& answer);
  void send_some();
  void finish();
  void drop_some();
  bool failed(const boost::system::error_code& error);

  void allow(std::chrono::milliseconds most, std::chrono::milliseconds grace);
  void extend(std::chrono::milliseconds most);
  void hurry();
  void watch();
  void look_at_clock();

  HttpSocket socket_;
  const HttpContext& context_;
  std::string buffer_;       // bytes that are not yet read as a request
  std::size_t skipped_ = 0;  // bytes of empty lines before the request
  HttpHead head_;
  std::string body_;
  std::optional<boost::beast::http::response<boost::beast::http::string_body>> response_;
  std::optional<boost::beast::http::response_serializer<boost::beast::http::string_body>>
      serializer_;
  std::size_t dropped_ = 0;  // bytes

  // The present operation began at `begun_`; it is cancelled at the deadline, or after a grace
  // period when the service ends.
  HttpClock::time_point begun_{}, deadline_ = HttpClock::time_point::max();
  std::chrono::milliseconds grace_{0};
  HttpClock::time_point watched_ = HttpClock::time_point::max();  // when the timer expires
  bool late_ = false;
  boost::asio::basic_waitable_timer<HttpClock, boost::asio::wait_traits<HttpClock>, HttpExecutor>
      timer_;
};

}  // namespace hearth::apps
