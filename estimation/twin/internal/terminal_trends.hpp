// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hearth/estimation/twin/internal/plant_draft.hpp"

namespace hearth {

/// The trends of a zone's air terminal and of the controllers of that terminal.
struct Terminal {
  std::string id;
  std::optional<Trend> flow, power, outlet;  ///< kg/s, W, degC
  std::optional<Trend> below, above;         ///< K beyond the heating and the cooling setpoint
  std::optional<Trend> heat_to, cool_to;     ///< the setpoints, degC
};

/// Returns the controllers of heating or of cooling of a terminal.
std::vector<std::string> controllers_of(const PlantDraft& draft, const std::string& terminal,
                                        bool heating);

/// Returns a terminal with its trends; those that are neither measured nor set are left empty.
Terminal terminal_of(PlantDraft& draft, const std::string& id);

/// Returns the rows in which all setpoints that change by at least 1 K have their setback value.
Rows in_setback(const std::vector<Terminal>& terminals, std::size_t rows);

/// Returns, by row, the deviation in K of the zone furthest from its setpoint; NaN if unknown.
Trend largest_demands(const std::vector<Terminal>& terminals, std::size_t rows);

/// Returns the demand at which a unit started or stopped between a row and the previous row: the
/// demand of the previous row, extrapolated by half an interval with its previous change. If the
/// unit had also started or stopped in the previous interval, the demand changed its direction at
/// that time; in this case, the mean of the last two demands is returned. `on` contains the rows in
/// which the unit ran.
double demand_of_change(const Trend& demands, const Rows& on, std::size_t row);

/// Determines the flows and the heat of a terminal from the rows in which its unit runs.
void learn_terminal(PlantDraft& draft, const Terminal& terminal, const Rows& on);

}  // namespace hearth
