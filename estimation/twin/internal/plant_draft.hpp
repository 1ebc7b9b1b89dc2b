// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/estimation/twin/internal/day_blocks.hpp"
#include "hearth/estimation/twin/internal/trend_rows.hpp"
#include "hearth/estimation/twin/internal/trends.hpp"
#include "hearth/estimation/twin/plant_trends.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// A number that was derived from trends.
struct Reading {
  double value = 0.0;
  std::optional<double> sd{};        ///< as in PlantValue
  std::optional<double> at_least{};  ///< as in PlantValue
};

/// A model whose plant is being derived from trends, with the results so far.
struct PlantDraft {
  PlantDraft(SimulationModel& changed, const Registry& components, const DataOptions& data,
             const Period& period)
      : model(changed),
        registry(components),
        source(changed),
        trends(source, components, data, period),
        blocks(period) {}

  /// Returns the measured values of a port.
  std::optional<Trend> measured(const std::string& id, const char* port, const Unit& unit) {
    return trends.measured({id, port, ""}, unit);
  }
  /// Returns a quantile of the finite values of some rows.
  Reading read(const Trend& trend, const Rows& rows, double share) const;
  /// Returns a parameter in the unit of its field, or the default of the parameter if the model
  /// does not set it.
  std::optional<double> parameter(const std::string& id, const char* name) const;
  /// Returns whether translation assumed a parameter: neither the graph nor a side file states it.
  bool is_guess(const std::string& id, const char* name) const;
  /// Sets a parameter of the model, limited to the range of its field, and notes it; a later value
  /// replaces an earlier one, and a value that is not finite is ignored.
  void set(const std::string& id, const char* name, const Reading& reading, const Unit& unit);

  SimulationModel& model;
  const Registry& registry;
  SimulationModel source;  ///< the model before any change
  Trends trends;
  DayBlocks blocks;
  PlantTrends result{};
};

/// Whether a controller controls the temperature of the air after a coil, either directly or
/// through sensors and fans, which warm the air by the same amount at each command.
bool has_air_after(const PlantDraft& draft, const std::string& controller, const std::string& coil);

}  // namespace hearth
