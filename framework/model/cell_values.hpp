// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "hearth/framework/model/resolved_model.hpp"

namespace hearth {

/// Returns the parameters and initial values of a component, with defaults for missing ones;
/// reports errors.
CellValues read_cell_values(const ResolvedModel& wiring, int component, Diagnostics& diagnostics);

/// Checks the configuration of a component: names, kinds, required members.
void check_config(const ResolvedComponent& wired, Diagnostics& diagnostics);

/// Returns the first cell of a field, counted from the first cell of its role, for these sizes of
/// the index sets.
int cell_offset(const SchemaView& schema, const Field& field, const std::vector<int>& sizes);

/// Returns the number of cells of a field.
int cell_count(const SchemaView& schema, const Field& field, const std::vector<int>& sizes);

/// Returns the series of a configuration member: the series that the component sets, otherwise the
/// column of this name in the file from which the schema takes it (`column_of`). Returns nothing if
/// neither is set.
std::optional<SeriesSpec> series_of(const Component& component, const Field& field);

}  // namespace hearth
