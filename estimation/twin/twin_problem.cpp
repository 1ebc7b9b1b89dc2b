// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/twin_problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/twin/building_run.hpp"
#include "hearth/estimation/twin/influence.hpp"
#include "hearth/estimation/twin/internal/trends.hpp"
#include "hearth/estimation/twin/measured_boundaries.hpp"
#include "hearth/estimation/twin/plant_trends.hpp"
#include "hearth/estimation/twin/twin_time.hpp"
#include "hearth/estimation/twin/zone_details.hpp"
#include "hearth/framework/model/component_series.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kSensorSd = 0.3;  // K, of a temperature sensor and its position in the room
/// Errors of the model last for hours: rows that follow each other within this time repeat one
/// error and count as one value.
constexpr double kErrorLasts = 3.0 * 3600.0;  // s
// The last 5 % of the objective change predictions by up to 0.02 K and need half of the time.
constexpr double kTolerance = 0.05;

/// A parameter of the calibration, with its prior and bounds.
struct Estimated {
  std::string name;
  std::vector<std::string> targets;
  double guess = 0.0, sd = 0.0, min = 0.0, max = 0.0;
  std::string unit, scale;
  std::string scale_of{};  ///< output of a source, instead of targets
};

/// Begins the name of a parameter that scales an output.
const std::string kScaleOf = "scale of ";

/// Finds the parameters that can be estimated in a model with measured boundaries.
class TwinDraft {
 public:
  TwinDraft(const SimulationModel& model, const Registry& registry, const TwinRequest& request)
      : translated_(model),
        registry_(registry),
        request_(request),
        time_(translated_, request, problem_) {}

  TwinProblem run() {
    for (const auto& [id, component] : translated_.components()) {
      const ComponentType* type = registry_.find(component.type);
      if (type == nullptr || type->schema.find(Role::Output, kZoneTemperature) == nullptr) continue;
      problem_.zones.push_back({.id = id});
    }
    time_.read_thermometers();
    report_missing();
    std::vector<std::string> measured;
    for (const TwinZone& zone : problem_.zones) {
      if (zone.measured) measured.push_back(zone.id);
    }
    details_ = with_zone_details(translated_, registry_, measured, request_.storeys);
    report_lost_partitions();
    find_boundaries({measured.begin(), measured.end()});
    time_.divide();
    turn_to_sun(measured);
    for (TwinZone& zone : problem_.zones) {
      if (zone.measured) time_.weigh(zone);
    }
    doubt_weather();
    time_.bridge_holes();
    problem_.building = details_.model;
    for (SimulationModel* model : {&problem_.building, &problem_.model}) {
      set_start(*model);
      if (problem_.civil_time_of == "the time stamps of the data") {
        model->site.timezone = problem_.civil_time.name();
      }
      if (!measured.empty()) time_.take_between_stamps(*model);
    }
    if (problem_.end > problem_.start) {
      add_plant();
      if (!measured.empty()) hold_boundaries();
    }
    for (TwinZone& zone : problem_.zones) {
      if (zone.fitted) find_parameters(zone);
    }
    for (const ZonePair& pair : details_.neighbours) find_partition(pair);
    if (!parameters_.empty()) problem_.file = write();
    return std::move(problem_);
  }

 private:
  static bool is_envelope(const Field& field) {
    return field.unit.compatible(unit::J_per_K) || field.unit.compatible(unit::K_per_W) ||
           field.unit.compatible(unit::W_per_K);
  }
  static bool is_aperture(const Field& field) {
    return field.unit.compatible(unit::m2) && field.doc.find("aperture") != std::string_view::npos;
  }

  double value_of(const std::string& path) const {
    return plan_->cells[static_cast<std::size_t>(plan_->parameter(path).cells.front())];
  }

  /// Sets the plant of the building from its trends, and a step that its controllers need.
  void add_plant() {
    SimulationModel& building = problem_.building;
    // Hours have the resolution of the trends, whatever the step of the calibration is.
    const Duration step = std::min(problem_.step, time_.interval());
    problem_.plant = learn_plant(building, registry_, request_.data,
                                 {problem_.start, problem_.learned_until, step});
    problem_.notes.append(problem_.plant.notes);
    building.defaults.step = std::min(problem_.step, kLongestControlStep);
    building.defaults.every = Interval{.time = problem_.step};
  }

