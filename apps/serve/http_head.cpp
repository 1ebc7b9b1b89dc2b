// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/http_head.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

#include <fmt/format.h>

#include "hearth/apps/serve/request_values.hpp"

namespace hearth::apps {
namespace {

constexpr std::string_view kTokenSigns = "!#$%&'*+-.^_`|~";

Answer malformed(std::string message) { return {400, std::move(message)}; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

bool is_token(std::string_view text) {
  const auto in_token = [](char c) {
    return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') ||
           kTokenSigns.find(c) != std::string_view::npos;
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), in_token);
}

std::string_view without_blanks(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find("\r\n"));
  text.remove_prefix(std::min(text.size(), line.size() + 2));
  return line;
}

std::optional<Answer> read_request_line(std::string_view line, HttpHead& head) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) {
    return malformed("The request line is not 'METHOD PATH HTTP/1.1'.");
  }
  const std::string_view method = line.substr(0, first);
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  const bool visible =
      std::all_of(target.begin(), target.end(), [](char c) { return c > ' ' && c < '\x7f'; });
  if (!is_token(method) || !visible) {
    return malformed("The request line is not 'METHOD PATH HTTP/1.1'.");
  }
  if (version != "HTTP/1.1" && version != "HTTP/1.0") {
    return Answer{version.starts_with("HTTP/") ? 505 : 400,
                  "The version of the request is not HTTP/1.1."};
  }
  if (!target.starts_with('/') && !(target == "*" && method == "OPTIONS")) {
    return malformed("The request must name a path that begins with '/'.");
  }
  head.method = method;
  head.path = decoded(target.substr(0, target.find('?')), '+');
  head.stays_open = version == "HTTP/1.1";
  return std::nullopt;
}

std::optional<Answer> set_once(std::optional<std::string>& to, std::string_view name,
                               std::string_view value) {
  if (to) return malformed(fmt::format("The header '{}' is given more than once.", name));
  to = value;
  return std::nullopt;
}

std::optional<Answer> read_length(std::string_view text, HttpHead& head) {
  if (head.content_length) {
    return malformed("The header 'Content-Length' is given more than once.");
  }
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) {
    return malformed("The header 'Content-Length' must be a whole number of bytes.");
  }
  head.content_length = error == std::errc{} ? length : std::numeric_limits<std::size_t>::max();
  return std::nullopt;
}

/// Whether a list separated by commas has a word.
bool lists(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::string_view item = list.substr(0, list.find(','));
    if (same_word(without_blanks(item), word)) return true;
    list.remove_prefix(std::min(list.size(), item.size() + 1));
  }
  return false;
}

std::optional<Answer> read_header(std::string_view line, HttpHead& head) {
  const std::size_t colon = line.find(':');
  const std::string_view name = line.substr(0, colon);
  if (colon == std::string_view::npos || !is_token(name)) {
    return malformed("A header is not 'Name: value'.");
  }
  const std::string_view value = without_blanks(line.substr(colon + 1));
  const bool control = std::any_of(value.begin(), value.end(), [](char c) {
    return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f';
  });
  if (control) return malformed("The value of a header has a control character.");
  if (same_word(name, "Host")) return set_once(head.host, name, value);
  if (same_word(name, "Authorization")) return set_once(head.authorization, name, value);
  if (same_word(name, "Origin")) return set_once(head.origin, name, value);
  if (same_word(name, "Content-Type")) return set_once(head.content_type, name, value);
  if (same_word(name, "Content-Encoding")) return set_once(head.content_encoding, name, value);
  if (same_word(name, "Content-Length")) return read_length(value, head);
  if (same_word(name, "Transfer-Encoding")) head.transfer_encoding = true;
  if (same_word(name, "Connection") && lists(value, "close")) head.stays_open = false;
  if (same_word(name, "Expect")) {
    if (!same_word(value, "100-continue")) {
      return Answer{417, "The only expectation that is known is '100-continue'."};
    }
    head.expects_continue = true;
  }
  return std::nullopt;
}

/// Refuses what leaves open where the body ends.
std::optional<Answer> check_framing(const HttpHead& head, bool host_needed) {
  if (host_needed && !head.host) return malformed("The header 'Host' is missing.");
  if (head.transfer_encoding && head.content_length) {
    return malformed("The headers 'Content-Length' and 'Transfer-Encoding' exclude each other.");
  }
  if (head.transfer_encoding) {
    return Answer{411, "Bodies in chunks are not read; send the header 'Content-Length'."};
  }
  const bool has_body = head.content_length.value_or(0) > 0;
  if (has_body && head.method != "POST" && head.method != "PUT" && head.method != "PATCH") {
    return malformed("A request " + head.method + " must not have a body.");
  }
  return std::nullopt;
}

}  // namespace

std::optional<Answer> read_head(std::string_view text, HttpHead& head) {
  if (auto wrong = read_request_line(take_line(text), head)) return wrong;
  const bool host_needed = head.stays_open;  // of HTTP/1.1
  while (!text.empty()) {
    if (auto wrong = read_header(take_line(text), head)) return wrong;
  }
  return check_framing(head, host_needed);
}

}  // namespace hearth::apps
