// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/http_connection.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace hearth::apps {
namespace {

constexpr std::chrono::milliseconds kRequestGrace{500};

const char* reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 411:
      return "Length Required";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Internal Server Error";
  }
}

}  // namespace

std::string reply_head(const Reply& reply, bool stays_open) {
  return fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{}Connection: {}\r\n\r\n",
      reply.status, reason_of(reply.status), reply.type, reply.body.size(),
      reply.status == 401 ? "WWW-Authenticate: Bearer\r\n" : "",
      stays_open ? "keep-alive" : "close");
}

void HttpConnection::serve() {
  while (begins()) {
    std::optional<Request> request = read();
    if (!request) return;
    const HttpHead& head = request->head;
    const Reply reply =
        request->refusal ? in_envelope(*request->refusal)
                         : handlers_.answer({head.method, head.path, head.content_type.value_or(""),
                                             std::move(request->body)});
    const bool stays_open = !request->refusal && head.stays_open && !socket_.stopping();
    const std::string_view body = head.method == "HEAD" ? std::string_view{} : reply.body;
    if (!socket_.send(reply_head(reply, stays_open), body)) return;
    if (!stays_open) {
      socket_.finish();
      return;
    }
  }
}

/// Waits for the first byte of a request.
bool HttpConnection::begins() {
  if (buffer_.empty()) {
    std::size_t count = 0;
    const Patience idle = patience(limits_.between, std::chrono::milliseconds{0});
    if (socket_.receive(chunk_.data(), chunk_.size(), count, idle) != TimedSocket::Received::Data) {
      return false;
    }
    buffer_.append(chunk_.data(), count);
  }
  patience_ = patience(limits_.request, kRequestGrace);
  return true;
}

/// Adds bytes to the buffer. False if none came: the client went away, or the request is refused
/// since it takes too long.
bool HttpConnection::receive(std::size_t most, Request& request) {
  std::size_t count = 0;
  const auto received =
      socket_.receive(chunk_.data(), std::min(most, chunk_.size()), count, patience_);
  if (received == TimedSocket::Received::Late) {
    request.refusal = {408, fmt::format("The request did not arrive within {} s.",
                                        limits_.request.count() / 1000)};
  }
  buffer_.append(chunk_.data(), count);
  return received == TimedSocket::Received::Data;
}

/// Reads up to the empty line behind the headers; `first` is where the head begins in the buffer,
/// behind empty lines (RFC 9112, 2.2). Returns where the empty line begins; nothing if the request
/// is refused or the client went away.
std::optional<std::size_t> HttpConnection::read_lines(Request& request, std::size_t& first) {
  first = 0;
  std::size_t line = 0;  // where the present one begins
  std::size_t searched = 0;
  for (;;) {
    const std::size_t end = buffer_.find('\n', searched);
    if (std::min(end, buffer_.size()) > limits_.head_bytes) {
      request.refusal = {431, fmt::format("The request line and headers are longer than {} bytes.",
                                          limits_.head_bytes)};
      return std::nullopt;
    }
    if (end == std::string::npos) {
      searched = buffer_.size();
      if (!receive(chunk_.size(), request)) return std::nullopt;
      continue;
    }
    if (end == line || buffer_[end - 1] != '\r') {
      request.refusal = {400, "A line of the request does not end with CR LF."};
      return std::nullopt;
    }
    const bool empty = end == line + 1;
    if (empty && line > first) return line;
    line = searched = end + 1;
    if (empty) first = line;
  }
}

/// Reads a request; nothing if the client goes away within it.
std::optional<HttpConnection::Request> HttpConnection::read() {
  Request request;
  std::size_t first = 0;
  const auto end = read_lines(request, first);
  if (!end) return request.refusal ? std::optional(std::move(request)) : std::nullopt;
  request.refusal = read_head(std::string_view(buffer_).substr(first, *end - first), request.head);
  if (!request.refusal) request.refusal = handlers_.refuse(request.head);
  buffer_.erase(0, *end + 2);
  if (!request.refusal && !read_body(request) && !request.refusal) return std::nullopt;
  return request;
}

/// False if the request is refused or the client goes away.
bool HttpConnection::read_body(Request& request) {
  const std::size_t length = request.head.content_length.value_or(0);
  if (length > limits_.body_bytes) {
    request.refusal = {
        413, fmt::format("The body of the request is longer than {} bytes.", limits_.body_bytes)};
    return false;
  }
  if (request.head.expects_continue && buffer_.size() < length &&
      !socket_.send("HTTP/1.1 100 Continue\r\n\r\n", {})) {
    return false;
  }
  if (buffer_.size() < length) buffer_.reserve(length);
  while (buffer_.size() < length) {
    if (!receive(length - buffer_.size(), request)) return false;
  }
  if (buffer_.size() == length) {
    request.body = std::exchange(buffer_, {});
  } else {
    request.body = buffer_.substr(0, length);
    buffer_.erase(0, length);
  }
  return true;
}

}  // namespace hearth::apps