  /// Gives zones without a known orientation the sun of the side that their temperatures show.
  void turn_to_sun(const std::vector<std::string>& zones) {
    if (zones.empty() || problem_.learned_until <= problem_.start) return;
    problem_.sides =
        turn_zones_to_sun(details_.model, registry_, request_.data,
                          {problem_.start, problem_.learned_until, problem_.step}, zones);
    if (!problem_.sides.undecided.empty()) {
      problem_.notes.note(
          "twin.orientation_unknown", {},
          fmt::format("neither the graph nor the temperatures show the orientation of {}; these "
                      "zones receive the sun on the horizontal, which differs between seasons from "
                      "the sun on their windows: set \"orientation\" with --params",
                      fmt::join(problem_.sides.undecided, ", ")));
    }
    if (problem_.sides.turned.empty()) return;
    find_boundaries({zones.begin(), zones.end()});
    std::map<double, std::vector<std::string>> by_side;
    for (const ZoneSide& side : problem_.sides.turned) by_side[side.azimuth].push_back(side.zone);
    for (const auto& [azimuth, turned] : by_side) {
      problem_.notes.note(
          "twin.orientation", {},
          fmt::format("the temperatures of {} show that their windows face {:.0f} degrees from "
                      "north; the graph states no orientation: check it, and set \"orientation\" "
                      "with --params if it is wrong",
                      fmt::join(turned, ", "), azimuth));
    }
  }

  /// Makes measured outputs of the plant hold over the intervals that end at their stamps, if the
  /// series state that their stamps are ends of intervals or setpoints show it.
  void hold_boundaries() {
    Trends trends(problem_.building, registry_, request_.data,
                  {problem_.start, problem_.learned_until, problem_.step});
    hold_before_stamps(problem_.model, boundaries_, translated_, [&](const FileColumn& column) {
      const std::optional<Stamps> stamps = trends.stamps(column);
      if (!stamps || stamps->interval != problem_.step) return false;
      return stamps->lag.value_or(problem_.plant.stamp_lag) == problem_.step;
    });
  }

  /// Reports the temperature sensors whose series the data folder lacks.
  void report_missing() {
    for (TwinZone& zone : problem_.zones) {
      const auto missing = request_.missing_series.find(zone.id + "." + kZoneTemperature);
      if (zone.measured || missing == request_.missing_series.end()) continue;
      zone.missing_series = missing->second;
      problem_.notes.warning(
          "twin.series_missing", {},
          fmt::format("'{}' has a temperature sensor with the series '{}', which '{}' does not "
                      "contain; the zone is not calibrated: add a column or a file of that name",
                      zone.id, missing->second, request_.data.data_dir.value_or("").string()));
    }
  }

  /// Makes the model of everything that acts on the zones, with measured boundaries, and its plan.
  void find_boundaries(const std::set<std::string>& zones) {
    const Plan plan = compile(details_.model, registry_, {.engine = Engine::Stepwise});
    std::set<std::string> left_out;
    while (true) {
      MeasuredBoundaries boundaries = with_measured_boundaries(details_.model, plan, left_out);
      plan_.emplace(compile(boundaries.model, registry_, {.engine = Engine::Stepwise}));
      problem_.model =
          zones.empty() ? boundaries.model : acting_part(boundaries.model, *plan_, zones);
      if (zones.empty()) return;
      std::set<std::string> unfit = time_.find_unfit(boundaries);
      boundaries_ = std::move(boundaries);
      if (unfit.empty()) return;
      left_out.merge(unfit);
    }
  }

  /// Returns the scalar parameters above 0 that act on a rate and meet a condition.
  template <class Condition>
  std::vector<std::string> parameters_of(const PlannedInstance& instance,
                                         const Condition& condition) const {
    std::vector<std::string> found;
    InfluenceProbe probe(*plan_, plan_->slot_of(instance.id));
    for (const Field& field : instance.type->schema) {
      const bool computed = ((instance.computed >> field.member) & 1U) != 0;
      if (field.role != Role::Parameter || field.many || computed || !condition(field)) continue;
      std::string path = instance.id + "." + std::string(field.name);
      if (!(value_of(path) > 0.0)) continue;
      if (probe.parameter_acts(plan_->parameter(path).cells.front())) {
        found.push_back(std::move(path));
      }
    }
    return found;
  }

