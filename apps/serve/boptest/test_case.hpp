// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/apps/serve/boptest/overwrites.hpp"
#include "hearth/apps/serve/boptest/points.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/framework/run/run.hpp"

namespace hearth::apps {

/// A signal that clients may overwrite: `<name>_u` with `<name>_activate`.
struct InputPoint {
  std::string name;
  std::string signal;       ///< `id.port` of the model that it overwrites
  std::string u, activate;  ///< paths of unconnected inputs; `activate` "": `u` is the input itself
  int cell = -1;            ///< output with the value in effect; -1: the value that was set
  PointUnit unit;
  double standard =
      0.0;  ///< value of an unconnected input that is not set, in the unit of the model
  PointData data;
};

/// A signal that clients may read: `<name>_y`.
struct MeasurementPoint {
  std::string name;
  int cell = 0;
  PointUnit unit;
  PointData data;
};

/// A series of which clients may request future values.
struct ForecastPoint {
  std::string name;
  Series series;  ///< in the unit of the model
  Conversion conversion;
  PointData data;
};

/// The electricity price on which KPIs are based.
enum class PriceScenario { Constant, Dynamic, HighlyDynamic };
inline constexpr int kPriceScenarios = 3;

/// Settings of a test case that the model does not contain.
struct TestCaseSettings {
  std::string name;
  KpiSettings kpi{};
  std::vector<std::string> measurements{};  ///< further signals, as patterns over `id.port`
};

/// A model as a test case of BOPTEST: points to overwrite and to read, forecasts, times, KPIs. It
/// is immutable except for a cache; any number of tests may use it at once.
///
/// Times of clients are in seconds since 1 January 00:00 of the year in which the model starts, in
/// the standard time of the site.
class TestCase {
 public:
  /// Throws InputError or ModelError with all problems that were found. Warnings and notes go to
  /// `diagnostics`.
  TestCase(const SimulationModel& model, const DataOptions& data, TestCaseSettings settings,
           const CompileOptions& compile, Diagnostics& diagnostics);

  const std::string& name() const { return name_; }
  const Plan& plan() const { return *plan_; }
  const std::vector<InputPoint>& inputs() const { return inputs_; }
  const std::vector<MeasurementPoint>& measurements() const { return measurements_; }
  const std::vector<ForecastPoint>& forecasts() const { return forecasts_; }
  const ForecastPoint* forecast(std::string_view name) const;
  /// Returns the value of a forecast at a time of clients, in the unit of the point.
  double forecast_at(const ForecastPoint& point, double time) const {
    return point.conversion.factor * point.series.at(time - series_start_) + point.conversion.shift;
  }
  const Kpis& kpis(PriceScenario prices) const { return *kpis_[static_cast<int>(prices)]; }

  /// Returns seconds since the start of the year, and back to the millisecond.
  double time_of(Instant instant) const { return seconds(instant - year_); }
  Instant instant_of(double time) const;
  Instant earliest() const { return earliest_; }
  Instant latest() const { return latest_; }
  Instant start() const { return start_; }
  Duration step() const { return step_; }

  /// Returns the middle days of scenarios by their BOPTEST names; 1 January is day 0.
  const std::map<std::string, int>& periods() const { return periods_; }

  /// Returns the longest step of a run from `start` that is at most the model's step and divides
  /// `control_step`; nothing if no such step is at least 1 ms long.
  std::optional<Duration> run_step(Instant start, Duration control_step) const;
  /// Returns the basis of runs from `start` to the last time in whole steps. Tests that request the
  /// same basis share it.
  std::shared_ptr<const RunBasis> basis(Instant start, Duration step) const;
  /// Returns the basis that continues from another one in steps of another length.
  std::shared_ptr<const RunBasis> basis_from(Instant now, Instant origin, Duration step) const;
  KpiMeter meter(PriceScenario prices, Instant start, Instant origin, Duration step) const;

 private:
  using BasisKey = std::pair<Instant, Duration>;

  void read_clocks();
  void choose_times(Diagnostics& diagnostics);
  void extend(Instant next_year);
  /// Returns whether there are data from `start` to `end`; if so, sets `whole_`.
  bool resolves(Instant start, Instant end, Diagnostics& missing);
  void add_inputs(const std::vector<OverwrittenSignal>& signals, PointNames& names);
  void add_measurements(const std::vector<std::string>& patterns, PointNames& names);
  void add_kpis(const KpiSettings& settings, Diagnostics& diagnostics);
  void add_weather();
  void add_schedules();
  void add_limits(const KpiSettings& settings);
  void add_prices(const KpiSettings& settings);
  void add_forecast(std::string name, Series series, const Unit& unit, std::string description);
  std::optional<Series> series_of(const KpiSeries& series, const Unit& unit);
  void set_ranges();
  void find_periods();
  std::optional<std::pair<double, double>> own_range(const std::string& signal) const;
  Instant clock_origin(Instant start, Duration step) const;
  std::shared_ptr<const RunBasis> make_basis(Instant start, Instant origin, Duration step) const;

  std::string name_;
  std::shared_ptr<const Plan> plan_;
  std::unique_ptr<DataResolver> resolver_;
  std::string timezone_;
  Zone zone_;
  Instant year_{}, earliest_{}, latest_{}, start_{};
  Duration step_{};
  Duration grid_{};                        // all clocks of the model tick on it; 0: no clocks
  bool timed_ = false;                     // points of series count from the model's start
  std::shared_ptr<const RunBasis> whole_;  // basis of all times, for forecasts
  double series_start_ = 0.0;              // time of clients that is 0 s in its series
  std::vector<InputPoint> inputs_;
  std::vector<MeasurementPoint> measurements_;
  std::vector<ForecastPoint> forecasts_;
  std::unique_ptr<Kpis> kpis_[kPriceScenarios];
  std::map<std::string, int> periods_;
  mutable std::mutex mutex_;  // protects the cache
  mutable std::map<BasisKey, std::weak_ptr<const RunBasis>> bases_;
};

}  // namespace hearth::apps
