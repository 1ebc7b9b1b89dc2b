// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/data/time/time_zone.hpp"
#include "hearth/estimation/kpis/kpi_settings.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/results.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/component/cells.hpp"

namespace hearth {

/// A key performance indicator: its name, unit and meaning.
struct Kpi {
  std::string name;  ///< `ener_tot`, `tdis_tot`, ... as in BOPTEST, or a name of Hearth
  std::string unit;  ///< `kWh/m2`, `K h`, ...
  std::string doc;
};

/// The course of a power between two rows.
enum class PowerRule {
  Step,  ///< the power of a row applies to the step that ends there (rows of the stepwise engine)
  Trapezoid,  ///< straight lines between rows
};

/// A category of indoor climate: limits of the operative temperature, degC.
struct ComfortCategory {
  const char* name;
  double lower, upper;
};

/// The categories of EN 16798-1:2019, table B.2, for offices: the lower limits are those of winter,
/// the upper limits those of summer.
inline constexpr std::array<ComfortCategory, 4> kComfortCategories{
    {{"I", 21.0, 25.5}, {"II", 20.0, 26.0}, {"III", 19.0, 27.0}, {"IV", 18.0, 28.0}}};

/// Results of a zone; NaN if the zone lacks the signal or the limit.
struct KpiZoneValues {
  std::string name;
  double mean = 0.0, min = 0.0, max = 0.0;    ///< temperature, degC
  double cold_hours = 0.0, warm_hours = 0.0;  ///< h beyond a limit while occupied
  double unmet_hours = 0.0;                   ///< h beyond a limit by more than the tolerance
  double heating = 0.0, cooling = 0.0;        ///< kWh
  double occupied_hours = 0.0;                ///< h
  /// Occupied time, h, by the best category of `kComfortCategories` that is met; the last number is
  /// the time at which none is met.
  std::array<double, kComfortCategories.size() + 1> category_hours{};
};

/// Energy of a carrier for an end use, of the whole building.
struct KpiUseValues {
  std::string carrier, end_use;  ///< end use "": not set
  double energy = 0.0;           ///< kWh
  std::vector<double> months{};  ///< kWh in each month of `KpiValues::months`
};

/// The largest mean of the power of a carrier.
struct KpiPeak {
  std::string carrier;
  double power = 0.0;             ///< kW, of the whole building; NaN: unknown
  double start = 0.0, end = 0.0;  ///< ends of the time of the mean, s since the origin
};

/// A signal whose power is energy of a carrier.
struct KpiPowerSignal {
  int signal = 0;  ///< index among the signals with which `Kpis` was made
  std::string carrier, end_use;
  Conversion to_watts{};
  double factor = 1.0;  ///< energy bought per unit of the signal
};

/// Values of KPIs; NaN if they cannot be computed (no such carrier, no zone).
struct KpiValues {
  std::vector<double> values;  ///< values in the order of `Kpis::list`
  /// For each month, its name (`2024-01`) and values in the same order.
  std::vector<std::pair<std::string, std::vector<double>>> months{};
  std::vector<KpiZoneValues> zones{};
  std::vector<KpiUseValues> uses{};
  std::vector<KpiPeak> peaks{};
};

/// Treatment of names in the settings that the model lacks: powers, zones, and KPIs of carriers and
/// end uses.
enum class AbsentNames {
  Refuse,
  LeaveOut,  ///< leave out, noted as `kpi.left_out`; for sets of different models
};

/// A name that was left out, and the message about it for use elsewhere.
struct AbsentName {
  std::string name;
  Diagnostic message;
};

/// The KPIs that can be computed with the settings of a building: prepared once and evaluated for
/// each run.
///
/// Powers are integrated by the `PowerRule`. Prices and emissions hold from stamp to stamp.
/// Exceedances of limits of temperatures and concentrations are integrated by trapezoids. Peaks are
/// the largest means over 15 minutes, aligned to the start of the evaluation. KPIs named `*_tot`
/// are per m2 of floor area, or of the whole building if no area is known; their unit shows which.
class Kpis {
 public:
  /// Looks for the signals of the settings among `signals`. If `names` is empty, uses all KPIs that
  /// the settings allow. Throws InputError for unknown names (`kpi.unknown`, with the nearest
  /// name), missing signals and wrong units.
  Kpis(const KpiSettings& settings, const std::vector<std::string>& names,
       const std::vector<Signal>& signals, AbsentNames absent_names = AbsentNames::Refuse);
  ~Kpis();
  Kpis(Kpis&&) noexcept;
  Kpis& operator=(Kpis&&) noexcept;