  /// Whether an input of a zone receives a constant or nothing.
  bool is_constant(const std::string& zone, const std::string& port) const {
    for (const Connection& connection : problem_.model.connections()) {
      if (connection.to.component != zone || connection.to.port != port) continue;
      const Component& source = problem_.model.component(connection.from.component);
      const SeriesSpec* spec = series_of(source, connection.from.port);
      return spec != nullptr && std::holds_alternative<double>(spec->source);
    }
    return true;
  }

  /// Without weather, losses to outdoors cannot be distinguished from other changes.
  void doubt_weather() {
    std::vector<std::string> zones;
    for (TwinZone& zone : problem_.zones) {
      if (!zone.measured || !is_constant(zone.id, "outdoorTemperature")) continue;
      zone.doubts.push_back("no weather");
      zones.push_back(zone.id);
    }
    if (zones.empty()) return;
    problem_.notes.warning(
        "twin.no_weather", {},
        fmt::format(
            "the outdoor temperature of {} is constant, so that effects of the weather are "
            "attributed to other parameters and the zones are not validated; set --weather FILE",
            fmt::join(zones, ", ")));
  }

  const PlannedInstance& instance(const std::string& id) const {
    return plan_->instances[static_cast<std::size_t>(plan_->slot_of(id))];
  }

  bool is_own_gain(const PlannedInstance& source, const std::string& zone) const {
    return !source.source && feeds_alone(details_.model, registry_, source.id, zone);
  }

  /// Estimates a parameter from a tenth to ten times its guess, which is the mean of its prior.
  void estimate(TwinZone& zone, const std::string& path) {
    const double guess = value_of(path);
    zone.parameters.push_back(path);
    parameters_.push_back({path,
                           {path},
                           guess,
                           guess,
                           guess / 10.0,
                           guess * 10.0,
                           std::string(plan_->parameter(path).unit.symbol),
                           "log",
                           {}});
  }

  void find_parameters(TwinZone& own) {
    const PlannedInstance& zone = instance(own.id);
    const bool dark = is_constant(own.id, "globalIrradiation");
    for (const std::string& path : parameters_of(zone, [dark](const Field& field) {
           return is_envelope(field) || (is_aperture(field) && !dark);
         })) {
      estimate(own, path);
    }
    for (const Field& field : zone.type->schema) {
      if (is_zero(zone, field) &&
          (field.unit.compatible(unit::W_per_K) || (is_aperture(field) && !dark))) {
        estimate_from_zero(own, field);
      }
    }
    estimate_start(own, *zone.type);
    const std::vector<std::string> uses = uses_of(own.id);
    for (const std::string& use : uses) estimate_use(own, use);
    std::set<std::string> seen;
    for (const Connection& connection : problem_.model.connections()) {
      if (connection.to.component != own.id) continue;
      const Field* input = zone.type->schema.find(Role::Input, connection.to.port);
      if (input == nullptr) continue;
      const PlannedInstance& source = instance(connection.from.component);
      if (source.source) {
        if (input->unit.compatible(unit::one)) estimate_share(own, connection);
        continue;
      }
      const bool heat = input->unit.compatible(unit::W);
      if ((heat || input->unit.compatible(unit::one)) && is_own_gain(source, own.id)) {
        const bool varied = std::any_of(uses.begin(), uses.end(), [&](const std::string& use) {
          return is_driven_by(source.id, use);
        });
        if (!varied && seen.insert(source.id).second) estimate_gain(own, source, heat);
        continue;
      }
      const bool air = connection.to.port.rfind("supply", 0) == 0;
      if (air || heat) own.guessed_inputs.push_back(to_string(connection.from));
    }
  }

  /// Returns the schedules of a zone. If neither people nor gains release heat, a schedule has no
  /// effect and is not in the model.
  std::vector<std::string> uses_of(const std::string& zone) const {
    const auto found = details_.uses.find(zone);
    if (found == details_.uses.end()) return {};
    std::vector<std::string> uses = found->second;
    std::erase_if(uses,
                  [this](const std::string& id) { return problem_.model.find(id) == nullptr; });
    return uses;
  }

  /// Estimates the size of a gain with a measured profile: its power, or the number of people.
  void estimate_gain(TwinZone& own, const PlannedInstance& source, bool heat) {
    const Unit& unit = heat ? unit::W : unit::one;
    for (const std::string& path : parameters_of(
             source, [&unit](const Field& field) { return field.unit.compatible(unit); })) {
      estimate(own, path);
    }
  }

