// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "hearth/apps/serve/calls/call.hpp"

namespace hearth::apps {

/// The parts of a request's head (RFC 9112) that the service uses. It ignores all other headers,
/// among them `Range` and `Accept-Encoding`: answers are sent whole and are not compressed.
struct HttpHead {
  std::string method;
  std::string path;   ///< decoded, without the query
  std::string query;  ///< text after the question mark, not decoded
  std::optional<std::string> host, authorization, origin, content_type, content_encoding;
  std::size_t content_length = 0;  ///< bytes
  bool stays_open = true;          ///< whether the connection remains open after the answer
  bool expects_continue = false;   ///< the client waits for `100 Continue` before it sends the body
};

/// Reads a request line and headers, including the empty line. Returns the reason for a refusal:
/// malformed or folded lines, repeated headers, lengths that do not define where the body ends, and
/// bodies of methods that have none.
std::optional<Answer> read_head(std::string_view text, HttpHead& head);

}  // namespace hearth::apps
