// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace hearth::apps {

/// A request, independent of the protocol that transported it.
struct Call {
  std::string method;  ///< `GET`, `PUT`, ...
  std::string path;    ///< decoded, without the query
  std::string content_type{};
  std::string body{};
  std::string query{};  ///< text after the question mark, not decoded
};

struct Reply {
  int status = 200;
  std::string type;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers{};  ///< further ones
};

/// An answer of BOPTEST: status, message and payload of its envelope.
struct Answer {
  int status = 200;
  std::string message;
  std::string payload = "null";  ///< JSON
};

/// Returns an answer in BOPTEST's envelope.
Reply in_envelope(const Answer& answer);

}  // namespace hearth::apps