  /// Estimates the factor of a measured series, such as that of people, that feeds only this zone.
  void estimate_share(TwinZone& own, const Connection& connection) {
    constexpr double kSd = 0.5, kMost = 3.0;
    const Component& source = problem_.model.component(connection.from.component);
    if (column_of(source, connection.from.port) == nullptr ||
        !feeds_alone(details_.model, registry_, source.id, own.id)) {
      return;
    }
    const std::string output = to_string(connection.from);
    const std::string name = kScaleOf + output;
    own.parameters.push_back(name);
    parameters_.push_back({.name = name,
                           .targets = {},
                           .guess = 1.0,
                           .sd = kSd,
                           .min = 0.0,
                           .max = kMost,
                           .unit = "",
                           .scale = "linear",
                           .scale_of = output});
  }

  /// Whether a parameter of a zone has the guess 0 and acts on the zone.
  bool is_zero(const PlannedInstance& zone, const Field& field) const {
    const bool computed = ((zone.computed >> field.member) & 1U) != 0;
    if (field.role != Role::Parameter || field.many || computed) return false;
    const std::string path = zone.id + "." + std::string(field.name);
    if (value_of(path) != 0.0) return false;
    return InfluenceProbe(*plan_, plan_->slot_of(zone.id))
        .parameter_acts(plan_->parameter(path).cells.front());
  }

  /// Estimates a loss or an aperture upwards from 0. Its standard deviation is the mean of other
  /// zones for each m3 of volume; if all have 0, 0.3 W/K for each m2 of a floor 3 m high.
  void estimate_from_zero(TwinZone& own, const Field& field) {
    constexpr double kConductance = 0.1;  // W/(m3 K)
    const std::string name(field.name);
    const auto number = [this](const std::string& id, const std::string& parameter) {
      const auto& type = *instance(id).type;
      const bool known = type.schema.find(Role::Parameter, parameter) != nullptr;
      return known ? value_of(id + "." + parameter) : 0.0;
    };
    const double volume = number(own.id, "V");
    double sum = 0.0, volumes = 0.0;
    for (const TwinZone& zone : problem_.zones) {
      if (!(number(zone.id, name) > 0.0)) continue;
      sum += number(zone.id, name);
      volumes += number(zone.id, "V");
    }
    double each = volumes > 0.0 ? sum / volumes : 0.0;
    if (each == 0.0 && field.unit.compatible(unit::W_per_K)) each = kConductance;
    const double scale = volume * each;
    if (!(scale > 0.0)) return;
    const std::string path = own.id + "." + name;
    own.parameters.push_back(path);
    parameters_.push_back({.name = path,
                           .targets = {path},
                           .guess = 0.0,
                           .sd = scale,
                           .min = 0.0,
                           .max = 10.0 * scale,
                           .unit = std::string(plan_->parameter(path).unit.symbol),
                           .scale = "linear"});
  }

  /// Estimates the initial temperatures of walls, which depend on the past and are not measured.
  void estimate_start(TwinZone& zone, const ComponentType& type) {
    constexpr double kSd = 2.0, kMost = 10.0;  // K
    const std::optional<double> first = time_.first_value(zone.id);
    if (!first) return;
    for (const Field& field : type.schema) {
      const bool wall = field.role == Role::State && !field.many &&
                        field.unit.compatible(unit::degC) && field.name != kZoneTemperature;
      if (!wall) continue;
      const std::string path = zone.id + "@" + std::string(field.name);
      zone.parameters.push_back(path);
      parameters_.push_back({path,
                             {path},
                             *first,
                             kSd,
                             *first - kMost,
                             *first + kMost,
                             std::string(unit::degC.symbol),
                             "linear",
                             {}});
    }
  }

  bool is_driven_by(const std::string& id, const std::string& source) const {
    return std::ranges::any_of(
        problem_.model.connections_to(id),
        [&](const Connection& connection) { return connection.from.component == source; });
  }

