// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/models/model_input.hpp"
#include "hearth/apps/report/inputs/report_model.hpp"
#include "hearth/apps/report/inputs/result_file.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/apps/views/name_width.hpp"
#include "hearth/data/json/json_text.hpp"
#include "hearth/data/json/json_values.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/kpis/kpi_trajectory.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/framework/base/printable.hpp"
#include "hearth/framework/base/read_confinement.hpp"

namespace hearth::apps {
namespace {

/// KPIs with their values, and the period to which they belong.
struct KpiTable {
  std::vector<Kpi> kpis;
  KpiValues values;
  std::string start, end;                 ///< stamps or seconds
  std::string interval;                   ///< interval of a row; "": a step of the run
  std::vector<std::string> peak_times{};  ///< start of each peak in `values.peaks`
  Diagnostics notes;
};

using Json = nlohmann::ordered_json;

Json json_of(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string people(double value) {
  return std::isfinite(value) ? fmt::format("{:.6g}", value) : "-";
}

std::string exact(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

/// Returns the time of each peak, then the results of each zone.
std::string peaks_and_zones_text(const KpiValues& values,
                                 const std::vector<std::string>& peak_times) {
  std::string text;
  for (std::size_t i = 0; i < values.peaks.size(); ++i) {
    const KpiPeak& peak = values.peaks[i];
    if (!std::isfinite(peak.power)) continue;
    text += fmt::format("{}peak of {}: {} kW from {} on, over {}\n", text.empty() ? "\n" : "",
                        peak.carrier, people(peak.power), peak_times[i],
                        describe(Duration(std::llround(1000.0 * (peak.end - peak.start)))));
  }
  if (values.zones.empty()) return text;
  std::size_t width = 4;
  for (const KpiZoneValues& zone : values.zones) width = width_with(width, zone.name);
  text += fmt::format("\n{:<{}}  {:>7}  {:>7}  {:>7}  {:>8}  {:>8}  {:>8}  {:>10}  {:>10}\n",
                      "zone", width, "mean", "min", "max", "too cold", "too warm", "unmet",
                      "heating", "cooling");
  text += fmt::format("{:<{}}  {:>7}  {:>7}  {:>7}  {:>8}  {:>8}  {:>8}  {:>10}  {:>10}\n", "",
                      width, "degC", "degC", "degC", "h", "h", "h", "kWh", "kWh");
  const auto two = [](double value) {
    return std::isfinite(value) ? fmt::format("{:.2f}", value) : "-";
  };
  for (const KpiZoneValues& zone : values.zones) {
    text += fmt::format("{:<{}}  {:>7}  {:>7}  {:>7}  {:>8}  {:>8}  {:>8}  {:>10}  {:>10}\n",
                        zone.name, width, two(zone.mean), two(zone.min), two(zone.max),
                        two(zone.cold_hours), two(zone.warm_hours), two(zone.unmet_hours),
                        two(zone.heating), two(zone.cooling));
  }
  return text;
}

/// Returns the energy of each carrier for each end use, in total and by month.
std::string energy_text(const KpiValues& values) {
  if (values.uses.empty()) return "";
  std::size_t width = 7, carriers = 7;
  for (const KpiUseValues& use : values.uses) {
    width = width_with(width, use.end_use);
    carriers = width_with(carriers, use.carrier);
  }
  std::string text =
      fmt::format("\n{:<{}}  {:<{}}  {:>10}", "end use", width, "carrier", carriers, "kWh");
  for (const auto& [month, of_month] : values.months) text += fmt::format("  {:>10}", month);
  text += '\n';
  for (const KpiUseValues& use : values.uses) {
    text += fmt::format("{:<{}}  {:<{}}  {:>10}", use.end_use.empty() ? "-" : use.end_use, width,
                        use.carrier, carriers, people(use.energy));
    for (const double energy : use.months) text += fmt::format("  {:>10}", people(energy));
    text += '\n';
  }
  return text;
}

/// Makes names printable, since they come from settings and records and must not contain line ends.
KpiTable printable_names(KpiTable table) {
  for (Kpi& kpi : table.kpis) kpi.name = printable(kpi.name);
  for (KpiZoneValues& zone : table.values.zones) zone.name = printable(zone.name);
  for (KpiPeak& peak : table.values.peaks) peak.carrier = printable(peak.carrier);
  for (KpiUseValues& use : table.values.uses) {
    use.end_use = printable(use.end_use);
    use.carrier = printable(use.carrier);
  }
  return table;
}

/// Returns the table as text: name, value, unit and meaning, peaks, zones and end uses, then the
/// months.
std::string kpi_text(const KpiTable& written) {
  const KpiTable table = printable_names(written);
  std::size_t width = 3;
  for (const Kpi& kpi : table.kpis) width = width_with(width, kpi.name);
  std::string text =
      fmt::format("{} to {}{}\n\n", table.start, table.end,
                  table.interval.empty() ? "" : fmt::format(", from rows of {}", table.interval));
  for (std::size_t i = 0; i < table.kpis.size(); ++i) {
    const Kpi& kpi = table.kpis[i];
    text += fmt::format("{:<{}}  {:>12} {:<12} {}\n", kpi.name, width,
                        people(table.values.values[i]), kpi.unit, kpi.doc);
  }
  text += peaks_and_zones_text(table.values, table.peak_times) + energy_text(table.values);
  if (table.values.months.empty()) return text;
  text += fmt::format("\n{:<{}}", "", width);
  for (const auto& [month, values] : table.values.months) text += fmt::format("  {:>12}", month);
  text += '\n';
  for (std::size_t i = 0; i < table.kpis.size(); ++i) {
    text += fmt::format("{:<{}}", table.kpis[i].name, width);
    for (const auto& [month, values] : table.values.months) {
      text += fmt::format("  {:>12}", people(values[i]));
    }
    text += '\n';
  }
  return text;
}

/// Adds `"peaks": {CARRIER: {"value", "unit", "start", "seconds"}}`, `"zones": {NAME: {...}}` and
/// `"energy": [{"end_use", "carrier", "value", "unit", "months"}]`.
void add_tables(const KpiTable& table, Json& json) {
  const KpiValues& values = table.values;
  Json& peaks = json["peaks"] = Json::object();
  for (std::size_t i = 0; i < values.peaks.size(); ++i) {
    const KpiPeak& peak = values.peaks[i];
    if (!std::isfinite(peak.power)) continue;
    peaks[peak.carrier] = {{"value", peak.power},
                           {"unit", "kW"},
                           {"start", table.peak_times[i]},
                           {"seconds", peak.end - peak.start}};
  }
  Json& zones = json["zones"] = Json::object();
  for (const KpiZoneValues& zone : values.zones) {
    zones[zone.name] = {{"temperature_mean", json_of(zone.mean)},
                        {"temperature_min", json_of(zone.min)},
                        {"temperature_max", json_of(zone.max)},
                        {"hours_too_cold", json_of(zone.cold_hours)},
                        {"hours_too_warm", json_of(zone.warm_hours)},
                        {"unmet_hours", json_of(zone.unmet_hours)},
                        {"heating_kWh", json_of(zone.heating)},
                        {"cooling_kWh", json_of(zone.cooling)},
                        {"occupied_hours", json_of(zone.occupied_hours)}};
    Json& categories = zones[zone.name]["category_hours"] = Json::object();
    for (std::size_t c = 0; c < zone.category_hours.size(); ++c) {
      const char* name = c < kComfortCategories.size() ? kComfortCategories[c].name : "beyond";
      categories[name] = json_of(zone.category_hours[c]);
    }
  }
  Json& energy = json["energy"] = Json::array();
  for (const KpiUseValues& use : values.uses) {
    Json entry = {{"end_use", use.end_use},
                  {"carrier", use.carrier},
                  {"value", json_of(use.energy)},
                  {"unit", "kWh"}};
    for (std::size_t m = 0; m < use.months.size(); ++m) {
      entry["months"][values.months[m].first] = json_of(use.months[m]);
    }
    energy.push_back(std::move(entry));
  }
}

/// Returns `{"period": {"start", "end", "interval"}, "kpis": {NAME: {"value", "unit"}}, "months":
/// {MONTH: {NAME: value}}, "peaks", "zones", "energy", "notes": [...]}`; missing values are null.
std::string kpi_json(const KpiTable& table) {
  Json json;
  json["period"] = {{"start", table.start}, {"end", table.end}};
  Json& kpis = json["kpis"] = Json::object();
  for (std::size_t i = 0; i < table.kpis.size(); ++i) {
    kpis[table.kpis[i].name] = {{"value", json_of(table.values.values[i])},
                                {"unit", table.kpis[i].unit}};
  }
  if (!table.values.months.empty()) {
    Json& months = json["months"] = Json::object();
    for (const auto& [month, values] : table.values.months) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        months[month][table.kpis[i].name] = json_of(values[i]);
      }
    }
  }
  if (!table.interval.empty()) json["period"]["interval"] = table.interval;
  add_tables(table, json);
  Json& notes = json["notes"] = Json::array();
  for (const Diagnostic& item : table.notes.items()) notes.push_back(to_string(item));
  return to_shown_text(json);
}

/// Returns `kpi,unit,value` and a column for each month; missing values are empty.
std::string kpi_csv(const KpiTable& table) {
  std::string text = "kpi,unit,value";
  for (const auto& [month, values] : table.values.months) text += "," + month;
  text += '\n';
  for (std::size_t i = 0; i < table.kpis.size(); ++i) {
    const Kpi& kpi = table.kpis[i];
    append_csv_cell(text, kpi.name);
    text += ',';
    append_csv_cell(text, kpi.unit);
    text += ',' + exact(table.values.values[i]);
    for (const auto& [month, values] : table.values.months) text += "," + exact(values[i]);
    text += '\n';
  }
  return text;
}

/// BOPTEST always returns these; KPIs for which a building has no source are empty.
constexpr std::array<std::string_view, 8> kBoptest = {
    "tdis_tot", "idis_tot", "ener_tot", "cost_tot", "emis_tot", "pele_tot", "pgas_tot", "pdih_tot"};

/// The meaning of the columns of the results, and the place of the run.
struct Meaning {
  KpiSettings settings;
  std::string timezone;
  DataOptions data;
  std::vector<std::filesystem::path> files{};  ///< further files from which this was determined
};

/// Adds the model that the record of the results names. With settings, results need no model.
void add_recorded_model(const KpiOptions& options, Meaning& meaning, Diagnostics& diagnostics) {
  const ResultFile result = run_result(options.results);
  const auto model =
      result.record
          ? reported_model(result,
                           {.data_dir = options.model.data_dir, .weather = options.model.weather},
                           diagnostics)
          : std::nullopt;
  if (!model) {
    if (options.settings) return;
    throw UsageError(
        "usage.option", {.pointer = "hearth kpi"},
        "no record next to '" + options.results.string() +
            "' names the model of these results: set --model MODEL, --settings FILE or both");
  }
  meaning.settings = complete_settings(meaning.settings, *model->viewed.plan, diagnostics);
  meaning.data = model->data;
  if (meaning.timezone.empty()) meaning.timezone = model->timezone;
  meaning.files = {result.record_file, model->file};
}

void add_model(const KpiOptions& options, Meaning& meaning, Diagnostics& diagnostics) {
  const SimulationModel model = read_model(options.model, diagnostics);
  const ViewedPlan viewed = compile_for_view(model, options.model.compile);
  meaning.settings = complete_settings(meaning.settings, *viewed.plan, diagnostics);
  meaning.data.folders.push_back(options.model.file.parent_path());
  if (meaning.timezone.empty()) meaning.timezone = model.site.timezone;
}

Meaning read_meaning(const KpiOptions& options, Diagnostics& diagnostics) {
  Meaning meaning;
  meaning.timezone = options.model.timezone;
  if (options.settings) {
    meaning.settings = read_kpi_file(*options.settings);
    meaning.data.folders.push_back(options.settings->parent_path());
  }
  if (!options.model.file.empty()) {
    add_model(options, meaning, diagnostics);
  } else {
    add_recorded_model(options, meaning, diagnostics);
  }
  if (options.model.data_dir) meaning.data.data_dir = options.model.data_dir;
  const DataFiles places(meaning.data);
  visit_kpi_files(meaning.settings, [&](FileColumn& column, const Where&) {
    if (const auto path = places.find(column.file)) meaning.files.push_back(*path);
  });
  return meaning;
}

/// The times of an evaluation, and the form in which they are written.
class KpiTimes {
 public:
  KpiTimes(const KpiOptions& options, const KpiTrajectory& trajectory, const std::string& timezone)
      : options_(options), trajectory_(trajectory), timezone_(timezone) {
    if (timezone_.empty() && trajectory.offset()) timezone_ = format_offset(*trajectory.offset());
    if (!timezone_.empty()) zone_ = Zone(timezone_);
  }

