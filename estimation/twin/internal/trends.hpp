// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/results.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Values at equally spaced instants; NaN for missing values.
using Trend = std::vector<double>;

/// Returns the quantile of the finite values at a share, interpolated; NaN if there are none.
double quantile(Trend values, double share);

/// Runs a model and records outputs; returns nothing if it cannot run, which a run of the whole
/// model reports.
std::optional<Results> run_of_sources(const SimulationModel& model, const Registry& registry,
                                      DataResolver& resolver, const Period& period,
                                      const std::string& timezone,
                                      const std::vector<std::string>& outputs);
/// Returns a recorded output in a unit; nothing if it was not recorded or has another kind of unit.
std::optional<Trend> trend_of(const Results& results, const std::string& output, const Unit& unit);

/// The times at which the values of a series were valid.
struct Stamps {
  Duration interval{};  ///< duration of each value, at least a step of the rows
  /// Time before its row at which the interval of a value begins, as the series or its file states;
  /// nothing if neither states it.
  std::optional<Duration> lag{};
  friend bool operator==(const Stamps&, const Stamps&) = default;
};

/// The known outputs of a model over a period: measured values, and those of series and
/// schedules.
class Trends {
 public:
  /// The arguments must outlive the object; the period ends with a row.
  Trends(const SimulationModel& model, const Registry& registry, const DataOptions& data,
         const Period& period);

  const Period& period() const { return period_; }
  const std::string& timezone() const { return timezone_; }
  std::size_t rows() const { return static_cast<std::size_t>(period_.step_count()) + 1; }
  Instant time(std::size_t row) const {
    return period_.start + static_cast<long>(row) * period_.step;
  }

  /// Returns the values of an output in a unit: the measured values, otherwise the values of a
  /// source if the output passes them on, directly, through other components or through a curve
  /// over one source (PiecewiseLinearSchedule). Returns nothing if the model computes the output
  /// in another way or the series cannot be read.
  std::optional<Trend> of(const Endpoint& output, const Unit& unit);
  /// Returns the measured values of an output in a unit; nothing if it is not measured.
  std::optional<Trend> measured(const Endpoint& output, const Unit& unit);
  /// Returns the stamps of a measured output; nothing if it is not measured.
  std::optional<Stamps> stamps(const Endpoint& output);
  /// Returns the stamps of a column; nothing if it cannot be read.
  std::optional<Stamps> stamps(const FileColumn& column);
  /// Returns the numbers of a column whose stamps are the instants of the rows.
  std::optional<Trend> as_stamped(const FileColumn& column);
  /// Returns the output that feeds an input, if there is one.
  std::optional<Endpoint> source_of(const std::string& component, const std::string& port) const;

 private:
  std::optional<Trend> of_sources(const Endpoint& output, const std::vector<Endpoint>& inputs,
                                  const Unit& unit);

  const SimulationModel& model_;
  const Registry& registry_;
  Period period_;
  DataResolver resolver_;
  std::string timezone_;
  std::vector<Instant> times_;
  std::map<std::string, std::optional<Trend>> known_;  // by `id.port [unit]`
};

}  // namespace hearth
