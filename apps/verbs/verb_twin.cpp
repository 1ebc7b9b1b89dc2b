// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/models/model_output.hpp"
#include "hearth/apps/report/collect/result_parts.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/apps/views/comparison.hpp"
#include "hearth/apps/views/name_width.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/json/read_json.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/calibration/estimated_values.hpp"
#include "hearth/estimation/twin/building_run.hpp"
#include "hearth/estimation/twin/control_loops.hpp"
#include "hearth/estimation/twin/twin_problem.hpp"
#include "hearth/framework/base/printable.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/model_files/weekly_rules_json.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr double kGoodRmse = 1.0;  // K, in the validation period
/// Ratio of simulated and measured mean flow beyond which the unit or scale of a series is doubted.
constexpr double kDoubtedRatio = 3.0;
/// Ratio of the largest measured flow and that of a building of this size beyond which it is
/// doubted.
constexpr double kUnlikelyRatio = 20.0;

/// The results of one zone.
struct ZoneResult {
  const TwinZone* zone = nullptr;
  std::optional<double> learned, kept_back;  ///< root mean square error, K
  /// Parameters that ended at a bound other than 0; the bound 0 is common.
  std::vector<std::string> at_bounds{};
  /// Mean error with simulated controls, K.
  std::optional<double> own_bias{};

  /// Returns whether simulated controls contradict the measurements with which it was calibrated.
  bool contradicted() const { return own_bias && std::abs(*own_bias) > kGoodRmse; }

  const char* grade() const {
    if (!learned) return "guessed";
    if (!zone->doubts.empty()) return "not validated";
    return kept_back && *kept_back <= kGoodRmse ? "calibrated" : "poor";
  }
};

std::string off_by(double bias) {
  return fmt::format("{:.1f} K too {}", std::abs(bias), bias > 0.0 ? "warm" : "cold");
}

/// Returns the remarks on a zone for its row: the reason why it is not validated, and its
/// parameters at bounds.
std::string remarks(const ZoneResult& result) {
  std::vector<std::string> all = result.zone->doubts;
  const std::string& missing = result.zone->missing_series;
  if (!missing.empty()) all.push_back(fmt::format("no series '{}'", printable(missing)));
  std::vector<std::string> names;
  for (const std::string& path : result.at_bounds) {
    const bool own = path.starts_with(result.zone->id + ".");
    names.push_back(own ? path.substr(result.zone->id.size() + 1) : path);
  }
  if (!names.empty()) all.push_back(fmt::format("at bounds: {}", fmt::join(names, ", ")));
  if (result.contradicted()) {
    all.push_back(fmt::format("with simulated controls {}", off_by(*result.own_bias)));
  }
  return fmt::format("{}", fmt::join(all, "; "));
}

/// Returns the findings of the import about data of the user that are not used, or are read in a
/// way that the user must check.
Diagnostics unused_data(const ImportReport& report) {
  static const std::set<std::string> codes{"import.value_unfit",   "import.series_repeated",
                                           "import.unit_assumed",  "import.unit_unfit",
                                           "import.series_column", "import.setpoints_cross"};
  Diagnostics found;
  for (const ImportItem& item : report.items) {
    if (!codes.contains(item.code)) continue;
    std::string text = item.message;
    if (!item.nodes.empty()) text += fmt::format(" ({})", item.nodes.front().name);
    if (item.nodes.size() > 1) text += fmt::format(" [{} times]", item.nodes.size());
    found.warning(item.code, {}, text + ": " + item.consequence);
  }
  return found;
}

/// Makes the twin of one building in a folder.
class TwinRun {
 public:
  TwinRun(const TwinOptions& options, Session& session)
      : options_(options), session_(session), folder_(options.graph.output) {}

