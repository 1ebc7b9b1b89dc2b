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

/// A quantity over time in the settings of KPIs: an output of the model or a series.
struct KpiSeries {
  /// A series, or the output `id.port`.
  std::variant<SeriesSpec, std::string> source = SeriesSpec{};
  Where where{};
  std::optional<Unit> unit{};  ///< unit of a signal that does not state its own
};

/// Comfort settings of one zone, or the defaults of all zones. Temperatures are in degC.
struct KpiZone {
  std::string name;
  std::string temperature;             ///< `id.port`, "": none
  std::string co2;                     ///< `id.port`, "": none
  std::optional<double> floor_area{};  ///< m2
  /// Patterns of the powers that heat or cool the zone.
  std::vector<std::string> heating{}, cooling{};
  std::optional<KpiSeries> lower{}, upper{};  ///< limits of the temperature, degC
  std::optional<KpiSeries> co2_upper{};       ///< ppm
  std::optional<KpiSeries> occupied{};        ///< above 0: occupied; if not set, by `people`
  /// Outputs with numbers of people: the zone is occupied while one of them is above its number in
  /// `few_people`, otherwise above 0; empty: always occupied.
  std::vector<std::string> people{};
  std::map<std::string, double> few_people{};
  // the inputs of PMV and PPD
  std::optional<KpiSeries> radiant_temperature{};  ///< degC; if not set, temperature of the air
  std::optional<KpiSeries> relative_humidity{};    ///< %, default 50
  std::optional<KpiSeries> air_speed{};            ///< m/s, default 0.1
  std::optional<KpiSeries> metabolic_rate{};       ///< met, default 1.2
  std::optional<KpiSeries> clothing{};             ///< clo, default 1.0
  Where where{};
  std::optional<Unit> temperature_unit{}, co2_unit{};  ///< units of signals that do not state them
  bool assumed = false;  ///< taken from a model: a signal that was not recorded is not an error
};

/// Powers that the building takes from outside.
struct KpiEnergy {
  std::vector<std::string> signals{};  ///< patterns over `id.port`; powers
  std::string carrier;                 ///< `electricity`, `gas`, `district_heating` or another
  std::string end_use;                 ///< `heating`, `cooling`, `fans`, `pumps`, `lighting`, ...
  double factor = 1.0;                 ///< energy bought for each unit of the signal
  Where where{};
  std::optional<Unit> unit{};  ///< unit of signals that do not state it
  bool assumed = false;  ///< taken from a model: a signal that was not recorded is not an error
};

/// Price and emissions of a carrier; values hold from stamp to stamp (zero-order hold).
struct KpiCarrier {
  std::optional<KpiSeries> price{};     ///< currency per kWh
  std::optional<KpiSeries> emission{};  ///< kg CO2 per kWh
  /// Prices that the scenarios of a service use instead of `price`; if not set, `price`.
  std::optional<KpiSeries> dynamic_price{}, highly_dynamic_price{};
};

/// Settings of KPIs: the signals that they use, comfort limits, prices and emissions. Read from the
/// `kpi` section of a scenario set or from a separate file.
struct KpiSettings {
  std::optional<double> floor_area{};  ///< m2; if not set, the sum of the areas of the zones
  KpiZone comfort{};                   ///< defaults of all zones
  std::vector<KpiZone> zones{};        ///< empty: the zones of the model
  /// Energy that the building takes from outside; if empty, it follows from the component types of
  /// the model.
  std::vector<KpiEnergy> energy{};
  std::map<std::string, KpiCarrier> carriers{};
  bool monthly = false;  ///< whether to make a table of each month too
  /// Exceedance of a limit, in K, up to which time does not count in `unmet_hours`: half the
  /// throttling range of ASHRAE 90.1, the 0.2 K that EnergyPlus uses in its reports.
  double tolerance = 0.2;
};

/// Reads the settings. Adds problems to `diagnostics`; paths remain as in the file.
KpiSettings read_kpi_settings(const JsonNode& node, Diagnostics& diagnostics);

/// Reads a file of settings: the section alone, or `{"hearth": 1, "kpi": {...}}`. Throws InputError
/// if it is invalid.
KpiSettings read_kpi_file(const std::filesystem::path& path);

/// Calls `visit` with every file column that the settings name, in a fixed order.
void visit_kpi_files(KpiSettings& settings,
                     const std::function<void(FileColumn&, const Where&)>& visit);

/// Returns the JSON Schema of the settings; it refers to the definitions of series and units.
nlohmann::ordered_json kpi_settings_schema();
/// Returns the JSON Schema of a file of settings, as text.
std::string kpi_file_schema();

/// Completes settings from a model: adds its zones, and the energy that its components take from
/// outside according to their types. Marks both as assumed and adds notes about them
/// (`kpi.assumed`).
KpiSettings complete_settings(KpiSettings settings, const Plan& plan, Diagnostics& diagnostics);

}  // namespace hearth