  KpiMeter::Request request(Diagnostics& diagnostics) const {
    KpiMeter::Request request;
    request.power = options_.power.value_or(rule());
    request.step = trajectory_.step();
    request.by_rows = !trajectory_.interval().empty();
    if (request.by_rows) request.step = trajectory_.longest_row();
    request.origin = trajectory_.origin();
    request.zone = zone_;
    request.timezone = timezone_;
    request.start = read("--start", options_.start, trajectory_.first()) + options_.warmup;
    request.end = read("--end", options_.end, trajectory_.last());
    check(request, diagnostics);
    return request;
  }

  /// Returns an instant in the form of the file.
  std::string text(Instant instant) const {
    if (trajectory_.is_stamped()) return format_time(instant, zone_);
    return fmt::format("{}", seconds(instant - trajectory_.origin()));
  }

 private:
  /// Rows of runs contain means over their steps or intervals; other trajectories contain values at
  /// instants.
  PowerRule rule() const {
    if (!trajectory_.interval().empty()) return PowerRule::Step;
    return trajectory_.is_stepwise() ? PowerRule::Step : PowerRule::Trapezoid;
  }

  Instant read(const char* option, const std::string& text, Instant standard) const {
    if (text.empty()) return standard;
    const Where where{.pointer = option};
    if (!trajectory_.is_stamped()) {
      const std::optional<Quantity> number = parse_quantity(text);
      if (number && !number->unit) return trajectory_.instant(number->value);
    }
    const bool zone_known = !timezone_.empty();
    return read_instant(text, zone_known ? std::optional(zone_) : std::nullopt, where);
  }

