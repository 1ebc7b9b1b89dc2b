// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "hearth/data/json/json_document.hpp"
#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Reads one member of `components`: its key is the id. Parts that cannot be read are reported and
/// left out.
Component read_component(const JsonNode& node, const Registry& registry, Diagnostics& diagnostics);

/// Reads the same as `read_component` except `parameters`, and ignores `other_keys`: for files that
/// write parameters in another form.
Component read_component_frame(const JsonNode& node, const Registry& registry,
                               const std::vector<std::string_view>& other_keys,
                               Diagnostics& diagnostics);

/// Reads the configuration `name` of a type. Reports `model.config_unknown` with the nearest name.
std::optional<ConfigSetting> read_config_setting(const JsonNode& node, std::string_view name,
                                                 const ComponentType& type,
                                                 Diagnostics& diagnostics);

/// A reader of one number: `read_quantity`, or `read_number_or_boolean` if a Boolean is possible.
using ReadNumber = std::optional<Quantity> (*)(const JsonNode&, Diagnostics&);

/// Returns the reader of numbers for components of a type (null: unknown type). Numbers may be
/// Booleans if a file of the type defines its parameters.
ReadNumber number_reader(const ComponentType* type);

/// Reads a parameter: a quantity, an object with a quantity for each key of an index set, or
/// `{"value", "unit", "min", "max", "source"}` with either of these as `value`; `unit` is the unit
/// of bare numbers in it.
ParameterSetting read_parameter(const JsonNode& node, Diagnostics& diagnostics,
                                ReadNumber read_number = read_quantity);

/// Reads an initial value, which is like a parameter without limits and source.
Entries read_initial(const JsonNode& node, Diagnostics& diagnostics,
                     ReadNumber read_number = read_quantity);

/// Reads rows of numbers, `[[1, 2], [3, 4]]`, or `{"columns": 2, "rows": [...]}`.
std::optional<Table> read_table(const JsonNode& node, Diagnostics& diagnostics);

}  // namespace hearth
