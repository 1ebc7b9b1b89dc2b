// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "hearth/ontology/mapping/internal/parts/mapping_context.hpp"

namespace hearth {

/// Returns whether a parameter has a number for each key of an index set.
using TakesKeys = std::function<bool(const std::string& name)>;

/// Reads `parameters` or `quantities`: for each name a number, a text, or where to look.
ValueSources read_value_sources(const JsonNode& node, const TakesKeys& takes_keys,
                                MappingContext& context);

/// Reads texts `?c path`. `mapping.value_malformed`.
std::vector<ValueSource::Path> read_value_paths(const JsonNode& node, MappingContext& context);

}  // namespace hearth