  int run() {
    if (fs::exists(folder_) && !fs::is_directory(folder_)) {
      throw UsageError("usage.value", {.pointer = "--output"},
                       "'" + folder_.string() + "' is a file; choose a folder");
    }
    note_files();
    Translation translation =
        translate_graph_file(options_.graph, file("model.hearth.json"), session_);
    missing_series_ = translation.missing_series;
    // The option takes precedence over the site.
    if (!options_.timezone.empty()) translation.model.site.timezone = options_.timezone;
    fs::create_directories(folder_);
    write_text_file(file("import.json"), to_json_text(translation.report));
    write_text_file(file("model.hearth.json"),
                    model_text(translation.model, ModelFormat::Json, session_));
    session_.messages.say(first_line(to_text(translation.report)));
    session_.messages.show(unused_data(translation.report));
    TwinProblem problem =
        make_twin_problem(translation.model, known_components(), request(translation));
    session_.messages.show(problem.notes);
    remove_earlier(!problem.file.empty());
    int code = translation.report.flows ? kDone : kInputInvalid;
    SimulationModel twin = problem.building;
    if (problem.file.empty()) {
      Diagnostics none;
      none.warning("twin.no_zone", {.file = options_.graph.graph.string()},
                   "no zone has a measured temperature: the twin is the translated model, and all "
                   "its parameters are guesses");
      session_.messages.show(none);
    } else {
      const int calibrated = calibrate(problem, twin);
      if (calibrated != kDone && calibrated != kNotConverged) return calibrated;
      if (code == kDone) code = calibrated;
    }
    write_text_file(file("twin.hearth.json"), model_text(twin, ModelFormat::Json, session_));
    validate_building(twin, problem);
    validate(problem);
    return code;
  }

 private:
  fs::path file(const char* name) const { return folder_ / name; }
  fs::path report_file() const { return file("report").replace_extension(".html"); }
  static std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

  void note_files() {
    std::vector<fs::path> files;
    for (const char* name :
         {"model.hearth.json", "import.json", "boundaries.hearth.json", "calibration.json",
          "twin.hearth.json", "twin.json", "fit.json", "fit.run.json"}) {
      files.push_back(file(name));
      session_.files.add_output(files.back(), "--output", "file of the twin");
    }
    files.push_back(report_file());
    session_.files.add_output(files.back(), "--output", "report");
    session_.files.check();
    require_own_folder(files);
  }

  /// Refuses a folder with files that twin would replace but has not written: it starts with
  /// import.json, and writes the other files only after it.
  void require_own_folder(const std::vector<fs::path>& files) const {
    if (fs::exists(file("import.json"))) return;
    for (const fs::path& path : files) {
      if (!fs::exists(path)) continue;
      throw UsageError("usage.value", {.pointer = "--output"},
                       "'" + path.string() +
                           "' is not from an earlier twin, because there is no 'import.json' in "
                           "its folder; choose another folder, or move the file");
    }
  }

  DataOptions data() const {
    DataOptions data;
    data.folders = {folder_};
    data.data_dir = options_.graph.data_dir;
    return data;
  }

  TwinRequest request(const Translation& translation) const {
    TwinRequest request;
    request.storeys = translation.storeys;
    request.missing_series = translation.missing_series;
    request.data = data();
    request.model_file = "boundaries.hearth.json";
    if (options_.graph.data_dir) request.data_folder = name_from(folder_, *options_.graph.data_dir);
    request.learned = options_.learned;
    request.step = options_.step;
    read_earlier(request);
    return request;
  }

  /// Reads the estimates of an earlier run; those for unknown names have no effect.
  void read_earlier(TwinRequest& request) const {
    if (!fs::exists(file("fit.json"))) return;
    try {
      for (const EstimatedValue& value : read_estimated_values(file("fit.json")).values) {
        // A scale is named after its output.
        const std::string kind = value.correction ? "scale of " : "";
        request.earlier[kind + value.setting.path] = value.setting.value.value;
      }
      session_.messages.say(
          fmt::format("starts from the estimates in '{}'", file("fit.json").string()));
    } catch (const Error& error) {
      Diagnostics found;
      found.warning("twin.fit_unread", {.file = file("fit.json").string()},
                    "this is not the complete result of an earlier run and will be replaced: " +
                        error.diagnostics().items().front().message);
      session_.messages.show(found);
    }
  }

  /// Removes the files of an earlier run, so that they cannot be mistaken for results of this one.
  void remove_earlier(bool fitted) const {
    for (const char* name :
         {"boundaries.hearth.json", "calibration.json", "twin.hearth.json", "twin.json"}) {
      fs::remove(file(name));
    }
    fs::remove(report_file());
    if (!fitted) fs::remove(file("fit.json"));
  }

