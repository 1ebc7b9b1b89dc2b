// SPDX-License-Identifier: MIT
#include "hearth/data/json/read_json.hpp"

#include <nlohmann/json.hpp>

#include "hearth/data/json/parse_json.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth {

nlohmann::ordered_json read_json(std::string_view text, const std::string& file) {
  if (nests_too_deep(text)) {
    throw InputError(
        "json.depth", {.file = file},
        "arrays and objects are nested deeper than " + std::to_string(kMostJsonLevels));
  }
  auto json = parse_json<nlohmann::ordered_json>(text, true);
  if (!json.is_discarded()) return json;
  throw InputError("json.syntax", {.file = file}, "this is not valid JSON, or it was cut off");
}

}  // namespace hearth
