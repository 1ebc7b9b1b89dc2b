// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

#include "hearth/framework/base/json_levels.hpp"

namespace hearth {

/// Parses JSON from outside, such as the body of a request or a text in a file of results. The
/// result is `discarded` if the text is not JSON or is nested more deeply than `kMostJsonLevels`.
/// To read files, use `read_json` or `JsonDocument`, whose errors name the place.
template <class Json = nlohmann::json>
Json parse_json(std::string_view text, bool comments = false) {
  if (nests_too_deep(text)) return Json(Json::value_t::discarded);
  return Json::parse(text.begin(), text.end(), nullptr, false, comments);
}

}  // namespace hearth