  /// Calibrates the zones, and completes the twin and its plant with the result.
  int calibrate(TwinProblem& problem, SimulationModel& twin) {
    write_text_file(file("boundaries.hearth.json"),
                    model_text(problem.model, ModelFormat::Json, session_));
    write_text_file(file("calibration.json"), problem.file + "\n");
    CalibrateOptions options;
    options.model.file = file("calibration.json");
    options.output = file("fit.json");
    options.report = report_file();
    options.threads = options_.threads;
    options.progress = options_.progress;
    options.brief = true;
    Session calibration{session_.out, session_.messages, session_.words, session_.terminal,
                        {},           session_.data};
    calibration.files.add_input(options.model.file, "PROBLEM");
    calibration.files.add_output(options.output, "--output");
    calibration.files.add_output(*options.report, "--output", "report");
    return hearth::apps::calibrate(options, calibration, [&] {
      complete(problem, twin);
      return plant_tables(problem.plant);
    });
  }

  /// Applies the estimates to the twin, and adapts the controllers to its zones.
  void complete(TwinProblem& problem, SimulationModel& twin) const {
    const EstimatedValues estimated = read_estimated_values(file("fit.json"));
    apply_estimated_values(estimated, known_components(), twin);
    for (PlantValue& value :
         settle_control_loops(twin, known_components(), data(),
                              {problem.start, problem.learned_until, problem.step})) {
      problem.plant.values.push_back(std::move(value));
    }
  }

  /// Runs the twin with simulated controls, which were not part of the calibration of its zones. If
  /// this run fails, the calibration is still of use.
  void validate_building(const SimulationModel& twin, const TwinProblem& problem) {
    if (!(problem.end > problem.start)) return;
    try {
      agreements_ = with_messages(session_, [&](Diagnostics& diagnostics) {
        return building_agreement(twin, known_components(),
                                  {problem.start, problem.end, problem.step}, problem.learned_until,
                                  data(), diagnostics);
      });
    } catch (const SimulationError& error) {
      const Diagnostic& reason = error.diagnostics().items().front();
      Diagnostics found;
      found.warning("twin.controls_failed", reason.where,
                    "the run with simulated controls stopped, so that the twin is not compared "
                    "with the measurements of its equipment: " +
                        reason.message);
      session_.messages.show(found);
    }
  }

  void validate(const TwinProblem& problem) {
    Json fit;
    if (!problem.file.empty()) {
      fit = read_json(read_text_file(file("fit.json")), file("fit.json").string());
    }
    std::vector<ZoneResult> results;
    for (const TwinZone& zone : problem.zones) {
      ZoneResult result;
      result.zone = &zone;
      const std::string port = zone.id + ".indoorTemperature";
      if (!zone.parameters.empty()) {
        result.learned = rmse(fit, "/measurements", port);
        result.kept_back = rmse(fit, "/validation/measurements", port);
      }
      for (const std::string& path : zone.parameters) {
        const Json& found = fit["parameters"][path];
        const bool natural = found["at_bound"] == "lower" && found["min"] == 0.0;
        if (found["at_bound"].is_string() && !natural) result.at_bounds.push_back(path);
      }
      const auto own = agreements_.find(port);
      if (own != agreements_.end() && own->second.n > 0) result.own_bias = own->second.bias;
      results.push_back(result);
    }
    session_.messages.show(contradictions(results, problem.plant));
    say(problem, results);
    write_text_file(file("twin.json"), summary(problem, results, fit).dump(1) + "\n");
    session_.messages.say(fmt::format("'{}' written", folder_.string()));
  }

