// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/twin4build/internal/graph/system_graph.hpp"

namespace hearth::twin4build {

/// A component without its initial values. For a sensor, it includes the column that the sensor
/// names, whose use depends on the connections.
struct ReadComponent {
  Component component;
  std::optional<FileColumn> column;
};

/// Reads class, parameters and configuration of a node; returns nothing if the class has no
/// component.
std::optional<ReadComponent> read_component(const SystemNode& node, const std::string& file,
                                            const Registry& registry, Diagnostics& errors,
                                            Diagnostics& warnings);

/// Returns the series of a column as Twin4Build reads it for a source: linear between stamps,
/// constant outside them, with the value at the end of a step.
SeriesSpec source_series(FileColumn column);

}  // namespace hearth::twin4build
