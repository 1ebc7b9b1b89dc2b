// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "hearth/apps/serve/calls/call.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {

/// Returns an answer with a JSON value as its body.
Reply json_reply(int status, const nlohmann::json& value);

/// Returns an answer with errors in the form that the whole API uses:
/// `{"errors": [{"code", "message", "place": {"pointer", ...}}]}`.
Reply error_reply(int status, nlohmann::json errors);
Reply error_reply(int status, const std::string& code, const std::string& message,
                  const std::string& pointer = "");
Reply error_reply(int status, const Diagnostics& diagnostics);

/// Returns the code for a request that the server refuses with this status.
std::string code_of_status(int status);

}  // namespace hearth::apps
