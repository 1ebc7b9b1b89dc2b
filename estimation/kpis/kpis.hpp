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
  std::string name;  ///< `ener_tot`, `tdis_tot`, ... as in BOPTEST, or one of Hearth's own
  std::string unit;  ///< `kWh/m2`, `K h`, ...
  std::string doc;
};

/// How a power between two rows is taken.
enum class PowerRule {
  Step,       ///< a row's power holds over the step that ends there (rows of the stepwise engine)
  Trapezoid,  ///< straight lines between rows
};

/// A category of indoor climate: limits of the operative temperature, degC.
struct ComfortCategory {
  const char* name;
  double lower, upper;
};

/// The categories of EN 16798-1:2019, table B.2, offices: the lower limit is that of winter, the
/// upper one that of summer.
inline constexpr std::array<ComfortCategory, 4> kComfortCategories{
    {{"I", 21.0, 25.5}, {"II", 20.0, 26.0}, {"III", 19.0, 27.0}, {"IV", 18.0, 28.0}}};

/// What a zone went through; NaN if it has no such signal or limit.
struct KpiZoneValues {
  std::string name;
  double mean = 0.0, min = 0.0, max = 0.0;    ///< temperature, degC
  double cold_hours = 0.0, warm_hours = 0.0;  ///< h beyond a limit while occupied
  double unmet_hours = 0.0;                   ///< h beyond one by more than the tolerance
  double heating = 0.0, cooling = 0.0;        ///< kWh
  double occupied_hours = 0.0;                ///< h
  /// Occupied time in each of `kComfortCategories` and in no better one, and beyond all of them, h.
  std::array<double, kComfortCategories.size() + 1> category_hours{};
};

/// Energy of a carrier for an end use, of the whole building.
struct KpiUseValues {
  std::string carrier, end_use;  ///< end use "": none is set
  double energy = 0.0;           ///< kWh
  std::vector<double> months{};  ///< kWh, of each of `KpiValues::months`
};

/// The largest mean of the power of a carrier.
struct KpiPeak {
  std::string carrier;
  double power = 0.0;             ///< kW, of the whole building; NaN: none
  double start = 0.0, end = 0.0;  ///< s since the origin: over which it is a mean
};

/// A signal whose power is energy of a carrier.
struct KpiPowerSignal {
  int signal = 0;  ///< among those that `Kpis` was made with
  std::string carrier, end_use;
  Conversion to_watts{};
  double factor = 1.0;  ///< energy bought for each unit
};

/// Values of KPIs; NaN if there is none (no such carrier, no zone).
struct KpiValues {
  std::vector<double> values;  ///< in the order of `Kpis::list`
  /// Of each month: the month (`2024-01`) and values in the same order.
  std::vector<std::pair<std::string, std::vector<double>>> months{};
  std::vector<KpiZoneValues> zones{};
  std::vector<KpiUseValues> uses{};
  std::vector<KpiPeak> peaks{};
};

/// What becomes of names in the settings that a model does not have: of the powers and zones, and
/// of KPIs of carriers and end uses.
enum class AbsentNames {
  Refuse,
  LeaveOut,  ///< for sets of models that differ; noted as `kpi.left_out`
};

/// A name that was left out, and the message about it elsewhere.
struct AbsentName {
  std::string name;
  Diagnostic message;
};

/// The KPIs that a building's settings give: prepared once, evaluated for each run.
///
/// Powers are integrated by the rule, prices and emissions held from stamp to stamp, temperatures
/// and concentrations by trapezoids of what is beyond the limit, peaks are the largest mean of 15
/// minutes (aligned to the start of evaluation). `*_tot` are per m2 of floor, or of the building
/// where no area is known; the unit shows which.
class Kpis {
 public:
  /// InputError for names that are unknown (`kpi.unknown`, with the nearest), signals that are not
  /// there and units that do not fit. Signals are looked for among `signals`. `names` empty: all
  /// that the settings can give.
  Kpis(const KpiSettings& settings, const std::vector<std::string>& names,
       const std::vector<Signal>& signals, AbsentNames absent_names = AbsentNames::Refuse);
  ~Kpis();
  Kpis(Kpis&&) noexcept;
  Kpis& operator=(Kpis&&) noexcept;

  const std::vector<Kpi>& list() const;
  /// Returns which of the signals are used, rising: what a run has to deliver.
  const std::vector<int>& signals() const;
  /// Returns the powers that make up energy, each with its carrier and end use ("": none).
  std::vector<KpiPowerSignal> powers() const;
  /// Returns the floor area in m2 that KPIs are divided by, if it is known.
  std::optional<double> floor_area() const;
  /// Returns the notes: KPIs without inputs and what to add (`kpi.no_input`), a floor
  /// area that is not set (`kpi.floor_area_missing`).
  const Diagnostics& notes() const;
  const std::vector<AbsentName>& absent() const;
  /// Returns the unit of a KPI of the catalogue in this building: without `/m2` if no floor area
  /// is known.
  std::string unit_here(const std::string& unit) const;

 private:
  friend class KpiMeter;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Takes the rows of one run and keeps sums only; no memory is taken for a row. The `Kpis` it was
/// made from must outlive it, and may serve several meters at once.
class KpiMeter {
 public:
  struct Request {
    Instant start{};  ///< of evaluation: the end of warm-up; rows before are passed over
    Instant end{};
    Instant origin{};  ///< where `seconds` of `row` count from
    Duration step{};   ///< of the rows; 0 if they are irregular
    /// Rows cover intervals, the longest one of `step`: above 15 minutes, peaks are means of rows.
    bool by_rows = false;
    PowerRule power = PowerRule::Step;
    Zone zone{};  ///< of months and weekly rules
    std::string timezone;
  };
  /// Resolves prices, limits and the like; problems throw InputError.
  KpiMeter(const Kpis& kpis, const Request& request, SeriesResolver& resolver);
  ~KpiMeter();
  KpiMeter(KpiMeter&&) noexcept;

  /// Takes a row: seconds since `origin`, not falling, and the values of `Kpis::signals`.
  /// InputError `kpi.not_finite` for a value that is none, `kpi.time_order` for a time before the
  /// last.
  void row(double seconds, const double* values);
  KpiValues finish();
  /// Forgets all rows: the next one is the first of another run over the same time.
  void restart();
  /// Returns the messages of the resolver and what was done with long steps (`kpi.long_steps`).
  const Diagnostics& notes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Returns the meaning of a KPI as it was computed: a peak names the time it is a mean over.
std::string meaning_of(const Kpi& kpi, const KpiMeter::Request& request);

/// Returns which outputs of a model its KPIs are computed from where no settings are given: what
/// `complete_settings` assumes of its zones and powers.
std::vector<int> kpi_signals(const Plan& plan);

/// Returns all KPIs by name, for the reference page and `kpi.unknown`. Families stand with a
/// placeholder: `ener_<carrier>`, `ener_<end_use>`, `peak_<carrier>`.
const std::vector<Kpi>& known_kpis();

/// Returns whether a name is a KPI's, or one that a family could have.
bool may_be_kpi(std::string_view name);

/// Adds the KPIs of a run that are not among `all` yet, each behind the one it follows. KPIs of one
/// name in two units (of buildings with and without a floor area) are two.
void add_kpis(const std::vector<Kpi>& list, std::vector<Kpi>& all);

}  // namespace hearth
