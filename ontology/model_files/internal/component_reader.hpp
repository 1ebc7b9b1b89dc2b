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

/// Reads what `read_component` reads, except for `parameters`, and lets `other_keys` pass: for
/// files that write parameters in a way of their own.
Component read_component_frame(const JsonNode& node, const Registry& registry,
                               const std::vector<std::string_view>& other_keys,
                               Diagnostics& diagnostics);

/// Reads the configuration `name` of a type; `model.config_unknown` with the nearest one.
std::optional<ConfigSetting> read_config_setting(const JsonNode& node, std::string_view name,
                                                 const ComponentType& type,
                                                 Diagnostics& diagnostics);

/// Reads one number: `read_quantity`, or `read_number_or_boolean` where a Boolean is possible.
using ReadNumber = std::optional<Quantity> (*)(const JsonNode&, Diagnostics&);

/// Returns how numbers of components of a type (null: unknown) are read: those of a type whose
/// file defines its parameters may be Booleans.
ReadNumber number_reader(const ComponentType* type);

/// Reads a parameter: a quantity, an object with a quantity for each key of an index set, or
/// `{"value", "unit", "min", "max", "source"}` with either as `value`; `unit` is that of the bare
/// numbers in it.
ParameterSetting read_parameter(const JsonNode& node, Diagnostics& diagnostics,
                                ReadNumber read_number = read_quantity);

/// Reads an initial value: like a parameter, without limits and source.
Entries read_initial(const JsonNode& node, Diagnostics& diagnostics,
                     ReadNumber read_number = read_quantity);

/// Reads rows of numbers, `[[1, 2], [3, 4]]`, or `{"columns": 2, "rows": [...]}`.
std::optional<Table> read_table(const JsonNode& node, Diagnostics& diagnostics);

}  // namespace hearth
