// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hearth/estimation/twin/internal/plant_draft.hpp"

namespace hearth {

/// The trends of a zone's air terminal and of what controls it.
struct Terminal {
  std::string id;
  std::optional<Trend> flow, power, outlet;  ///< kg/s, W, degC
  std::optional<Trend> below, above;         ///< K beyond the heating and the cooling setpoint
  std::optional<Trend> heat_to, cool_to;     ///< the setpoints, degC
};

/// Returns the controllers of a terminal: of heating, or of cooling.
std::vector<std::string> controllers_of(const PlantDraft& draft, const std::string& terminal,
                                        bool heating);

/// Returns a terminal with what is known of it; nothing for what is neither measured nor given.
Terminal terminal_of(PlantDraft& draft, const std::string& id);

/// Returns the rows in which all setpoints that ever change by 1 K have their saving value.
Rows in_setback(const std::vector<Terminal>& terminals, std::size_t rows);

/// Returns by how many K a zone misses its setpoint most, by row; NaN if that is not known.
Trend largest_demands(const std::vector<Terminal>& terminals, std::size_t rows);

/// Returns the demand at which a unit started or stopped between a row and the one before: half an
/// interval after that, as the demand changed until then. If the unit had changed within one
/// interval before, demands moved the other way until then: the mean of the two last ones counts.
/// `on`: in which rows the unit ran.
double demand_of_change(const Trend& demands, const Rows& on, std::size_t row);

/// Reads the flows and the heat of a terminal off the rows in which its unit runs.
void learn_terminal(PlantDraft& draft, const Terminal& terminal, const Rows& on);

}  // namespace hearth
