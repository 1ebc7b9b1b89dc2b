// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "hearth/apps/serve/calls/call.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {

/// Returns a JSON value as the body of an answer.
Reply json_reply(int status, const nlohmann::json& value);

/// Returns the one form of errors of the API:
/// `{"errors": [{"code", "message", "place": {"pointer", ...}}]}`.
Reply error_reply(int status, nlohmann::json errors);
Reply error_reply(int status, const std::string& code, const std::string& message,
                  const std::string& pointer = "");
Reply error_reply(int status, const Diagnostics& diagnostics);

/// Returns the code of a request that the server refuses with this status.
std::string code_of_status(int status);

}  // namespace hearth::apps
