// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "hearth/apps/serve/boptest/points.hpp"
#include "hearth/apps/serve/calls/call.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {

/// Returns an answer with the status 400.
Answer refusal(std::string message);
/// Returns the answers with which BOPTEST refuses an argument.
Answer not_a_number(const char* name, const nlohmann::json& value);
Answer not_finite(const char* name, double value);
Answer negative(const char* name, double value);

double converted(const Conversion& conversion, double value);

/// Adds the name of a member to the text of a JSON object.
void append_member(std::string& object, std::string_view name, bool& first);
/// Adds the description of a point to the text of a JSON object; with its range if `bounded`.
void append_data(std::string& object, const std::string& name, const PointData& data, bool bounded,
                 bool& first);

/// Returns the first message of an error as one line.
std::string text_of(const Error& error);

}  // namespace hearth::apps
