// SPDX-License-Identifier: MIT
#include "hearth/data/json/read_json.hpp"

#include <nlohmann/json.hpp>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/json_levels.hpp"

namespace hearth {

nlohmann::ordered_json read_json(std::string_view text, const std::string& file) {
  if (nests_too_deep(text)) {
    throw InputError(
        "json.depth", {.file = file},
        "arrays and objects are nested deeper than " + std::to_string(kMostJsonLevels));
  }
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(text, nullptr, false, true);
  if (!json.is_discarded()) return json;
  throw InputError("json.syntax", {.file = file}, "this is not valid JSON, or it was cut off");
}

}  // namespace hearth