  /// Returns warnings of measurements that do not fit together: what is calibrated with measured
  /// boundaries adapts to boundaries that are wrong, but simulated controls do not.
  Diagnostics contradictions(const std::vector<ZoneResult>& results,
                             const PlantTrends& plant) const {
    Diagnostics found;
    std::vector<std::string> zones;
    for (const ZoneResult& result : results) {
      if (!result.contradicted() || std::string_view(result.grade()) != "calibrated") continue;
      zones.push_back(result.zone->id + " (" + off_by(*result.own_bias) + ")");
    }
    if (!zones.empty()) {
      found.warning("twin.own_controls", {},
                    "zones are calibrated with measured boundaries, but with simulated controls "
                    "their mean temperature is wrong: " +
                        listed(zones) +
                        "; check unit, scale and time of the measured flows, supply temperatures "
                        "and setpoints of their equipment");
    }
    std::vector<std::string> flows;
    for (const auto& [port, row] : agreements_) {
      if (port.find("irFlowRate") == std::string::npos || row.n == 0) continue;
      const double simulated = row.measured + row.bias;
      const bool none = row.measured <= 0.0 && simulated > 0.0;
      if (!none && (!row.nmbe || !is_beyond(kDoubtedRatio, simulated, row.measured))) continue;
      flows.push_back(fmt::format("{} (measured {:.3g}, simulated {:.3g} {})", port, row.measured,
                                  simulated, row.unit.symbol));
    }
    if (!flows.empty()) {
      found.warning("twin.flow_contradicts", {},
                    "measured mean air flows differ from the air flows with simulated controls by "
                    "more than a factor of 3: " +
                        listed(flows) + "; check the unit and scale of their series");
    }
    std::vector<std::string> maxima;
    for (const PlantValue& value : plant.values) {
      if (!value.path.ends_with(".nominalAirFlowRate")) continue;
      const double measured = value.at_least.value_or(value.value);
      if (!is_beyond(kUnlikelyRatio, measured, value.guess)) continue;
      maxima.push_back(fmt::format("{} (measured {:.3g}, expected {:.3g} {})", value.path, measured,
                                   value.guess, value.unit));
    }
    if (!maxima.empty()) {
      found.warning("twin.flow_unlikely", {},
                    "maximum air flows differ from the design air flows of rooms of this size by "
                    "more than a factor of 20: " +
                        listed(maxima) +
                        "; check the unit and scale of their series, and the areas of the rooms");
    }
    return found;
  }

  /// Returns whether the ratio of two positive numbers is beyond a ratio, or below its inverse.
  static bool is_beyond(double ratio, double a, double b) {
    return a > 0.0 && b > 0.0 && (a > ratio * b || b > ratio * a);
  }

  static std::optional<double> rmse(const Json& fit, const char* group, const std::string& port) {
    const Json::json_pointer list(group);
    if (!fit.contains(list) || !fit[list].contains(port)) return std::nullopt;
    const Json& value = fit[list][port]["rmse"];
    return value.is_number() && fit[list][port]["n"] != 0 ? std::optional(value.get<double>())
                                                          : std::nullopt;
  }

  static std::string kelvin(const std::optional<double>& value) {
    return value ? fmt::format("{:.2f} K", *value) : "-";
  }

  void say(const TwinProblem& problem, const std::vector<ZoneResult>& results) {
    if (session_.messages.quiet()) return;
    if (problem.end > problem.start) {
      session_.messages.say(fmt::format("time zone: {} ({})", problem.civil_time.name(),
                                        !options_.timezone.empty() ? "set by --timezone"
                                        : problem.civil_time_of.empty()
                                            ? "default: neither the site nor --timezone sets one"
                                            : "from " + problem.civil_time_of));
      session_.messages.say(fmt::format("calibration from {} to {}, validation to {}",
                                        format_time(problem.start, problem.civil_time),
                                        format_time(problem.learned_until, problem.civil_time),
                                        format_time(problem.end, problem.civil_time)));
    }
    std::size_t width = 4;
    for (const ZoneResult& result : results) width = width_with(width, result.zone->id);
    session_.out << fmt::format("{:<{}}  {:<13} {:>11} {:>10}\n", "zone", width, "grade",
                                "calibration", "validation");
    std::map<std::string, int> counts;
    for (const ZoneResult& result : results) {
      ++counts[result.grade()];
      const std::string remark = remarks(result);
      session_.out << fmt::format("{:<{}}  {:<13} {:>11} {:>10}{}\n", result.zone->id, width,
                                  result.grade(), kelvin(result.learned), kelvin(result.kept_back),
                                  remark.empty() ? "" : "  " + remark);
    }
    const int unvalidated = counts["not validated"];
    session_.out << fmt::format(
        "{}: {} calibrated, {} poor, {}{} guessed\n", counted(results.size(), "zone"),
        counts["calibrated"], counts["poor"],
        unvalidated == 0 ? "" : fmt::format("{} not validated, ", unvalidated), counts["guessed"]);
    say_plant(problem.plant);
    if (!agreements_.empty()) {
      session_.out << agreement_text(agreements_, "with simulated controls, validation") << "\n";
    }
    for (const std::string& advice : advices(results)) session_.out << advice << "\n";
  }

  void say_plant(const PlantTrends& plant) {
    for (const auto& [unit, hours] : plant.hours) {
      session_.out << fmt::format("{}: runs {}{}\n", unit, hours_text(hours.rules),
                                  spread_text(hours));
    }
    if (!plant.values.empty()) {
      session_.out << counted(plant.values.size(), "parameter")
                   << " of air handling units and terminals derived from trends\n";
    }
    if (plant.stamp_lag > Duration{} && !plant.stamped_after.empty()) {
      session_.messages.say(
          fmt::format("according to their time stamps, setpoints change {} after full and half "
                      "hours; the stamps are treated as ends of intervals",
                      describe(plant.stamp_lag)));
    }
  }