  void check(const KpiMeter::Request& request, Diagnostics& diagnostics) const {
    if (!trajectory_.incomplete().empty()) {
      diagnostics.warning("kpi.incomplete", {.file = trajectory_.file()},
                          "this run was stopped early: " + trajectory_.incomplete());
    }
    const Instant start = std::max(request.start, trajectory_.first());
    const Instant end = std::min(request.end, trajectory_.last());
    const std::string rows = fmt::format("the rows run from {} to {}", text(trajectory_.first()),
                                         text(trajectory_.last()));
    if (!(start < end)) {
      throw InputError("kpi.period_empty", {.file = trajectory_.file()},
                       fmt::format("there are no rows between {} and {}: {}", text(request.start),
                                   text(request.end), rows));
    }
    if (request.start < start || request.end > end) {
      diagnostics.warning(
          "kpi.period_short", {.file = trajectory_.file()},
          fmt::format("KPIs are computed from {} to {}: {}", text(start), text(end), rows));
    }
    if (trajectory_.interval().empty()) return;
    for (const Instant cut : {start, end}) {
      if (ends_row(cut)) continue;
      diagnostics.warning(
          "kpi.row_cut", {.file = trajectory_.file()},
          fmt::format("{} is within a row of {}: the part of that row inside the period counts "
                      "with the mean of the whole row; choose a time at the boundary of rows",
                      text(cut), trajectory_.interval()));
    }
  }

