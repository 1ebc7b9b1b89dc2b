// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/component/series.hpp"

namespace hearth {

// What json_values.hpp and json_series.hpp read, as JSON. Units must have a symbol that files know
// (ModelError `json.unit_unknown`), numbers must be finite (`json.not_finite`).

nlohmann::ordered_json number_json(double value);
nlohmann::ordered_json unit_json(const Unit& unit);
/// Returns a number, or `"21.5 degC"`.
nlohmann::ordered_json quantity_json(const Quantity& quantity);
nlohmann::ordered_json column_json(const FileColumn& column);
nlohmann::ordered_json series_json(const SeriesSpec& spec);

}  // namespace hearth