  static std::string spread_text(const UnitHours& hours) {
    if (!hours.start_sd || !hours.stop_sd) return "";
    constexpr double kMinute = 60.0;  // s
    return fmt::format(" (standard deviation of start {:.0f} min, of stop {:.0f} min)",
                       *hours.start_sd / kMinute, *hours.stop_sd / kMinute);
  }

  static std::string hours_text(const WeeklyRules& hours) {
    if (hours.rules.empty()) return "at no fixed hours";
    std::vector<std::string> parts;
    for (const WeeklyRule& rule : hours.rules) {
      const bool all_day = rule.from_minute == 0 && rule.to_minute == 24 * 60;
      parts.push_back(all_day ? days_text(rule.days)
                              : fmt::format("{} {}-{}", days_text(rule.days),
                                            time_of_day_text(rule.from_minute),
                                            time_of_day_text(rule.to_minute)));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  /// Returns the values that were derived from trends, for the page of the calibration.
  static std::vector<ReportTable> plant_tables(const PlantTrends& plant) {
    const auto text = [](const std::optional<double>& number) {
      return number ? fmt::format("{:.4g}", *number) : std::string();
    };
    ReportTable table = make_table("Derived from trends of air handling units",
                                   {"parameter", "unit", "guess", "value", "sd", "at least"},
                                   {false, false, true, true, true, true});
    for (const auto& [unit, hours] : plant.hours) {
      table.cells.push_back(
          {unit + " runs " + hours_text(hours.rules) + spread_text(hours), "", "", "", "", ""});
    }
    for (const auto& [unit, points] : plant.supply_air) {
      for (const SupplyAirPoint& point : points) {
        const std::string when =
            points.size() > 1 ? fmt::format(" at {:.1f} degC outdoors", point.outdoor) : "";
        table.cells.push_back(
            {unit + " supply air" + when, "degC", "", text(point.setpoint), text(point.sd), ""});
      }
    }
    for (const PlantValue& value : plant.values) {
      table.cells.push_back({value.path, value.unit, text(value.guess), text(value.value),
                             text(value.sd), text(value.at_least)});
    }
    if (table.cells.empty()) return {};
    table.note =
        "Standard deviations follow from the variation between days. Controllers have none; other "
        "values without a standard deviation are guesses that the trends do not contradict.";
    return {table};
  }

  static Json number_or_null(const std::optional<double>& value) {
    return value ? Json(*value) : Json();
  }

  static Json plant_json(const PlantTrends& plant) {
    Json json = Json::object();
    for (const auto& [unit, hours] : plant.hours) {
      json["hours"][unit] = hours_text(hours.rules);
      Json& sd = json["hours_sd"][unit];
      sd["start"] = number_or_null(hours.start_sd);
      sd["stop"] = number_or_null(hours.stop_sd);
      sd["unit"] = "s";
    }
    for (const auto& [unit, points] : plant.supply_air) {
      Json& own = json["supply_air_setpoint"][unit];
      for (const auto& [outdoor, setpoint, sd] : points) {
        Json point;
        if (points.size() > 1) point["outdoor"] = outdoor;
        point["setpoint"] = setpoint;
        point["sd"] = number_or_null(sd);
        own.push_back(std::move(point));
      }
    }
    for (const PlantValue& value : plant.values) {
      Json& own = json["parameters"][value.path];
      own = {{"value", value.value},
             {"sd", number_or_null(value.sd)},
             {"unit", value.unit},
             {"guess", value.guess}};
      if (value.at_least) own["at_least"] = *value.at_least;
    }
    return json;
  }

  /// Returns the additional measurements that would help, the most useful ones first.
  std::vector<std::string> advices(const std::vector<ZoneResult>& results) const {
    std::vector<std::string> all;
    std::vector<std::string> dark;
    for (const ZoneResult& result : results) {
      const TwinZone& zone = *result.zone;
      if (!zone.measured && zone.missing_series.empty()) dark.push_back(zone.id);
    }
    if (!dark.empty()) {
      all.push_back(fmt::format("a temperature sensor in {} would replace guesses by estimates: {}",
                                dark.size() == 1 ? "this zone" : "each of these zones",
                                fmt::join(dark, ", ")));
    }
    for (const ZoneResult& result : results) {
      if (result.at_bounds.empty()) continue;
      all.push_back(
          fmt::format("{}: {} ended at bounds, far from the guess: check the area and the envelope "
                      "of the zone, or measure more of its influences",
                      result.zone->id, fmt::join(result.at_bounds, ", ")));
    }
    for (const ZoneResult& result : results) {
      if (!result.learned || result.zone->guessed_inputs.empty()) continue;
      std::vector<std::string> names;
      for (const std::string& input : result.zone->guessed_inputs) {
        const auto missing = missing_series_.find(input);
        names.push_back(missing == missing_series_.end()
                            ? input
                            : fmt::format("{} (its series '{}' is missing)", input,
                                          printable(missing->second)));
      }
      all.push_back(fmt::format("{}: measure {}, which the model guesses", result.zone->id,
                                fmt::join(names, ", ")));
    }
    return all;
  }

  /// Returns whether the measurements contain more information about a parameter than its prior.
  static bool is_determined(const Json& parameter) {
    constexpr double kShare = 0.9;
    return parameter["sd"].is_number() &&
           parameter["sd"].get<double>() < kShare * parameter["prior"]["sd"].get<double>();
  }

  Json summary(const TwinProblem& problem, const std::vector<ZoneResult>& results,
               const Json& fit) const {
    Json json;
    json["hearth"] = 1;
    json["model"] = "twin.hearth.json";
    if (problem.end > problem.start) {
      json["start"] = format_time(problem.start, problem.civil_time);
      json["learned_until"] = format_time(problem.learned_until, problem.civil_time);
      json["end"] = format_time(problem.end, problem.civil_time);
    }
    json["zones"] = Json::object();
    std::map<std::string, double> orientations;
    for (const ZoneSide& side : problem.sides.turned) orientations[side.zone] = side.azimuth;
    for (const ZoneResult& result : results) {
      Json& own = json["zones"][result.zone->id];
      own["grade"] = result.grade();
      if (const auto found = orientations.find(result.zone->id); found != orientations.end()) {
        own["orientation"] = found->second;
      }
      if (result.learned) own["rmse_learned"] = *result.learned;
      if (result.kept_back) own["rmse_kept_back"] = *result.kept_back;
      if (result.zone->measured) {
        own["days_learned"] = result.zone->days_learned;
        own["days_kept_back"] = result.zone->days_kept_back;
      }
      if (!result.zone->doubts.empty()) own["doubts"] = result.zone->doubts;
      if (!result.at_bounds.empty()) own["at_bounds"] = result.at_bounds;
      if (result.own_bias) own["bias_own_controls"] = *result.own_bias;
      const std::string& missing = result.zone->missing_series;
      if (!missing.empty()) own["missing_series"] = missing;
      for (const std::string& path : result.zone->parameters) {
        const Json& found = fit["parameters"][path];
        own["parameters"][path] = {{"value", found["value"]},
                                   {"sd", found["sd"]},
                                   {"unit", found["unit"]},
                                   {"guess", found["prior"]["mean"]},
                                   {"determined", is_determined(found)}};
        if (found["at_bound"].is_string()) own["parameters"][path]["at_bound"] = found["at_bound"];
      }
      if (!result.zone->guessed_inputs.empty()) {
        own["guessed_inputs"] = result.zone->guessed_inputs;
      }
    }
    Json plant = plant_json(problem.plant);
    if (!plant.empty()) json["plant"] = std::move(plant);
    for (const auto& [port, found] : agreements_) {
      Json& own = json["with_own_controls"][port];
      own = {
          {"n", found.n}, {"rmse", found.rmse}, {"bias", found.bias}, {"unit", found.unit.symbol}};
      if (found.nmbe) own["nmbe"] = *found.nmbe;
      if (found.cv_rmse) own["cv_rmse"] = *found.cv_rmse;
    }
    json["advice"] = advices(results);
    return json;
  }

  const TwinOptions& options_;
  Session& session_;
  fs::path folder_;
  Agreements agreements_;                              // agreements of the whole building
  std::map<std::string, std::string> missing_series_;  // id, by output
};

}  // namespace

int run_verb(const TwinOptions& options, Session& session) {
  return TwinRun(options, session).run();
}

}  // namespace hearth::apps
