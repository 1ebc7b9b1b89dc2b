// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/calls/call.hpp"

#include <utility>

#include "hearth/apps/serve/calls/request_values.hpp"

namespace hearth::apps {
namespace {

constexpr std::size_t kLongestMessage = 65'536;  // bytes; some messages repeat text of the client

}  // namespace

Reply in_envelope(const Answer& answer) {
  if (answer.message.size() > kLongestMessage) {
    return in_envelope(
        {answer.status, answer.message.substr(0, kLongestMessage - 3) + "...", answer.payload});
  }
  std::string body;
  body.reserve(answer.payload.size() + answer.message.size() + 64);
  body += "{\"status\":" + std::to_string(answer.status) + ",\"message\":";
  body += json_text(answer.message);
  body += ",\"payload\":";
  body += answer.payload;
  body += '}';
  return {answer.status, "application/json", std::move(body)};
}

}  // namespace hearth::apps
