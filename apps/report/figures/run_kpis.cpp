// SPDX-License-Identifier: MIT
#include "hearth/apps/report/figures/run_kpis.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "hearth/apps/report/content/table_parts.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/kpis/kpi_trajectory.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth::apps {
namespace {

std::string value_text(double value) { return std::isnan(value) ? "" : number_text(value); }

KpiValues evaluate(const Kpis& kpis, const std::vector<KpiColumn>& columns,
                   const ReportedModel& model, const RunSeries& run, std::vector<Kpi>& listed) {
  const Results& results = run.results;
  DataResolver resolver(model.data);
  KpiMeter::Request request;
  request.start = results.start;
  request.end = results.time(results.rows() - 1);
  request.origin = results.start;
  request.step = results.step;
  std::vector<double> times;
  for (long k = 0; k < results.rows(); ++k) {
    times.push_back(seconds(results.time(k) - results.start));
    if (k == 0 || results.interval.empty()) continue;
    request.step = std::max(request.step, results.time(k) - results.time(k - 1));
  }
  request.by_rows = !results.interval.empty();
  request.zone = Zone(run.zone);
  request.timezone = run.zone;
  KpiMeter meter(kpis, request, resolver);
  const KpiRow number(columns, times, [&results](std::size_t k, std::size_t column) {
    return results.row(static_cast<long>(k))[column];
  });
  std::vector<double> values(kpis.signals().size());
  for (std::size_t k = 0; k < times.size(); ++k) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = number(k, kpis.signals()[i]);
    meter.row(times[k], values.data());
  }
  for (Kpi& kpi : listed) kpi.doc = meaning_of(kpi, request);
  return meter.finish();
}

ReportTable table_of(const std::string& title, const std::string& run,
                     std::vector<std::string> columns, std::vector<std::string> units,
                     std::size_t words) {
  std::vector<bool> numeric(columns.size(), true);
  std::fill(numeric.begin(), numeric.begin() + static_cast<long>(words), false);
  ReportTable table = make_table(titled(title, run), std::move(columns), std::move(numeric));
  table.units = std::move(units);
  return table;
}

std::string rounded(double value) {
  return std::isfinite(value) ? fmt::format("{:.2f}", value) : "";
}

/// Adds the tables of peaks, zones and end uses.
void add_tables(const KpiValues& found, const RunSeries& run, RunKpis& result) {
  const Zone zone(run.zone);
  ReportTable peaks =
      table_of("Peaks", run.run, {"carrier", "from", "over", "power"}, {"", "", "", "kW"}, 3);
  for (const KpiPeak& peak : found.peaks) {
    if (!std::isfinite(peak.power)) continue;
    const Instant start = run.results.start + Duration(std::llround(1000.0 * peak.start));
    peaks.cells.push_back(
        {peak.carrier, format_time(start, zone),
         hearth::describe(Duration(std::llround(1000.0 * (peak.end - peak.start)))),
         number_text(peak.power)});
  }
  ReportTable zones = table_of(
      "Zones", run.run,
      {"zone", "mean", "min", "max", "too cold", "too warm", "unmet", "heating", "cooling"},
      {"", "degC", "degC", "degC", "h", "h", "h", "kWh", "kWh"}, 1);
  for (const KpiZoneValues& zone_values : found.zones) {
    zones.cells.push_back({zone_values.name, rounded(zone_values.mean), rounded(zone_values.min),
                           rounded(zone_values.max), rounded(zone_values.cold_hours),
                           rounded(zone_values.warm_hours), rounded(zone_values.unmet_hours),
                           rounded(zone_values.heating), rounded(zone_values.cooling)});
  }
  ReportTable energy = table_of("Energy by end use and carrier", run.run,
                                {"end use", "carrier", "total"}, {"", "", "kWh"}, 2);
  for (const auto& [month, values] : found.months) {
    energy.columns.push_back(month);
    energy.units.emplace_back("kWh");
    energy.numeric.push_back(true);
  }
  for (const KpiUseValues& use : found.uses) {
    std::vector<std::string> row{use.end_use, use.carrier, rounded(use.energy)};
    for (const double value : use.months) row.push_back(rounded(value));
    energy.cells.push_back(std::move(row));
  }
  for (ReportTable* table : {&energy, &zones, &peaks}) {
    if (!table->cells.empty()) result.tables.push_back(std::move(*table));
  }
}

/// Whether the settings define when a zone is occupied.
bool has_presence(const KpiSettings& settings) {
  const auto present = [](const KpiZone& zone) {
    return zone.occupied.has_value() || !zone.people.empty();
  };
  return present(settings.comfort) ||
         std::any_of(settings.zones.begin(), settings.zones.end(), present);
}

