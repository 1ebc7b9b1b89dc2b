// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "hearth/data/json/json_document.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/series.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// A number over time in the settings of KPIs: an output of the model or a series.
struct KpiSeries {
  std::variant<SeriesSpec, std::string> source = SeriesSpec{};  ///< or `id.port`
  Where where{};
  std::optional<Unit> unit{};  ///< of a signal that does not say its own
};

/// Comfort in one zone, or the defaults of all. Temperatures in degC.
struct KpiZone {
  std::string name;
  std::string temperature;                        ///< `id.port`, "": none
  std::string co2;                                ///< `id.port`, "": none
  std::optional<double> floor_area{};             ///< m2
  std::vector<std::string> heating{}, cooling{};  ///< patterns of powers that the zone is given
  std::optional<KpiSeries> lower{}, upper{};      ///< limits of the temperature, degC
  std::optional<KpiSeries> co2_upper{};           ///< ppm
  std::optional<KpiSeries> occupied{};            ///< above 0: somebody is there; none: always
  // for PMV and PPD
  std::optional<KpiSeries> radiant_temperature{};  ///< degC; none: as the air
  std::optional<KpiSeries> relative_humidity{};    ///< %, default 50
  std::optional<KpiSeries> air_speed{};            ///< m/s, default 0.1
  std::optional<KpiSeries> metabolic_rate{};       ///< met, default 1.2
  std::optional<KpiSeries> clothing{};             ///< clo, default 1.0
  Where where{};
  std::optional<Unit> temperature_unit{}, co2_unit{};  ///< of signals that do not say their own
  bool assumed = false;  ///< taken from a model: a signal that was not recorded is not an error
};

/// Signals that take energy from outside the building.
struct KpiEnergy {
  std::vector<std::string> signals{};  ///< patterns over `id.port`; powers
  std::string carrier;                 ///< `electricity`, `gas`, `district_heating` or another
  std::string end_use;                 ///< `heating`, `cooling`, `fans`, `pumps`, `lighting`, ...
  double factor = 1.0;                 ///< energy bought for each unit of the signal
  Where where{};
  std::optional<Unit> unit{};  ///< of signals that do not say their own
  bool assumed = false;  ///< taken from a model: a signal that was not recorded is not an error
};

/// What a carrier costs and emits; held from stamp to stamp (zero-order hold).
struct KpiCarrier {
  std::optional<KpiSeries> price{};     ///< currency per kWh
  std::optional<KpiSeries> emission{};  ///< kg CO2 per kWh
  /// Prices that scenarios of a service choose instead of `price`; none: as that.
  std::optional<KpiSeries> dynamic_price{}, highly_dynamic_price{};
};

/// The `kpi` part of a scenario set, or a file of its own: which signals mean what.
struct KpiSettings {
  std::optional<double> floor_area{};  ///< m2; none: the sum of the zones'
  KpiZone comfort{};                   ///< defaults of all zones
  std::vector<KpiZone> zones{};        ///< empty: the zones of the model
  std::vector<KpiEnergy> energy{};     ///< empty: what the types of the model take from outside
  std::map<std::string, KpiCarrier> carriers{};
  bool monthly = false;  ///< a table of each month too
  /// K beyond a limit that still count as met in `unmet_hours`: half the throttling range of
  /// ASHRAE 90.1, the 0.2 K that EnergyPlus reports with.
  double tolerance = 0.2;
};

/// Reads the settings; what is wrong goes to `diagnostics`, paths are as in the file.
KpiSettings read_kpi_settings(const JsonNode& node, Diagnostics& diagnostics);

/// Reads a file of settings: the section alone, or `{"hearth": 1, "kpi": {...}}`. Throws
/// InputError.
KpiSettings read_kpi_file(const std::filesystem::path& path);

/// Calls `visit` with every file column that the settings name, in a fixed order.
void visit_kpi_files(KpiSettings& settings,
                     const std::function<void(FileColumn&, const Where&)>& visit);

/// Returns the JSON Schema of the settings; it refers to the definitions of series and units.
nlohmann::ordered_json kpi_settings_schema();
/// Returns the JSON Schema of a file of settings, as text.
std::string kpi_file_schema();

/// Fills in what the settings leave open from a model: its zones, and what its components take
/// from outside by their types; both are marked as assumed. Notes name what was (`kpi.assumed`).
KpiSettings complete_settings(KpiSettings settings, const Plan& plan, Diagnostics& diagnostics);

}  // namespace hearth
