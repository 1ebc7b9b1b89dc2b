// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/twin_problem.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/data/sources/measurement.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/twin/influence.hpp"
#include "hearth/estimation/twin/measured_boundaries.hpp"
#include "hearth/estimation/twin/zone_details.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kSensorSd = 0.3;  // K, of a thermometer and of where it hangs
constexpr Duration kLongestStep = std::chrono::minutes(15);
constexpr Duration kShortestStep = std::chrono::minutes(1);
constexpr Duration kWarmup = std::chrono::hours(120);
// The last percent of the objective moves predictions by thousandths of a kelvin and takes half of
// the time.
constexpr double kTolerance = 0.01;
constexpr Duration kFirst = std::chrono::hours(1);  // in which the first temperature is found
constexpr double kWarmupShare = 0.1;                // of the time, at most

/// A parameter of the calibration, and what is known of it.
struct Estimated {
  std::string name;
  std::vector<std::string> targets;
  double guess = 0.0, sd = 0.0, min = 0.0, max = 0.0;
  std::string unit, scale;
};

/// Finds what can be estimated in a model with measured boundaries.
class TwinDraft {
 public:
  TwinDraft(const SimulationModel& model, const Registry& registry, const TwinRequest& request)
      : translated_(model), registry_(registry), request_(request) {}

  TwinProblem run() {
    for (const auto& [id, component] : translated_.components()) {
      const ComponentType* type = registry_.find(component.type);
      if (type == nullptr || type->schema.find(Role::Output, kZoneTemperature) == nullptr) continue;
      TwinZone zone;
      zone.id = id;
      zone.measured = is_measured(id);
      problem_.zones.push_back(std::move(zone));
    }
    find_time();
    std::vector<std::string> measured;
    for (const TwinZone& zone : problem_.zones) {
      if (zone.measured) measured.push_back(zone.id);
    }
    details_ = with_zone_details(translated_, registry_, measured, request_.storeys);
    for (const std::string& storey : details_.large_storeys) report_large(storey);
    set_start();
    problem_.building = details_.model;
    problem_.model = with_measured_boundaries(details_.model, registry_);
    if (!measured.empty()) {
      problem_.model = acting_part(problem_.model, registry_, {measured.begin(), measured.end()});
    }
    plan_.emplace(compile(problem_.model, registry_, {.engine = Engine::Stepwise}));
    for (TwinZone& zone : problem_.zones) {
      if (zone.measured) find_parameters(zone);
    }
    for (const ZonePair& pair : details_.neighbours) find_partition(pair);
    if (!parameters_.empty()) problem_.file = write();
    return std::move(problem_);
  }

 private:
  static bool is_envelope(const Field& field) {
    static const Unit kConductance = *parse_unit("W/K");
    return field.unit.compatible(unit::J_per_K) || field.unit.compatible(unit::K_per_W) ||
           field.unit.compatible(kConductance);
  }
  static bool is_aperture(const Field& field) {
    return field.unit.compatible(unit::m2) && field.doc.find("aperture") != std::string_view::npos;
  }

  double value_of(const std::string& path) const {
    return plan_->cells[static_cast<std::size_t>(plan_->parameter(path).cells.front())];
  }

  bool is_measured(const std::string& zone) const {
    return translated_.measurements.contains(zone + "." + kZoneTemperature);
  }

  /// Returns the names of the parameters of one number, above 0, that a condition takes.
  template <class Condition>
  std::vector<std::string> parameters_of(const PlannedInstance& instance,
                                         const Condition& condition) const {
    std::vector<std::string> found;
    InfluenceProbe probe(*plan_, plan_->slot_of(instance.id));
    for (const Field& field : instance.type->schema) {
      const bool computed = ((instance.computed >> field.member) & 1U) != 0;
      if (field.role != Role::Parameter || field.many || computed || !condition(field)) continue;
      std::string path = instance.id + "." + std::string(field.name);
      const bool acts = probe.parameter_acts(plan_->parameter(path).cells.front());
      if (value_of(path) > 0.0 && acts) found.push_back(std::move(path));
    }
    return found;
  }