/// The temperature limits in words, if all zones share them and they are numbers.
std::string limits_text(const KpiSettings& settings) {
  for (const KpiZone& zone : settings.zones) {
    if (zone.lower || zone.upper) return "";
  }
  const auto number = [](const std::optional<KpiSeries>& series) -> std::optional<double> {
    const auto* spec = series ? std::get_if<SeriesSpec>(&series->source) : nullptr;
    const auto* value = spec != nullptr ? std::get_if<double>(&spec->source) : nullptr;
    if (value == nullptr) return std::nullopt;
    return spec->unit ? convert(*value, *spec->unit, unit::degC) : *value;
  };
  const auto lower = number(settings.comfort.lower), upper = number(settings.comfort.upper);
  return lower && upper ? fmt::format("{:g} to {:g} °C", *lower, *upper) : "";
}

/// Passes messages on unchanged, errors as warnings.
void soften(const Diagnostics& said, Diagnostics& diagnostics) {
  for (Diagnostic item : said.items()) {
    item.severity = std::min(item.severity, Severity::Warning);
    diagnostics.add(std::move(item));
  }
}

ReportTable month_table(const RunKpis& run) {
  ReportTable table = table_of("Months", run.run, {"month"}, {""}, 1);
  for (const Kpi& kpi : run.list) {
    table.columns.push_back(kpi.name);
    table.units.push_back(kpi.unit);
    table.numeric.push_back(true);
  }
  for (const auto& [month, values] : run.found.months) {
    std::vector<std::string> row = {month};
    for (const double value : values) row.push_back(value_text(value));
    table.cells.push_back(std::move(row));
  }
  return table;
}

/// Returns the row of a KPI, which is added if it does not exist.
std::vector<std::string>& row_of(const Kpi& kpi, ReportTable& table) {
  for (auto& row : table.cells) {
    if (row[0] == kpi.name && row[1] == kpi.unit) return row;
  }
  table.cells.push_back({kpi.name, kpi.unit, kpi.doc});
  table.cells.back().resize(table.columns.size());
  return table.cells.back();
}

}  // namespace

RunKpis run_kpis(const ReportedModel& model, const RunSeries& run, const KpiSettings& chosen,
                 Diagnostics& diagnostics) {
  RunKpis result{.run = run.run, .zone = run.zone, .start = run.results.start};
  if (run.results.rows() < 2) return result;
  const Where where{.file = model.file.string()};
  try {
    Diagnostics assumed;
    KpiSettings settings = complete_settings(chosen, *model.viewed.plan, assumed);
    if (settings.zones.empty() && settings.energy.empty()) return result;
    settings.monthly = true;
    soften(assumed, diagnostics);
    const std::vector<KpiColumn> columns = kpi_columns(run.results.signals);
    std::vector<Signal> signals;
    for (const KpiColumn& column : columns) signals.push_back(column.signal);
    const Kpis kpis(settings, {}, signals);
    result.presence = has_presence(settings);
    for (Diagnostic item : kpis.notes().items()) {
      const bool at_all_hours = item.code == "kpi.people_not_recorded";
      if (at_all_hours) result.presence = false;
      if (!at_all_hours && item.code != "kpi.not_recorded") continue;
      item.where = where;
      diagnostics.add(std::move(item));
    }
    std::vector<Kpi> list = kpis.list();
    result.found = evaluate(kpis, columns, model, run, list);
    result.list = std::move(list);
    result.floor_area = kpis.floor_area();
    result.limits = limits_text(settings);
    result.powers = run_powers(kpis, columns, run);
    add_tables(result.found, run, result);
    Diagnostics resolution;
    note_resolution(run.results.interval, resolution);
    soften(resolution, diagnostics);
  } catch (const Error& error) {
    soften(error.diagnostics(), diagnostics);
  }
  return result;
}

std::vector<ReportTable> kpi_tables(const std::vector<RunKpis>& runs) {
  ReportTable table;
  table.title = "KPIs";
  table.columns = {"KPI", "unit", "meaning"};
  table.numeric = {false, false, false};
  for (const RunKpis& run : runs) {
    if (run.list.empty()) continue;
    table.columns.push_back(run.run.empty() ? "value" : run.run);
    table.numeric.push_back(true);
    for (auto& row : table.cells) row.emplace_back();
    for (std::size_t i = 0; i < run.list.size(); ++i) {
      row_of(run.list[i], table).back() = value_text(run.found.values[i]);
    }
  }
  table.units.resize(table.columns.size());
  std::vector<ReportTable> tables;
  if (table.cells.empty()) return tables;
  tables.push_back(std::move(table));
  for (const RunKpis& run : runs) {
    tables.insert(tables.end(), run.tables.begin(), run.tables.end());
  }
  for (const RunKpis& run : runs) {
    if (run.found.months.size() > 1) tables.push_back(month_table(run));
  }
  return tables;
}

}  // namespace hearth::apps