  /// Estimates the present shares of people, lights and equipment. They are usually below 1, but
  /// may be larger because the powers are guesses, too.
  void estimate_use(TwinZone& zone, const std::string& schedule) {
    constexpr double kSd = 0.5, kMost = 3.0;
    const auto& spec = *series_of(problem_.model.component(schedule), "value");
    const auto& rules = std::get<WeeklyRules>(spec.source);
    const auto add = [&](const std::string& key, double guess) {
      const std::string path = schedule + ".value[" + key + "]";
      zone.parameters.push_back(path);
      parameters_.push_back(
          {path, {path}, guess, kSd, 0.0, std::max(kMost, 2.0 * guess), "", "linear", {}});
    };
    add("default", rules.otherwise);
    for (std::size_t i = 0; i < rules.rules.size(); ++i) {
      add(std::to_string(i + 1), rules.rules[i].value);
    }
  }

  /// Both zones have the same resistance, so that one receives what the other loses over time.
  void find_partition(const ZonePair& pair) {
    const std::vector<std::string> targets = pair.resistances();
    const double guess = value_of(targets.front());
    bool fitted = false;
    for (TwinZone& zone : problem_.zones) {
      if (zone.fitted && (zone.id == pair.first || zone.id == pair.second)) {
        zone.parameters.push_back(targets.front());
        fitted = true;
      }
    }
    if (!fitted) return;
    parameters_.push_back({targets.front(),
                           targets,
                           guess,
                           guess,
                           guess / 10.0,
                           guess * 10.0,
                           std::string(unit::K_per_W.symbol),
                           "log",
                           {}});
  }

  /// Reports the partitions that the model lacks: heat exchanged between these zones is then
  /// attributed to losses to outdoors.
  void report_lost_partitions() {
    constexpr const char* kLost = "heat between them is attributed to losses to outdoors";
    for (const std::string& storey : details_.divided_storeys) {
      problem_.notes.note(
          "twin.storey_by_unit", {},
          fmt::format(
              "{} more than {} zones with a temperature sensor, so that the model has "
              "partitions only between zones of the same air handling unit, and between "
              "those without one; declare smaller parts as storeys in the graph",
              storey.empty() ? "the graph names no storeys and has" : "storey '" + storey + "' has",
              kMostNeighbours));
    }
    for (const ZoneGroup& group : details_.large_groups) {
      const std::string storey = group.storey.empty() ? "" : "storey '" + group.storey + "'";
      std::string subject = storey.empty() ? "the graph names no storeys and has" : storey + " has";
      if (group.is_part) {
        subject = group.unit.empty() ? "the part without an air handling unit"
                                     : "air handling unit '" + group.unit + "'";
        subject += storey.empty() ? " has" : " on " + storey + " has";
      }
      problem_.notes.warning(
          "twin.large_storey", {},
          fmt::format("{} more than {} zones with a temperature sensor, so that the model has no "
                      "partitions between them: {}; declare smaller parts as storeys in the graph",
                      subject, kMostNeighbours, kLost));
    }
    if (!details_.without_storey.empty()) {
      problem_.notes.warning(
          "twin.no_storey", {},
          fmt::format("the graph names storeys of other zones, but not of {}; the model has no "
                      "partitions between zones with and without a storey, and {}: declare the "
                      "storey of each zone in the graph",
                      fmt::join(details_.without_storey, ", "), kLost));
    }
    if (!details_.without_volume.empty()) {
      problem_.notes.warning(
          "twin.no_volume", {},
          fmt::format("{} have no volume, and hence no partitions to the zones of their storey: "
                      "{}; set their area in the graph or with --params",
                      fmt::join(details_.without_volume, ", "), kLost));
    }
  }

  /// Sets the initial temperatures of zones and their walls to the first measured one.
  void set_start(SimulationModel& model) const {
    for (const TwinZone& zone : problem_.zones) {
      const std::optional<double> first = time_.first_value(zone.id);
      if (!first || model.find(zone.id) == nullptr) continue;
      Component& component = model.component(zone.id);
      for (const Field& field : registry_.find(component.type)->schema) {
        const bool remembered = field.role == Role::State || field.role == Role::Held;
        if (!remembered || !field.unit.compatible(unit::degC)) continue;
        component.initial[std::string(field.name)] = Quantity{*first, unit::degC};
      }
    }
    model.defaults.start = problem_.start;
    model.defaults.end = problem_.end;
    model.defaults.step = problem_.step;
  }

  std::string stamp(Instant time) const { return format_time(time, problem_.civil_time); }

  /// A run from the start, whose values after `from` are compared.
  Json period(Instant from, Instant to) const {
    return {{"start", stamp(problem_.start)},
            {"end", stamp(to)},
            {"warmup", seconds(from - problem_.start)}};
  }

