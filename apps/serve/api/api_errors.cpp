// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/api/api_errors.hpp"

#include <utility>

namespace hearth::apps {
namespace {

using Json = nlohmann::json;

// bytes; some messages repeat text of the client
constexpr std::size_t kLongestErrorMessage = 65'536;

Json error_of(const std::string& code, const std::string& message, const std::string& pointer) {
  Json place = Json::object();
  if (!pointer.empty()) place["pointer"] = pointer;
  return {{"code", code}, {"message", message.substr(0, kLongestErrorMessage)}, {"place", place}};
}

}  // namespace

Reply json_reply(int status, const Json& value) {
  return {status, "application/json", value.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

Reply error_reply(int status, Json errors) {
  return json_reply(status, Json{{"errors", std::move(errors)}});
}

Reply error_reply(int status, const std::string& code, const std::string& message,
                  const std::string& pointer) {
  return error_reply(status, Json::array({error_of(code, message, pointer)}));
}

Reply error_reply(int status, const Diagnostics& diagnostics) {
  Json errors = Json::array();
  for (const Diagnostic& item : diagnostics.items()) {
    if (item.severity != Severity::Error) continue;
    errors.push_back(error_of(item.code, item.message, item.where.pointer));
  }
  return error_reply(status, std::move(errors));
}

std::string code_of_status(int status) {
  switch (status) {
    case 401:
      return "serve.token";
    case 403:
      return "serve.origin";
    case 404:
      return "serve.path_unknown";
    case 405:
      return "serve.method";
    case 408:
      return "serve.request_late";
    case 413:
    case 431:
      return "serve.request_long";
    case 500:
      return "serve.internal";
    case 503:
      return "serve.busy";
    default:
      return "serve.request_malformed";
  }
}

}  // namespace hearth::apps