  bool ends_row(Instant instant) const {
    const std::vector<double>& ends = trajectory_.seconds();
    return std::any_of(ends.begin(), ends.end(),
                       [&](double end) { return trajectory_.instant(end) == instant; });
  }

  const KpiOptions& options_;
  const KpiTrajectory& trajectory_;
  std::string timezone_;
  Zone zone_;
};

/// Adds the KPIs of BOPTEST that have no source, without a value.
void add_boptest(const Kpis& kpis, KpiTable& table) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  for (const std::string_view name : kBoptest) {
    const auto is_named = [&](const Kpi& kpi) { return kpi.name == name; };
    if (std::any_of(table.kpis.begin(), table.kpis.end(), is_named)) continue;
    const auto known = std::find_if(known_kpis().begin(), known_kpis().end(), is_named);
    table.kpis.push_back({known->name, kpis.unit_here(known->unit), known->doc});
    table.values.values.push_back(kNone);
    for (auto& [month, values] : table.values.months) values.push_back(kNone);
  }
}

/// Plans the KPIs; signals that are missing in the results are reported with their file.
Kpis kpis_of(const KpiSettings& settings, const KpiOptions& options,
             const KpiTrajectory& trajectory) {
  try {
    return Kpis(settings, options.names, trajectory.signals());
  } catch (const InputError& error) {
    Diagnostics placed;
    append_at({.file = options.results.string()}, error, placed);
    throw InputError(placed);
  }
}

/// Throws if a sum exceeds the range of a number, so that it is not mistaken for a KPI without a
/// value.
void require_finite(const std::vector<Kpi>& kpis, const KpiValues& values,
                    const std::filesystem::path& file) {
  const auto check = [&file](double value, const std::string& name) {
    if (!std::isinf(value)) return;
    throw InputError("kpi.not_finite", {.file = file.string()},
                     fmt::format("{} is too large for a number; correct the values of the results, "
                                 "and prices, factors and areas of the settings",
                                 name));
  };
  const auto check_all = [&](const std::vector<double>& found, const std::string& when) {
    for (std::size_t i = 0; i < found.size(); ++i) {
      check(found[i], fmt::format("the KPI '{}'{}", kpis[i].name, when));
    }
  };
  check_all(values.values, "");
  for (const auto& [month, found] : values.months) check_all(found, " of " + month);
  for (const KpiZoneValues& zone : values.zones) {
    for (const double value : {zone.mean, zone.heating, zone.cooling}) {
      check(value, fmt::format("a value of the zone '{}'", zone.name));
    }
  }
  for (const KpiUseValues& use : values.uses) {
    const std::string name = fmt::format("the energy of '{}' from '{}'", use.end_use, use.carrier);
    check(use.energy, name);
    for (const double value : use.months) check(value, name);
  }
  for (const KpiPeak& peak : values.peaks) check(peak.power, "the peak of " + peak.carrier);
}

KpiTable evaluate(const KpiOptions& options, CallFiles& files, Diagnostics& diagnostics) {
  Meaning meaning = read_meaning(options, diagnostics);
  if (options.monthly) meaning.settings.monthly = true;
  files.add_inputs(meaning.files, "read for the KPIs");
  files.check();
  TrajectoryOptions reading{.timezone = meaning.timezone};
  if (!options.origin.empty()) {
    const auto zone =
        meaning.timezone.empty() ? std::nullopt : std::optional(Zone(meaning.timezone));
    reading.origin = read_instant(options.origin, zone, {.pointer = "--origin"});
  }
  const KpiTrajectory trajectory = KpiTrajectory::read(options.results, reading);
  const std::optional<RunRecord> record = run_result(options.results).record;
  const KpiTimes times(options, trajectory, meaning.timezone);
  const Kpis kpis = kpis_of(meaning.settings, options, trajectory);
  const KpiMeter::Request request = times.request(diagnostics);
  DataResolver resolver(meaning.data);
  KpiMeter meter(kpis, request, resolver);
  KpiTable table;
  table.values =
      trajectory.evaluate(kpis, meter, {request.start, request.end, request.step}, table.notes);
  table.kpis = kpis.list();
  require_finite(table.kpis, table.values, options.results);
  for (const KpiPeak& peak : table.values.peaks) {
    table.peak_times.push_back(times.text(trajectory.instant(peak.start)));
  }
  table.start = times.text(std::max(request.start, trajectory.first()));
  table.end = times.text(std::min(request.end, trajectory.last()));
  table.notes.append(kpis.notes());
  table.notes.append(meter.notes());
  table.interval = trajectory.interval();
  note_resolution(table.interval, table.notes);
  if (options.names.empty()) add_boptest(kpis, table);
  for (Kpi& kpi : table.kpis) kpi.doc = meaning_of(kpi, request);
  diagnostics.append(table.notes);
  return table;
}

}  // namespace

/// Confines reading if the files are named by the record of the results.
std::optional<ReadConfinement> confinement_of(const KpiOptions& options) {
  if (options.settings || !options.model.file.empty()) return std::nullopt;
  std::vector<std::filesystem::path> folders = options.read_from;
  folders.push_back(options.results.parent_path());
  for (const auto& named : {options.model.data_dir, options.model.weather}) {
    if (named) folders.push_back(*named);
  }
  return std::optional<ReadConfinement>(std::in_place, folders);
}

int run_verb(const KpiOptions& options, Session& session) {
  const std::optional<ReadConfinement> confinement = confinement_of(options);
  const KpiTable table = with_messages(session, [&](Diagnostics& diagnostics) {
    return evaluate(options, session.files, diagnostics);
  });
  if (options.output) {
    session.files.prepare();
    write_text_file(*options.output, kpi_csv(table));
    session.messages.say(fmt::format("'{}' written", options.output->string()));
  }
  if (options.json) {
    session.out << kpi_json(table);
  } else if (!options.output) {
    session.out << kpi_text(table);
  }
  return kDone;
}

}  // namespace hearth::apps