  Json parameter(const Estimated& estimated) const {
    const auto known = request_.earlier.find(estimated.name);
    const double initial =
        std::clamp(known == request_.earlier.end() ? estimated.guess : known->second, estimated.min,
                   estimated.max);
    Json json = {
        {"name", estimated.name},   {"initial", initial},
        {"min", estimated.min},     {"max", estimated.max},
        {"scale", estimated.scale}, {"prior", {{"mean", estimated.guess}, {"sd", estimated.sd}}}};
    if (estimated.scale_of.empty()) {
      json["targets"] = estimated.targets;
    } else {
      json["scale_of"] = {estimated.scale_of};
    }
    if (!estimated.unit.empty()) json["unit"] = estimated.unit;
    // The runs of the calibration and of the validation period begin at the same time.
    if (estimated.name.find('@') != std::string::npos) json["per_period"] = false;
    return json;
  }

  /// Returns the standard deviation, in K, with which the rows of a zone's sensor together
  /// have the weight of independent values.
  double sd_of_row(const std::string& zone) const {
    const double interval = seconds(std::max(problem_.step, time_.apart(zone)));
    return kSensorSd * std::sqrt(std::max(1.0, kErrorLasts / interval));
  }

  std::string write() const {
    Json json;
    json["hearth"] = 1;
    json["model"] = request_.model_file;
    if (!request_.data_folder.empty()) json["data_dir"] = request_.data_folder;
    json["step"] = seconds(problem_.step);
    json["tolerance"] = kTolerance;
    json["periods"] =
        Json::array({period(problem_.start + time_.warmup(), problem_.learned_until)});
    json["validation"] = Json::array({period(problem_.learned_until, problem_.end)});
    for (const Estimated& own : parameters_) json["parameters"].push_back(parameter(own));
    for (const TwinZone& zone : problem_.zones) {
      if (!zone.fitted) continue;
      const std::string port = zone.id + "." + kZoneTemperature;
      Json measured = {{"port", port}};
      if (!translated_.measurements.at(port).sd) {
        measured["sd"] = fmt::format("{:.3g} K", sd_of_row(zone.id));
      }
      for (const Stretch& stretch : zone.excluded) {
        measured["exclude"].push_back(
            {{"start", stamp(stretch.start)}, {"end", stamp(stretch.end)}});
      }
      json["measurements"].push_back(std::move(measured));
    }
    return json.dump(1);
  }

  const SimulationModel& translated_;
  const Registry& registry_;
  const TwinRequest& request_;
  TwinProblem problem_;
  DetailedModel details_;
  std::vector<Estimated> parameters_;
  MeasuredBoundaries boundaries_;
  std::optional<Plan> plan_;  // plan of the building with measured boundaries
  TwinTime time_;
};

[[noreturn]] void refuse_unmeasured(const TwinRequest& request) {
  if (!request.missing_series.empty()) {
    std::set<std::string> ids;
    for (const auto& [output, id] : request.missing_series) ids.insert(id);
    throw InputError(
        "twin.series_missing", {},
        fmt::format("'{}' contains none of the series that the graph names: {}; add columns or "
                    "files of these names",
                    request.data.data_dir.value_or("").string(), fmt::join(ids, ", ")));
  }
  throw InputError("twin.not_measured", {},
                   "the graph names no measured series; add time-series ids to its sensors, and "
                   "set --data to the folder with their files");
}

/// Without a data folder, the files may be in the folder of the model.
void require_files(const SimulationModel& model, const TwinRequest& request) {
  const DataFiles files(request.data);
  const bool any = std::any_of(
      model.measurements.begin(), model.measurements.end(),
      [&files](const auto& own) { return files.find(own.second.column.file).has_value(); });
  if (any) return;
  throw InputError("twin.no_data_folder", {},
                   fmt::format("the graph names {} measured series, but no folder with their files "
                               "is set: set --data DIR",
                               model.measurements.size()));
}

}  // namespace

TwinProblem make_twin_problem(const SimulationModel& model, const Registry& registry,
                              const TwinRequest& request) {
  if (model.measurements.empty()) refuse_unmeasured(request);
  if (!request.data.data_dir) require_files(model, request);
  return TwinDraft(model, registry, request).run();
}

}  // namespace hearth
