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
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// A zone of a building, and what is known of it.
struct TwinZone {
  std::string id;
  bool measured = false;                  ///< its temperature, at least in part of the time
  bool fitted = false;                    ///< there is enough to learn from
  std::vector<std::string> parameters{};  ///< that are estimated, `id.name`
  /// Inputs of air, water and heat that come from components which nothing measures, `id.port`.
  std::vector<std::string> guessed_inputs{};
  /// Times at which it is not compared, since what drives it is not known.
  std::vector<Stretch> excluded{};
  /// Quarters of days with values that count, in days.
  double days_learned = 0.0, days_kept_back = 0.0;
  std::string missing_series{};       ///< id of that of its thermometer, which is not there
  std::vector<std::string> doubts{};  ///< why its errors prove too little; empty: they count
};

/// How a twin is learned.
struct TwinRequest {
  DataOptions data;                         ///< where the measured series are
  std::string model_file;                   ///< that the calibration file names
  std::string data_folder;                  ///< that it names, from its own folder; "": none
  double learned = 2.0 / 3.0;               ///< share of the time that is learned from
  std::optional<Duration> step{};           ///< none: that of the measurements, at most 15 minutes
  std::map<std::string, double> earlier{};  ///< estimates to start from, by name of the parameter
  std::map<std::string, std::string> storeys{};         ///< of zones, as `Translation` has them
  std::map<std::string, std::string> missing_series{};  ///< as `Translation` has them
};

/// A calibration problem that was made of a model and its measurements.
struct TwinProblem {
  /// The building with what is estimated in it, to be run over the measured time.
  SimulationModel building;
  SimulationModel model;  ///< its measured zones with measured boundaries
  std::vector<TwinZone> zones;
  PlantTrends plant;  ///< what was read off the trends of equipment
  std::string file;   ///< text of the calibration file; "": no zone is measured
  Instant start{}, learned_until{}, end{};
  Duration step{};
  Zone civil_time{};            ///< of schedules
  std::string civil_time_of{};  ///< what says so: `the site`, ...; "": nothing
  Diagnostics notes;
};

/// Makes the calibration problem of a building from what is measured: which parameters can be
/// estimated, over which time, and what is kept back for validation.
///
/// Estimated are the heat capacities, resistances and apertures of each zone whose temperature is
/// measured, its use by blocks of the day (`with_zone_details`), the nominal powers of gains that
/// heat it alone and follow no schedule, and the resistances to its neighbours. What the model has
/// now is the guess and the mean of a normal prior with the same standard deviation, bounds are a
/// tenth and ten times the guess; uses have a standard deviation of 0.5 and lie between 0 and 3.
/// Losses and apertures of 0 are estimated upwards, with the standard deviation that other zones
/// have for each m3. Temperatures of zones and walls start at the first measured one; that of walls
/// is estimated, with a standard deviation of 2 K. InputError `twin.not_measured` or
/// `twin.series_missing` if the model measures no output, `twin.no_data_folder` if none of the
/// files is there, and `twin.no_overlap` or `twin.share` if the measured temperatures have no
/// common time.
TwinProblem make_twin_problem(const SimulationModel& model, const Registry& registry,
                              const TwinRequest& request);

}  // namespace hearth
