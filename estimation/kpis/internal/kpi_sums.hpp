// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "hearth/estimation/kpis/internal/kpi_plan.hpp"
#include "hearth/estimation/kpis/internal/thermal_comfort.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/framework/component/series.hpp"

namespace hearth {

/// A time interval between two rows, or a part of it.
struct KpiInterval {
  double from = 0.0, to = 0.0;   ///< s since the origin
  const double* left = nullptr;  ///< row at `from`; between rows, interpolated linearly
  const double* right = nullptr;
  const double* row = nullptr;  ///< row at the end of the whole interval
  bool step = false;            ///< whether its powers hold over the interval
  double length() const { return to - from; }
};

/// The largest mean of a power over windows of one length, aligned to the start of evaluation; if
/// the length is 0, over each interval that is added.
class PeakWindow {
 public:
  PeakWindow(double start, double length) : start_(start), length_(length) {}

  /// Adds a power that changes linearly from `p` to `q` over the interval.
  void add(const KpiInterval& interval, double p, double q);
  /// Returns the largest mean. A window of which less than half is covered by rows counts only if
  /// there is no other window.
  double largest() const;
  /// Returns the beginning and end of the window with the largest mean, s since the origin.
  std::pair<double, double> window() const;

 private:
  void close();
  PeakWindow closed() const;

  double start_, length_;
  long window_ = -1;
  double energy_ = 0.0, covered_ = 0.0;       // J and s of the open window
  std::optional<double> largest_, of_parts_;  // W
  std::pair<double, double> of_largest_{}, of_largest_part_{};
};

/// The sums of a zone; times are in seconds.
struct ZoneSums {
  double below = 0.0, above = 0.0, co2 = 0.0;  ///< K s and ppm s, occupied or not
  double occupied_below = 0.0, occupied_above = 0.0;
  double co2_time = 0.0, occupied = 0.0;
  double pmv = 0.0, ppd = 0.0, pmv_out = 0.0;
  double ppd_max = 0.0;
  double temperature = 0.0;  ///< K s
  double lowest = 0.0, highest = 0.0;
  double cold_time = 0.0, warm_time = 0.0, unmet = 0.0;
  double heating = 0.0, cooling = 0.0;  ///< J
  std::array<double, kComfortCategories.size() + 1> categories{};
  bool any = false;
};

/// The sums over a run or a month, and the KPIs that are computed from them.
class KpiSums {
 public:
  KpiSums(const KpiPlan& plan, const std::vector<Series>& series, double start, double window);

  void add(const KpiInterval& interval);
  std::vector<double> values() const;
  std::vector<KpiZoneValues> zone_values() const;
  /// Returns the energy of each carrier for each end use, kWh, in the order of `KpiPlan::uses`.
  std::vector<double> use_values() const;
  std::vector<KpiPeak> peaks() const;
  void clear();

 private:
  /// A quantity at both ends of an interval.
  struct Ends {
    double left = 0.0, right = 0.0;
  };
  struct Vote {
    ComfortConditions conditions;
    double pmv = 0.0, ppd = 0.0;
  };

  Ends state(const KpiSource& source, const KpiInterval& interval) const;
  Ends delivered(const KpiSource& source, const KpiInterval& interval) const;
  Ends delivered_or(const std::optional<KpiSource>& source, double standard,
                    const KpiInterval& interval) const;
  void add_energy(const KpiInterval& interval);
  double billed(const std::optional<KpiSource>& factor, const KpiInterval& interval,
                Ends power) const;
  void add_temperature(const KpiInterval& interval, std::size_t zone, Ends occupied, Ends& unmet);
  void add_co2(const KpiInterval& interval, std::size_t zone, Ends occupied);
  void add_votes(const KpiInterval& interval, std::size_t zone, Ends occupied);
  const Vote& vote(std::size_t zone, const ComfortConditions& conditions);
  double value(const KpiEntry& entry) const;
  double energy_value(const KpiEntry& entry) const;
  void add_loads(const KpiInterval& interval, std::size_t zone);
  double zone_value(KpiMeasure measure) const;

  const KpiPlan& plan_;
  const std::vector<Series>& series_;
  double start_, window_;
  std::vector<ZoneSums> zones_;
  std::vector<double> energy_, use_energy_;  // J of carriers and end uses
  std::vector<double> pair_energy_;          // J of carriers for end uses
  std::vector<double> cost_, emission_;      // J times cost or emissions per kWh
  std::vector<Ends> power_;                  // W of carriers
  std::vector<PeakWindow> peaks_;
  std::vector<std::optional<Vote>> votes_;  // latest of each zone
  double unmet_ = 0.0;                      // s
  double covered_ = 0.0;                    // s
};

}  // namespace hearth