  /// Whether no number of the sun reaches a zone but a constant.
  bool is_dark(const std::string& zone) const {
    for (const Connection& connection : problem_.model.connections()) {
      if (connection.to.component != zone || connection.to.port != "globalIrradiation") continue;
      const Component& source = problem_.model.component(connection.from.component);
      const auto series = source.config.find(connection.from.port);
      const auto* spec =
          series == source.config.end() ? nullptr : std::get_if<SeriesSpec>(&series->second);
      return spec != nullptr && std::holds_alternative<double>(spec->source);
    }
    return true;
  }

  const PlannedInstance& instance(const std::string& id) const {
    return plan_->instances[static_cast<std::size_t>(plan_->slot_of(id))];
  }

  /// Whether a component has no state and reaches this zone alone.
  bool is_own_gain(const PlannedInstance& source, const std::string& zone) const {
    for (const Field& field : source.type->schema) {
      if (field.role == Role::State || field.role == Role::Held) return false;
    }
    for (const Connection& connection : problem_.model.connections()) {
      if (connection.from.component == source.id && connection.to.component != zone) return false;
    }
    return !source.source;
  }

  /// Estimated over two orders of magnitude around its guess, which is the mean of its prior.
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
                           "log"});
  }

  void find_parameters(TwinZone& own) {
    const PlannedInstance& zone = instance(own.id);
    const bool dark = is_dark(own.id);
    for (const std::string& path : parameters_of(zone, [dark](const Field& field) {
           return is_envelope(field) || (is_aperture(field) && !dark);
         })) {
      estimate(own, path);
    }
    estimate_start(own, *zone.type);
    const auto use = details_.uses.find(own.id);
    // Without heat of people or gains, the schedule acts on nothing and is not in the model.
    const bool used = use != details_.uses.end() && problem_.model.find(use->second) != nullptr;
    if (used) estimate_use(own, use->second);
    for (const Connection& connection : problem_.model.connections()) {
      if (connection.to.component != own.id) continue;
      const Field* input = zone.type->schema.find(Role::Input, connection.to.port);
      const PlannedInstance& source = instance(connection.from.component);
      if (input == nullptr || source.source) continue;
      if (input->unit.compatible(unit::W) && is_own_gain(source, own.id)) {
        if (used && is_driven_by(source.id, use->second)) continue;
        for (const std::string& path : parameters_of(
                 source, [](const Field& field) { return field.unit.compatible(unit::W); })) {
          estimate(own, path);
        }
        continue;
      }
      const bool air = connection.to.port.rfind("supply", 0) == 0;
      if (air || input->unit.compatible(unit::W)) {
        own.guessed_inputs.push_back(to_string(connection.from));
      }
    }
  }

  /// What the walls were at the start, nobody measured; the room was there before.
  void estimate_start(TwinZone& zone, const ComponentType& type) {
    constexpr double kSd = 2.0, kMost = 10.0;  // K
    const auto first = first_values_.find(zone.id);
    if (first == first_values_.end()) return;
    for (const Field& field : type.schema) {
      const bool wall = field.role == Role::State && !field.many &&
                        field.unit.compatible(unit::degC) && field.name != kZoneTemperature;
      if (!wall) continue;
      const std::string path = zone.id + "@" + std::string(field.name);
      zone.parameters.push_back(path);
      parameters_.push_back({path,
                             {path},
                             first->second,
                             kSd,
                             first->second - kMost,
                             first->second + kMost,
                             std::string(unit::degC.symbol),
                             "linear"});
    }
  }

  bool is_driven_by(const std::string& id, const std::string& source) const {
    const auto& connections = problem_.model.connections();
    return std::any_of(connections.begin(), connections.end(), [&](const Connection& connection) {
      return connection.to.component == id && connection.from.component == source;
    });
  }

  /// The shares of people, lights and equipment that are there: as a rule below 1, but powers are
  /// guesses too.
  void estimate_use(TwinZone& zone, const std::string& schedule) {
    constexpr double kSd = 0.5, kMost = 3.0;
    const auto& spec = std::get<SeriesSpec>(problem_.model.component(schedule).config.at("value"));
    const auto& rules = std::get<WeeklyRules>(spec.source);
    const auto add = [&](const std::string& key, double guess) {
      const std::string path = schedule + ".value[" + key + "]";
      zone.parameters.push_back(path);
      parameters_.push_back(
          {path, {path}, guess, kSd, 0.0, std::max(kMost, 2.0 * guess), "", "linear"});
    };
    add("default", rules.otherwise);
    for (std::size_t i = 0; i < rules.rules.size(); ++i) {
      add(std::to_string(i + 1), rules.rules[i].value);
    }
  }

  /// Both zones see one resistance, so that what one gives in the long run the other takes.
  void find_partition(const ZonePair& pair) {
    const std::vector<std::string> targets = pair.resistances();
    const double guess = value_of(targets.front());
    for (TwinZone& zone : problem_.zones) {
      if (zone.id == pair.first || zone.id == pair.second) {
        zone.parameters.push_back(targets.front());
      }
    }
    parameters_.push_back({targets.front(), targets, guess, guess, guess / 10.0, guess * 10.0,
                           std::string(unit::K_per_W.symbol), "log"});
  }

  void report_large(const std::string& storey) {
    problem_.notes.note(
        "twin.large_storey", {},
        fmt::format(
            "{} more than {} zones with a thermometer; what they lose to each other is not "
            "estimated, but taken as loss to outdoors",
            storey.empty() ? "the graph names no storeys and has" : "storey '" + storey + "' has",
            kMostNeighbours));
  }

  /// Zones and their walls begin at the first measured temperature.
  void set_start() {
    for (const TwinZone& zone : problem_.zones) {
      const auto first = first_values_.find(zone.id);
      if (!zone.measured || first == first_values_.end()) continue;
      Component& component = details_.model.component(zone.id);
      for (const Field& field : registry_.find(component.type)->schema) {
        if (field.role != Role::State || !field.unit.compatible(unit::degC)) continue;
        component.initial[std::string(field.name)] = Quantity{first->second, unit::degC};
      }
    }
    details_.model.defaults.start = problem_.start;
    details_.model.defaults.end = problem_.end;
    details_.model.defaults.step = problem_.step;
  }

  /// Finds the time that all measured temperatures have in common.
  void find_time() {
    DataFiles files(request_.data);
    Instant first = Instant::min(), last = Instant::max();
    Duration interval = kLongestStep;
    bool any = false;
    std::map<std::string, std::shared_ptr<const RawSeries>> raws;
    for (TwinZone& zone : problem_.zones) {
      if (!zone.measured) continue;
      const Measurement& measurement =
          translated_.measurements.at(zone.id + "." + kZoneTemperature);
      const auto raw = series(files, measurement);
      const auto known = raw ? known_times(*raw) : std::nullopt;
      if (!known) {
        zone.measured = false;
        zone.parameters.clear();
        problem_.notes.warning("twin.no_data", measurement.where,
                               "the temperature of '" + zone.id + "' has no values in '" +
                                   measurement.column.file + "'; the zone is not calibrated");
        continue;
      }
      any = true;
      raws[zone.id] = raw;
      first = std::max(first, known->first);
      last = std::min(last, known->second);
      if (raw->interval > Duration{}) interval = std::min(interval, raw->interval);
    }
    if (!any) return;
    const Duration step = request_.step.value_or(std::clamp(interval, kShortestStep, kLongestStep));
    problem_.step = step;
    const auto rounded = [step](Instant time) {
      return Instant(time.time_since_epoch() / step * step);
    };
    problem_.start = rounded(first + step - Duration(1));
    problem_.end = rounded(last);
    const long steps = (problem_.end - problem_.start) / step;
    const long learned = std::lround(request_.learned * static_cast<double>(steps));
    if (steps >= 20 && (learned < 10 || steps - learned < 2)) {
      throw InputError(
          "twin.share", {},
          fmt::format("of {} steps of {}, {} are left to learn from and {} to judge by; "
                      "at least 10 and 2 are needed: choose --learn between",
                      steps, describe(step), learned, steps - learned));
    }
    if (steps < 20) {
      throw InputError("twin.no_overlap", {},
                       fmt::format("the measured temperatures of the zones have {} steps of {} in "
                                   "common; give series of the same time, or leave out those that "
                                   "end early",
                                   std::max(0L, steps), describe(step)));
    }
    for (const auto& [zone, raw] : raws) find_first_value(zone, *raw);
    problem_.learned_until = problem_.start + learned * step;
    const auto most = static_cast<long>(kWarmupShare * static_cast<double>(learned));
    warmup_ = std::min(most, static_cast<long>(kWarmup / step)) * step;
  }

  void find_first_value(const std::string& zone, const RawSeries& raw) {
    const Measurement& measurement = translated_.measurements.at(zone + "." + kZoneTemperature);
    const Conversion to_celsius =
        file_conversion(measurement.column, raw.header_unit, unit::degC, measurement.where);
    std::vector<double> early;
    for (std::size_t i = 0; i < raw.times.size(); ++i) {
      if (raw.times[i] < problem_.start || !std::isfinite(raw.values[i])) continue;
      if (!early.empty() && raw.times[i] > problem_.start + kFirst) break;
      early.push_back(to_celsius.factor * raw.values[i] + to_celsius.shift);
    }
    if (early.empty()) return;
    const auto middle = early.begin() + static_cast<std::ptrdiff_t>(early.size() / 2);
    std::nth_element(early.begin(), middle, early.end());
    first_values_[zone] = *middle;
  }

  /// The times of the first and the last value; nothing if there are not two.
  static std::optional<std::pair<Instant, Instant>> known_times(const RawSeries& raw) {
    std::optional<std::pair<Instant, Instant>> known;
    for (std::size_t i = 0; i < raw.times.size(); ++i) {
      if (!std::isfinite(raw.values[i])) continue;
      if (!known) known.emplace(raw.times[i], raw.times[i]);
      known->second = raw.times[i];
    }
    return known && known->first < known->second ? known : std::nullopt;
  }

  std::shared_ptr<const RawSeries> series(DataFiles& files, const Measurement& measurement) {
    const auto path = files.find(measurement.column.file);
    if (!path) {
      problem_.notes.append(
          files.missing_file(measurement.column.file, measurement.where).diagnostics());
      return nullptr;
    }
    Diagnostics ignored;
    const Site& site = translated_.site;
    return files.series(*path, measurement.column, {.site = site}, ignored);
  }

  /// A run from the start, of which the values after `from` are compared.
  Json period(Instant from, Instant to) const {
    const Zone utc = Zone::fixed(Duration{});
    return {{"start", format_time(problem_.start, utc)},
            {"end", format_time(to, utc)},
            {"warmup", seconds(from - problem_.start)}};
  }

  Json parameter(const Estimated& estimated) const {
    const auto known = request_.earlier.find(estimated.name);
    const double initial =
        std::clamp(known == request_.earlier.end() ? estimated.guess : known->second, estimated.min,
                   estimated.max);
    Json json = {{"name", estimated.name},
                 {"targets", estimated.targets},
                 {"initial", initial},
                 {"min", estimated.min},
                 {"max", estimated.max},
                 {"scale", estimated.scale},
                 {"prior", {{"mean", estimated.guess}, {"sd", estimated.sd}}}};
    if (!estimated.unit.empty()) json["unit"] = estimated.unit;
    // One start for the time that is learned from and the time kept back, which go on from it.
    if (estimated.name.find('@') != std::string::npos) json["per_period"] = false;
    return json;
  }

  std::string write() const {
    Json json;
    json["hearth"] = 1;
    json["model"] = request_.model_file;
    if (!request_.data_folder.empty()) json["data_dir"] = request_.data_folder;
    json["step"] = seconds(problem_.step);
    json["tolerance"] = kTolerance;
    json["periods"] = Json::array({period(problem_.start + warmup_, problem_.learned_until)});
    json["validation"] = Json::array({period(problem_.learned_until, problem_.end)});
    for (const Estimated& own : parameters_) json["parameters"].push_back(parameter(own));
    for (const TwinZone& zone : problem_.zones) {
      if (zone.parameters.empty()) continue;
      const std::string port = zone.id + "." + kZoneTemperature;
      Json measured = {{"port", port}};
      if (!translated_.measurements.at(port).sd) {
        measured["sd"] = fmt::format("{} K", kSensorSd);
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
  std::map<std::string, double> first_values_;  // degC, at the start, by zone
  std::optional<Plan> plan_;
  Duration warmup_{};
};

}  // namespace

TwinProblem make_twin_problem(const SimulationModel& model, const Registry& registry,
                              const TwinRequest& request) {
  if (model.measurements.empty()) {
    throw InputError("twin.not_measured", {},
                     "the graph names no measured series; give its sensors time-series ids and "
                     "--data the folder with their files");
  }
  return TwinDraft(model, registry, request).run();
}

}  // namespace hearth
