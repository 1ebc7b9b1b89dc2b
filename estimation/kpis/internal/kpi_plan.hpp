// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hearth/estimation/kpis/kpi_settings.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/component/series.hpp"

namespace hearth {

/// The way in which a KPI is computed from the sums of a run.
enum class KpiMeasure {
  Energy,
  Cost,
  Emission,
  Peak,
  TemperatureDiscomfort,
  Co2Discomfort,
  DegreeHoursLow,
  DegreeHoursHigh,
  UnmetHours,
  Co2Hours,
  PmvMean,
  PpdMean,
  PpdMax,
  PmvOutHours,
  EnergyOfCarrier,
  EnergyOfEndUse,
};

/// A KPI of the catalogue; families have a placeholder in their name.
struct KnownKpi {
  KpiMeasure measure;
  Kpi kpi;
  const char* carrier = "";  ///< for a peak
};
const std::vector<KnownKpi>& kpi_catalogue();

/// A quantity over time: a signal of the rows or a series of the settings.
struct KpiSource {
  int position = -1;        ///< index in `Kpis::signals`; -1: a series
  int series = -1;          ///< index in `KpiPlan::series`
  Conversion conversion{};  ///< for a signal
};

enum class ZonePart {
  Temperature,
  Co2,
  Lower,
  Upper,
  Co2Upper,
  Occupied,
  Radiant,
  Humidity,
  AirSpeed,
  MetabolicRate,
  Clothing,
};
inline constexpr std::size_t kZoneParts = 11;

/// People of a zone.
struct PeoplePlan {
  KpiSource number;
  double few = 0.0;  ///< number up to which they do not make the zone occupied
};

struct ZonePlan {
  std::string name;
  std::vector<KpiSource> heating{}, cooling{};  ///< W
  std::vector<PeoplePlan> people{};
  std::array<std::optional<KpiSource>, kZoneParts> parts{};

  const std::optional<KpiSource>& operator[](ZonePart part) const {
    return parts[static_cast<std::size_t>(part)];
  }
  std::optional<KpiSource>& operator[](ZonePart part) {
    return parts[static_cast<std::size_t>(part)];
  }
};

/// A signal that takes energy.
struct PowerPlan {
  KpiSource signal;  ///< W
  double factor = 1.0;
  int carrier = 0;
  int end_use = -1;  ///< -1: none
  int use = 0;       ///< index in `KpiPlan::uses`
};

struct CarrierPlan {
  std::string name;
  std::optional<KpiSource> price, emission;  ///< per kWh
};

/// A series to resolve for each run.
struct SeriesPlan {
  SeriesSpec spec;
  std::optional<Unit> target;
  Where where;
};

/// A KPI of the list and the source of its value.
struct KpiEntry {
  Kpi kpi;
  KpiMeasure measure{};
  int index = -1;      ///< index of the carrier or end use; -1: all, or none
  bool given = false;  ///< whether the settings contain its inputs
};

/// Assumed signals that are not in the results, and the KPIs that cannot be computed without them.
struct Unrecorded {
  std::vector<std::string> signals;  ///< in the order of the search
  bool temperature = false, co2 = false, votes = false;
  std::set<std::string> carriers, end_uses;
  std::vector<std::string> people;  ///< without them, zones count as always occupied
};

/// The settings with the positions of their signals in those of a model or file.
struct KpiPlan {
  std::vector<int> signals;        ///< ascending
  std::vector<std::string> names;  ///< names of `signals`
  std::vector<ZonePlan> zones;
  std::vector<PowerPlan> powers;
  std::vector<CarrierPlan> carriers;
  std::vector<std::string> end_uses;
  std::vector<std::pair<int, int>> uses;  ///< carrier and end use (-1: none) of the powers
  std::vector<SeriesPlan> series;
  std::vector<KpiEntry> entries;
  std::vector<Kpi> list;
  std::optional<double> floor_area;
  double tolerance = 0.0;
  bool monthly = false;
  bool comfort_votes = false;  ///< whether PMV is requested
  AbsentNames absent_names = AbsentNames::Refuse;
  std::vector<AbsentName> absent;
  Unrecorded unrecorded;
  Diagnostics notes;

  /// Refuses an unknown name, or leaves it out with a note.
  void lack(const std::string& name, Diagnostic message, Diagnostics& diagnostics);
};

struct Kpis::Impl {
  KpiPlan plan;
};

/// Makes the plan; adds errors to `diagnostics`.
KpiPlan make_kpi_plan(const KpiSettings& settings, const std::vector<std::string>& names,
                      const std::vector<Signal>& signals, AbsentNames absent_names,
                      Diagnostics& diagnostics);

/// Sets `entries`, `list` and the members that depend on them.
void choose_kpis(const std::vector<std::string>& names, KpiPlan& plan, Diagnostics& diagnostics);

}  // namespace hearth
