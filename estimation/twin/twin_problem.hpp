// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/estimation/twin/plant_trends.hpp"
#include "hearth/estimation/twin/zone_sides.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// A zone of a building, with its calibration and its evidence.
struct TwinZone {
  std::string id;
  /// whether its temperature is measured, at least part of the time
  bool measured = false;
  bool fitted = false;                    ///< whether there are enough values for a calibration
  std::vector<std::string> parameters{};  ///< estimated parameters, `id.name`
  /// Inputs `id.port` that receive air, water or heat from components without measurements.
  std::vector<std::string> guessed_inputs{};
  /// Times that are not compared because inputs of the zone are unknown.
  std::vector<Stretch> excluded{};
  /// Days with compared values in the calibration and validation periods, rounded to a quarter.
  double days_learned = 0.0, days_kept_back = 0.0;
  std::string missing_series{};       ///< id of its sensor's series if the data lack it
  std::vector<std::string> doubts{};  ///< why its errors are not conclusive; empty: they are
};

/// Settings from which a twin is made.
struct TwinRequest {
  DataOptions data;                ///< data options, with the folder of the measured series
  std::string model_file;          ///< path in the calibration file
  std::string data_folder;         ///< path in the calibration file; "": none
  double learned = 2.0 / 3.0;      ///< share of the calibration period
  std::optional<Duration> step{};  ///< none: interval of the measurements, at most 15 minutes
  std::map<std::string, double> earlier{};       ///< initial estimates, by name of the parameter
  std::map<std::string, std::string> storeys{};  ///< storeys of zones, as in `Translation`
  std::map<std::string, std::string> missing_series{};  ///< as in `Translation`
};

/// A calibration problem made from a model and its measurements.
struct TwinProblem {
  /// The building with the parameters that are estimated, to be run over the measured time.
  SimulationModel building;
  SimulationModel model;  ///< the measured zones of the building with measured boundaries
  std::vector<TwinZone> zones;
  ZoneSides sides;    ///< zones whose orientation was not known
  PlantTrends plant;  ///< the results from the trends of equipment
  std::string file;   ///< text of the calibration file; "": no zone is measured
  Instant start{}, learned_until{}, end{};
  Duration step{};
  Zone civil_time{};            ///< time zone of schedules
  std::string civil_time_of{};  ///< source of the time zone: `the site`, ...; "": unknown
  Diagnostics notes;
};

/// Makes the calibration problem of a building from its measurements: finds the parameters that can
/// be estimated, the calibration period and the validation period. Zones without a known
/// orientation get the sun of the side that their temperatures show (`turn_zones_to_sun`).
///
/// The estimated parameters are the heat capacities, resistances and apertures of each zone whose
/// temperature is measured, its use by blocks of the day (`with_zone_details`), the nominal powers
/// of gains that heat only that zone and follow no schedule, and the resistances to its neighbours.
/// The value of the model is the guess. It is also the mean and the standard deviation of a normal
/// prior, with bounds at a tenth and ten times the guess. Uses have a standard deviation of 0.5 and
/// bounds of 0 and 3, or of twice the guess if that is larger. Measured series that feed only one
/// zone, such as its people, get a factor with the same standard deviation and bounds of 0 and 3.
/// Losses and apertures of 0 are also estimated; their standard deviation is the mean of the other
/// zones per m3, times the volume of the zone. Zones and walls start at the first measured
/// temperature; the initial temperature of walls is estimated, with a standard deviation of 2 K and
/// bounds of 10 K on both sides. Throws InputError: `twin.not_measured` or `twin.series_missing` if
/// the model measures no output, `twin.no_data_folder` if all files are missing, `twin.no_overlap`
/// or `twin.share` if the measured temperatures have no common time.
TwinProblem make_twin_problem(const SimulationModel& model, const Registry& registry,
                              const TwinRequest& request);

}  // namespace hearth
