// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/ontology/mapping/internal/parts/mapping_context.hpp"

namespace hearth {

/// Returns whether a parameter has a number for each key of an index set.
using TakesKeys = std::function<bool(const std::string& name)>;

/// Reads `parameters` or `quantities`: for each name a number, a text, or a source.
ValueSources read_value_sources(const JsonNode& node, const TakesKeys& takes_keys,
                                MappingContext& context);

/// Reads texts `?c path`. Reports `mapping.value_malformed`.
std::vector<ValueSource::Path> read_value_paths(const JsonNode& node, MappingContext& context);

/// Reads `port`, `part.port`, `?x.port`, `?x.part.port` or `@boundary.port`, each with optional
/// `[]` or `[key]`; returns nothing if malformed.
std::optional<PortRef> parse_port(std::string_view text);

/// Reads a port of this instance. Reports `mapping.port_malformed`.
std::optional<PortRef> read_own_port(const JsonNode& node, MappingContext& context);

/// Reads `connections` or `connect`: texts `from -> to` or objects. Reports
/// `mapping.connection_malformed`.
std::vector<Wire> read_wires(const JsonNode& node, MappingContext& context);

/// Returns a port in the notation of mappings.
std::string to_string(const PortRef& port);

}  // namespace hearth