  const std::vector<Kpi>& list() const;
  /// Returns the indexes of the signals that are used, in ascending order; a run must deliver them.
  const std::vector<int>& signals() const;
  /// Returns the powers that contribute to energy, each with its carrier and end use ("": none).
  std::vector<KpiPowerSignal> powers() const;
  /// Returns the floor area in m2 by which KPIs are divided, if it is known.
  std::optional<double> floor_area() const;
  /// Returns the notes: for KPIs without inputs, the settings to add (`kpi.no_input`), and a
  /// missing floor area (`kpi.floor_area_missing`).
  const Diagnostics& notes() const;
  const std::vector<AbsentName>& absent() const;
  /// Returns the unit that a KPI of the catalogue has in this building: without `/m2` if no floor
  /// area is known.
  std::string unit_here(const std::string& unit) const;

 private:
  friend class KpiMeter;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Computes KPIs from the rows of one run. It stores only sums, so that its memory does not grow
/// with the number of rows. The `Kpis` must outlive the meter, and several meters may use them at
/// the same time.
class KpiMeter {
 public:
  struct Request {
    Instant start{};  ///< start of evaluation: the end of the warm-up; earlier rows are ignored
    Instant end{};
    Instant origin{};  ///< instant from which `seconds` of `row` count
    Duration step{};   ///< step of the rows; 0 if they are irregular
    /// Whether rows cover intervals, of which `step` is the longest. If it exceeds 15 minutes,
    /// peaks are means over rows.
    bool by_rows = false;
    PowerRule power = PowerRule::Step;
    Zone zone{};  ///< time zone of months and weekly rules
    std::string timezone;
  };
  /// Resolves prices, limits and other series. Throws InputError if there are problems.
  KpiMeter(const Kpis& kpis, const Request& request, SeriesResolver& resolver);
  ~KpiMeter();
  KpiMeter(KpiMeter&&) noexcept;

  /// Adds a row: seconds since `origin`, not decreasing, and the values of `Kpis::signals`. Throws
  /// InputError `kpi.not_finite` for a value that is not finite, and `kpi.time_order` for a time
  /// before the previous one.
  void row(double seconds, const double* values);
  KpiValues finish();
  /// Discards all rows: the next row is the first of another run over the same time.
  void restart();
  /// Returns the messages of the resolver and a note on the treatment of long steps
  /// (`kpi.long_steps`).
  const Diagnostics& notes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Returns the meaning of a KPI as it was computed: for a peak, it includes the time of the mean.
std::string meaning_of(const Kpi& kpi, const KpiMeter::Request& request);

/// Returns the outputs of a model from which its KPIs are computed without settings: the zones and
/// powers that `complete_settings` assumes.
std::vector<int> kpi_signals(const Plan& plan);

/// Returns all KPIs by name, for the reference page and `kpi.unknown`. Families are listed with a
/// placeholder: `ener_<carrier>`, `ener_<end_use>`, `peak_<carrier>`.
const std::vector<Kpi>& known_kpis();

/// Returns whether a name is the name of a KPI or can belong to a family.
bool may_be_kpi(std::string_view name);

/// Adds to `all` the KPIs in `list` that it does not contain yet, each after its predecessor in
/// `list`. KPIs with the same name but different units (of buildings with and without a floor area)
/// are different KPIs.
void add_kpis(const std::vector<Kpi>& list, std::vector<Kpi>& all);

}  // namespace hearth
