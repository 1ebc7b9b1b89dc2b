// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/estimation/twin/known_times.hpp"
#include "hearth/estimation/twin/measured_boundaries.hpp"
#include "hearth/estimation/twin/twin_problem.hpp"

namespace hearth {

/// Finds the time over which a twin is calibrated and validated: the time that the sensors of most
/// zones and the series that drive them share. Writes its results to the problem.
///
/// Call the functions in the order of their declarations.
class TwinTime {
 public:
  /// Keeps references to its arguments. `model` contains the measurements.
  TwinTime(const SimulationModel& model, const TwinRequest& request, TwinProblem& problem);

  /// Finds the zones whose sensor has values, the time that most of these sensors share, and the
  /// zone of local time: that of the site or, without a site, that of the time stamps.
  void read_thermometers();
  /// Returns and reports the measured outputs whose series, as boundaries of the problem's model,
  /// would shorten the shared time too much.
  std::set<std::string> find_unfit(const MeasuredBoundaries& boundaries);
  /// Shortens the shared time to that of all series that drive the problem's model, and divides it
  /// into the calibration and validation periods. Throws InputError `twin.no_overlap` or
  /// `twin.share`.
  void divide();
  /// Finds the times at which a zone is not compared because a series that drives it has a gap, and
  /// the remaining time.
  void weigh(TwinZone& zone);
  /// Lets runs of the model continue over gaps, which have already been reported.
  void bridge_holes();
  /// Interpolates measurements of a model at its rows if most of their stamps are between the rows.
  void take_between_stamps(SimulationModel& model);
  /// Returns the interval of rows that suffices to show the trends: the interval of the
  /// measurements, at most 15 minutes.
  Duration interval() const { return interval_; }
  /// Returns the interval between values of a zone's sensor, at least a minute; 15 minutes if the
  /// stamps do not show it.
  Duration apart(const std::string& zone) const;
  /// Returns the first temperature of a zone, degC.
  std::optional<double> first_value(const std::string& zone) const;

  Duration warmup() const { return warmup_; }

 private:
  /// A series that drives the problem's model.
  struct Driving {
    std::string component;
    std::string name;    ///< in messages
    std::string output;  ///< output that it replaces; "" if it belongs to the model
    FileColumn column;
    std::optional<KnownTimes> known{};  ///< none: the series has no values
  };

  struct Thermometer {
    std::shared_ptr<const RawSeries> raw;
    KnownTimes known;
  };

  std::vector<Driving> driving_series(const MeasuredBoundaries& boundaries);
  void find_civil_time();
  std::shared_ptr<const RawSeries> read(const FileColumn& column, const Where& where);
  bool is_unfit(const Driving& driving, const Stretch& time, std::string& why) const;
  void report_hole(const Driving& driving);
  std::string name_of(const FileColumn& column) const;
  std::string text(Instant time) const;
  std::string text(const Stretch& stretch) const;
  void shorten();
  void doubt_weather();
  void refuse_short(long steps) const;

  const SimulationModel& model_;
  const TwinRequest& request_;
  TwinProblem& problem_;
  DataResolver resolver_;
  DataFiles& files_ = resolver_.files();
  std::map<std::string, Thermometer> thermometers_;  // by zone
  Stretch common_;                                   // common time of the sensors
  std::vector<Driving> driving_;
  std::set<std::string> reported_;   // series whose gaps are reported
  std::vector<std::string> limits_;  // series that limit the time
  Duration interval_{}, warmup_{};
};

}  // namespace hearth
