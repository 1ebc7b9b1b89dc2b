// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/http/http_connection.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/completion_condition.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/write.hpp>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

namespace hearth::apps {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;
using std::chrono::milliseconds;

constexpr milliseconds kRequestGrace{500};
constexpr milliseconds kMostSilence{10'000};  // longest silence of a client that receives an answer
constexpr milliseconds kSendGrace{1000};
constexpr milliseconds kMostFinish{1000};
constexpr milliseconds kFinishGrace{100};
constexpr milliseconds kCancelAgain{50};
constexpr std::size_t kMostDropped = 4'000'000;  // bytes
constexpr std::size_t kDropAtOnce = 16'384;      // bytes
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

/// Finds the empty line after the headers, or a line that ends with LF alone.
class HeadEnd {
 public:
  template <class Iterator>
  std::pair<Iterator, bool> operator()(Iterator at, Iterator end) {
    while (at != end) {
      const char c = *at++;
      if (c == '\n' && matched_ != 1 && matched_ != 3) return {at, true};
      matched_ = c == '\n' ? matched_ + 1 : c != '\r' ? 0 : matched_ == 2 ? 3 : 1;
      if (matched_ == 4) return {at, true};
    }
    return {at, false};
  }

 private:
  int matched_ = 0;  // characters of the empty line and the line end before it
};

}  // namespace
}  // namespace hearth::apps

template <>
struct boost::asio::is_match_condition<hearth::apps::HeadEnd> : std::true_type {};

