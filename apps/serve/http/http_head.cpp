// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/http/http_head.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <limits>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "hearth/apps/serve/calls/request_values.hpp"

namespace hearth::apps {
namespace {

namespace http = boost::beast::http;

Answer malformed(std::string message) { return {400, std::move(message)}; }

Answer answer_to_error(const boost::system::error_code& error) {
  if (error == http::error::bad_version) {
    return {505, "The version of the request is not HTTP/1.1."};
  }
  if (error == http::error::bad_content_length) {
    return malformed("The header 'Content-Length' must be one whole number of bytes.");
  }
  if (error == http::error::bad_transfer_encoding) {
    return malformed(
        "The headers 'Content-Length' and 'Transfer-Encoding' must not be used together.");
  }
  return malformed("The request is malformed: " + error.message() + ".");
}

std::string_view as_text(boost::beast::string_view text) { return {text.data(), text.size()}; }

/// Whether a header continues on another line. Beast would join them (RFC 9112, 5.2: refuse).
bool has_folded_line(std::string_view text) {
  return text.find("\r\n ") != std::string_view::npos ||
         text.find("\r\n\t") != std::string_view::npos;
}

std::optional<Answer> read_request_line(const http::request_header<>& from, HttpHead& head) {
  const std::string_view target = as_text(from.target());
  const bool visible =
      std::all_of(target.begin(), target.end(), [](char c) { return c > ' ' && c < '\x7f'; });
  head.method = as_text(from.method_string());
  if (!visible || (!target.starts_with('/') && !(target == "*" && head.method == "OPTIONS"))) {
    return malformed("The request must name a path that begins with '/'.");
  }
  const std::size_t mark = target.find('?');
  head.path = decoded(target.substr(0, mark), '+');
  if (mark != std::string_view::npos) head.query = target.substr(mark + 1);
  return std::nullopt;
}

/// Copies a header if it is present; it must not be repeated.
std::optional<Answer> take(const http::fields& headers, http::field name,
                           std::optional<std::string>& to) {
  const auto [first, last] = headers.equal_range(name);
  if (first == last) return std::nullopt;
  if (std::next(first) != last) {
    return malformed(
        fmt::format("The header '{}' appears more than once.", as_text(http::to_string(name))));
  }
  to = as_text(first->value());
  return std::nullopt;
}

std::optional<Answer> read_expectation(const http::fields& headers, HttpHead& head) {
  std::optional<std::string> expectation;
  if (auto wrong = take(headers, http::field::expect, expectation)) return wrong;
  head.expects_continue = expectation.has_value();
  if (!expectation || boost::beast::iequals(*expectation, "100-continue")) return std::nullopt;
  return Answer{417, "The only supported expectation is '100-continue'."};
}

/// Reads the length, and refuses requests that do not define where the body ends.
std::optional<Answer> read_length(const http::fields& headers, HttpHead& head) {
  if (headers.count(http::field::transfer_encoding) > 0) {
    return Answer{411, "Chunked bodies are not supported; send the header 'Content-Length'."};
  }
  std::optional<std::string> length;
  if (auto wrong = take(headers, http::field::content_length, length)) return wrong;
  if (!length) return std::nullopt;
  const auto [end, error] =
      std::from_chars(length->data(), length->data() + length->size(), head.content_length);
  if (error != std::errc{} || end != length->data() + length->size()) {
    return malformed("The header 'Content-Length' must be one whole number of bytes.");
  }
  const bool has_body = head.method == "POST" || head.method == "PUT" || head.method == "PATCH";
  if (head.content_length > 0 && !has_body) {
    return malformed("A request " + head.method + " must not have a body.");
  }
  return std::nullopt;
}

}  // namespace

std::optional<Answer> read_head(std::string_view text, HttpHead& head) {
  if (has_folded_line(text)) return malformed("A header must not continue on another line.");
  http::request_parser<http::empty_body> parser;
  parser.header_limit(std::numeric_limits<std::uint32_t>::max());  // the text is limited already
  parser.body_limit(std::numeric_limits<std::uint64_t>::max());
  boost::beast::error_code error;
  parser.put(boost::asio::buffer(text.data(), text.size()), error);
  if (error) return answer_to_error(error);
  if (!parser.is_header_done()) return malformed("The request is incomplete.");

  const http::request_header<>& from = parser.get().base();
  if (auto wrong = read_request_line(from, head)) return wrong;
  for (const auto& [name, to] : {std::pair(http::field::host, &head.host),
                                 {http::field::authorization, &head.authorization},
                                 {http::field::origin, &head.origin},
                                 {http::field::content_type, &head.content_type},
                                 {http::field::content_encoding, &head.content_encoding}}) {
    if (auto wrong = take(from, name, *to)) return wrong;
  }
  const bool is_1_1 = from.version() == 11;
  if (is_1_1 && !head.host) return malformed("The header 'Host' is missing.");
  head.stays_open = is_1_1 && parser.get().keep_alive();
  if (auto wrong = read_expectation(from, head)) return wrong;
  return read_length(from, head);
}

}  // namespace hearth::apps
