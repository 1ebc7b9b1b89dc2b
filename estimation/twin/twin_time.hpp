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

/// Finds the time over which a twin is learned and judged: what the thermometers of most zones and
/// the series that drive them have in common. Writes what it finds to the problem.
///
/// To be called in the order of the functions.
class TwinTime {
 public:
  /// Refers to its arguments. `model` has the measurements.
  TwinTime(const SimulationModel& model, const TwinRequest& request, TwinProblem& problem);

  /// Finds which zones have a thermometer with values, the time that serves most of them, and what
  /// civil time is: that of the site, else that of the stamps.
  void read_thermometers();
  /// Returns the measured outputs whose series would cost too much of that time as boundaries of
  /// the problem's model, and reports them.
  std::set<std::string> find_unfit(const MeasuredBoundaries& boundaries);
  /// Shortens the time to what all series have that drive the problem's model, and divides it.
  /// InputError `twin.no_overlap` or `twin.share`.
  void divide();
  /// Finds the times at which a zone is not compared, since a series that drives it has a hole, and
  /// how much is left.
  void weigh(TwinZone& zone);
  /// Lets the model run over holes: they are reported already.
  void bridge_holes();
  /// Lets measurements of a model whose stamps mostly lie between the steps be taken between them.
  void take_between_stamps(SimulationModel& model);
  /// Returns how far apart rows show what trends show: as the measurements, at most 15 minutes.
  Duration interval() const { return interval_; }
  /// Returns how far the values of a zone's thermometer lie apart, at least a minute; 15 minutes if
  /// its stamps do not show it.
  Duration apart(const std::string& zone) const;
  /// Returns the first temperature of a zone, degC.
  std::optional<double> first_value(const std::string& zone) const;

  Duration warmup() const { return warmup_; }

 private:
  /// A series that drives the problem's model.
  struct Driving {
    std::string component;
    std::string name;    ///< in messages
    std::string output;  ///< whose place it takes; "" if the model itself has it
    FileColumn column;
    std::optional<KnownTimes> known{};  ///< none: no values
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
  Stretch common_;                                   // of the thermometers
  std::vector<Driving> driving_;
  std::set<std::string> reported_;   // series whose holes are
  std::vector<std::string> limits_;  // what made the time short
  Duration interval_{}, warmup_{};
};

}  // namespace hearth