namespace hearth::apps {

HttpConnection::HttpConnection(HttpSocket socket, const HttpContext& context)
    : socket_(std::move(socket)), context_(context), timer_(socket_.get_executor()) {}

void HttpConnection::serve() {
  asio::post(socket_.get_executor(), [self = shared_from_this()] { self->next(); });
}

void HttpConnection::refuse(const Answer& answer) {
  asio::post(socket_.get_executor(),
             [self = shared_from_this(), reply = context_.refusal(head_, answer)] {
               self->send(reply, false);
             });
}

void HttpConnection::stop() {
  asio::post(socket_.get_executor(), [self = shared_from_this()] {
    self->hurry();
    self->watch();
  });
}

/// Waits for the first byte of a request.
void HttpConnection::next() {
  head_ = {};
  skipped_ = 0;
  if (!buffer_.empty()) {
    allow(context_.limits.request, kRequestGrace);
    read_head_text();
    return;
  }
  allow(context_.limits.between, milliseconds{0});
  socket_.async_wait(HttpSocket::wait_read, [self = shared_from_this()](const error_code& error) {
    if (error) return;
    self->allow(self->context_.limits.request, kRequestGrace);
    self->read_head_text();
  });
}

/// Reads up to the empty line after the headers.
void HttpConnection::read_head_text() {
  asio::async_read_until(
      socket_, asio::dynamic_buffer(buffer_, context_.limits.head_bytes), HeadEnd(),
      [self = shared_from_this()](const error_code& error, std::size_t size) {
        if (error == asio::error::not_found) {
          self->send_refusal({431, fmt::format("The request line and headers are longer than "
                                               "{} bytes.",
                                               self->context_.limits.head_bytes)});
        } else if (!self->failed(error)) {
          self->take_head(size);
        }
      });
}

/// Removes the head, or the empty lines before it (RFC 9112, 2.2), from the buffer. `size`: bytes
/// of it that were read.
void HttpConnection::take_head(std::size_t size) {
  if (!std::string_view(buffer_).substr(0, size).ends_with("\r\n\r\n")) {
    return send_refusal({400, "Each line of the head of a request must end with CR and LF."});
  }
  std::size_t first = 0;
  while (buffer_.compare(first, 2, "\r\n") == 0) first += 2;
  if (first > 0) {
    buffer_.erase(0, first);
    skipped_ += first;
    if (skipped_ > context_.limits.head_bytes) {
      return send_refusal({400, "There are too many empty lines before the request."});
    }
    return read_head_text();
  }
  std::optional<Answer> refusal = read_head(std::string_view(buffer_).substr(0, size), head_);
  buffer_.erase(0, size);
  if (!refusal) refusal = context_.refuse(head_);
  if (!refusal && head_.content_length > context_.limits.body_bytes) {
    refusal = {413, fmt::format("The body of the request is longer than {} bytes.",
                                context_.limits.body_bytes)};
  }
  if (refusal) return send_refusal(*refusal);
  if (!head_.expects_continue || buffer_.size() >= head_.content_length) return read_body();
  asio::async_write(socket_, asio::buffer(kContinue),
                    [self = shared_from_this()](const error_code& error, std::size_t) {
                      if (!self->failed(error)) self->read_body();
                    });
}

void HttpConnection::read_body() {
  const std::size_t there = std::min(head_.content_length, buffer_.size());
  body_ = buffer_.substr(0, there);
  buffer_.erase(0, there);
  if (there == head_.content_length) return answer();
  asio::async_read(socket_, asio::dynamic_buffer(body_, head_.content_length),
                   asio::transfer_exactly(head_.content_length - there),
                   [self = shared_from_this()](const error_code& error, std::size_t) {
                     if (!self->failed(error)) self->answer();
                   });
}

void HttpConnection::answer() {
  deadline_ = HttpClock::time_point::max();
  Reply reply = context_.answer({head_.method, head_.path, head_.content_type.value_or(""),
                                 std::exchange(body_, {}), head_.query});
  send(std::move(reply), head_.stays_open && !context_.stopped.is_set());
}

void HttpConnection::send_refusal(const Answer& answer) {
  send(context_.refusal(head_, answer), false);
}

/// Sends an answer, then waits for the next request or ends the connection.
void HttpConnection::send(Reply reply, bool stays_open) {
  response_.emplace(static_cast<http::status>(reply.status), 11);
  response_->set(http::field::content_type, reply.type);
  for (const auto& [name, value] : reply.headers) response_->set(name, value);
  if (reply.status == 401) response_->set(http::field::www_authenticate, "Bearer");
  response_->keep_alive(stays_open);
  response_->body() = std::move(reply.body);
  response_->prepare_payload();
  serializer_.emplace(*response_);
  serializer_->split(head_.method == "HEAD");
  allow(kMostSilence, kSendGrace);
  send_some();
}

void HttpConnection::send_some() {
  http::async_write_some(
      socket_, *serializer_, [self = shared_from_this()](const error_code& error, std::size_t) {
        if (error) return;
        const bool head_only = self->head_.method == "HEAD";
        if (!(head_only ? self->serializer_->is_header_done() : self->serializer_->is_done())) {
          self->extend(kMostSilence);
          self->send_some();
        } else if (self->response_->keep_alive()) {
          self->next();
        } else {
          self->finish();
        }
      });
}

/// Ends the connection so that the last answer arrives even if the client continues to send. The
/// service drops up to four million bytes until the client closes, for at most a second.
void HttpConnection::finish() {
  error_code ignored;
  socket_.shutdown(HttpSocket::shutdown_send, ignored);
  allow(kMostFinish, kFinishGrace);
  buffer_.resize(kDropAtOnce);
  drop_some();
}

void HttpConnection::drop_some() {
  socket_.async_read_some(asio::buffer(buffer_),
                          [self = shared_from_this()](const error_code& error, std::size_t count) {
                            self->dropped_ += count;
                            if (error || self->late_ || self->dropped_ > kMostDropped) return;
                            self->drop_some();
                          });
}

/// Returns whether reading failed. A client that was too slow receives an answer that reports it.
bool HttpConnection::failed(const error_code& error) {
  if (late_) {
    send_refusal({408, fmt::format("The request did not arrive within {} s.",
                                   context_.limits.request.count() / 1000)});
  }
  return late_ || error;
}

/// Sets the deadline for the next operation, and its grace period when the service ends.
void HttpConnection::allow(milliseconds most, milliseconds grace) {
  begun_ = HttpClock::now();
  grace_ = grace;
  late_ = false;
  extend(most);
}

void HttpConnection::extend(milliseconds most) {
  deadline_ = HttpClock::now() + most;
  hurry();
  watch();
}

/// Brings the deadline forward if the service ends.
void HttpConnection::hurry() {
  if (!context_.stopped.is_set() || deadline_ == HttpClock::time_point::max()) return;
  deadline_ = std::min(deadline_, std::max(begun_, context_.stopped.get()) + grace_);
}

/// Sets the timer, unless it expires before the deadline anyway.
void HttpConnection::watch() {
  if (watched_ <= deadline_) return;
  watched_ = deadline_;
  timer_.expires_at(deadline_);
  timer_.async_wait([weak = weak_from_this()](const error_code& error) {
    const auto self = weak.lock();
    if (self && !error) self->look_at_clock();
  });
}

void HttpConnection::look_at_clock() {
  watched_ = HttpClock::time_point::max();
  if (HttpClock::now() < deadline_) return watch();
  late_ = true;
  error_code ignored;
  socket_.cancel(ignored);
  // If nothing was cancelled because the next of several reads was about to begin, cancel again.
  deadline_ = HttpClock::now() + kCancelAgain;
  watch();
}

}  // namespace hearth::apps
