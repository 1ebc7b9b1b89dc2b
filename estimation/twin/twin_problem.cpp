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
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/twin/measured_boundaries.hpp"
#include "hearth/framework/plan/lone_instance.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kTemperature = "indoorTemperature";
constexpr double kSensorSd = 0.3;  // K, of a thermometer and of where it hangs
constexpr Duration kLongestStep = std::chrono::minutes(15);
constexpr Duration kShortestStep = std::chrono::minutes(1);
constexpr Duration kWarmup = std::chrono::hours(120);
constexpr double kWarmupShare = 0.1;  // of the time, at most

/// Whether parameters of one component act in this model: those of a wall that leads nowhere do
/// not. Found at numbers for inputs and states that tell all of them apart.
class InfluenceProbe {
 public:
  InfluenceProbe(const Plan& plan, int slot)
      : alone_(plan, slot, LoneInstance::config_of(plan, slot)),
        computed_(plan.instances[static_cast<std::size_t>(slot)].computed) {
    const int first = alone_.slot().parameter, last = first + alone_.counts().parameter;
    for (int cell = 0; cell < static_cast<int>(plan.cells.size()); ++cell) {
      if (cell >= first && cell < last) continue;
      const double fraction = 0.6180339887498949 * cell;
      alone_.cells()[cell] = 1.0 + fraction - std::floor(fraction);
    }
    before_ = rates();
  }

  bool acts(int parameter) {
    if (!alone_.type().traits.has_derivatives) return true;
    double& value = alone_.cells()[parameter];
    const double kept = value;
    value *= 1.25;
    const bool different = rates() != before_;
    value = kept;
    return different;
  }

 private:
  std::vector<double> rates() {
    const ComponentType& type = alone_.type();
    std::vector<double> rates(static_cast<std::size_t>(alone_.counts().state), 0.0);
    if (!type.traits.has_derivatives) return rates;
    type.plain.prepare(alone_.slot(), alone_.cells(), computed_);
    type.plain.derivatives(alone_.slot(), alone_.frame(), rates.data());
    return rates;
  }

  LoneInstance alone_;
  std::uint64_t computed_;
  std::vector<double> before_;
};

/// Finds what can be estimated in a model with measured boundaries.
class TwinDraft {
 public:
  TwinDraft(const SimulationModel& model, const Registry& registry, const TwinRequest& request)
      : request_(request) {
    problem_.model = with_measured_boundaries(model, registry);
    plan_.emplace(compile(problem_.model, registry, {.engine = Engine::Stepwise}));
  }

  TwinProblem run() {
    for (const PlannedInstance& instance : plan_->instances) {
      if (instance.type->schema.find(Role::Output, kTemperature) != nullptr) add_zone(instance);
    }
    std::sort(problem_.zones.begin(), problem_.zones.end(),
              [](const TwinZone& a, const TwinZone& b) { return a.id < b.id; });
    find_time();
    const bool any = std::any_of(problem_.zones.begin(), problem_.zones.end(),
                                 [](const TwinZone& zone) { return !zone.parameters.empty(); });
    if (any) problem_.file = write();
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
      const bool acts = probe.acts(plan_->parameter(path).cells.front());
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

  void add_zone(const PlannedInstance& zone) {
    TwinZone own;
    own.id = zone.id;
    own.measured = problem_.model.measurements.count(zone.id + "." + kTemperature) > 0;
    const bool dark = is_dark(zone.id);
    if (own.measured) {
      own.parameters = parameters_of(zone, [dark](const Field& field) {
        return is_envelope(field) || (is_aperture(field) && !dark);
      });
    }
    for (const Connection& connection : problem_.model.connections()) {
      if (connection.to.component != zone.id) continue;
      const Field* input = zone.type->schema.find(Role::Input, connection.to.port);
      const PlannedInstance& source = instance(connection.from.component);
      if (input == nullptr || source.source) continue;
      if (input->unit.compatible(unit::W) && is_own_gain(source, zone.id)) {
        if (!own.measured) continue;
        const auto gains = parameters_of(
            source, [](const Field& field) { return field.unit.compatible(unit::W); });
        own.parameters.insert(own.parameters.end(), gains.begin(), gains.end());
        continue;
      }
      const bool air = connection.to.port.rfind("supply", 0) == 0;
      if (air || input->unit.compatible(unit::W)) {
        own.guessed_inputs.push_back(to_string(connection.from));
      }
    }
    problem_.zones.push_back(std::move(own));
  }

  /// Finds the time that all measured temperatures have in common.
  void find_time() {
    DataFiles files(request_.data);
    Instant first = Instant::min(), last = Instant::max();
    Duration interval = kLongestStep;
    bool any = false;
    for (TwinZone& zone : problem_.zones) {
      if (!zone.measured) continue;
      const Measurement& measurement = problem_.model.measurements.at(zone.id + "." + kTemperature);
      const auto raw = series(files, measurement);
      if (!raw || raw->times.size() < 2) {
        zone.measured = false;
        zone.parameters.clear();
        problem_.notes.warning("twin.no_data", measurement.where,
                               "the temperature of '" + zone.id + "' has no values in '" +
                                   measurement.column.file + "'; the zone is not calibrated");
        continue;
      }
      any = true;
      first = std::max(first, raw->times.front());
      last = std::min(last, raw->times.back());
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
    if (steps < 20 || learned < 10 || steps - learned < 2) {
      throw InputError("twin.no_overlap", {},
                       fmt::format("the measured temperatures of the zones have {} steps of {} in "
                                   "common; give series of the same time, or leave out those that "
                                   "end early",
                                   std::max(0L, steps), describe(step)));
    }
    problem_.learned_until = problem_.start + learned * step;
    const auto most = static_cast<long>(kWarmupShare * static_cast<double>(learned));
    warmup_ = std::min(most, static_cast<long>(kWarmup / step)) * step;
  }

  std::shared_ptr<const RawSeries> series(DataFiles& files, const Measurement& measurement) {
    const auto path = files.find(measurement.column.file);
    if (!path) {
      problem_.notes.append(
          files.missing_file(measurement.column.file, measurement.where).diagnostics());
      return nullptr;
    }
    Diagnostics ignored;
    const Site& site = problem_.model.site;
    return files.series(*path, measurement.column, {.site = site}, ignored);
  }

  /// A run from the start, of which the values after `from` are compared.
  Json period(Instant from, Instant to) const {
    const Zone utc = Zone::fixed(Duration{});
    return {{"start", format_time(problem_.start, utc)},
            {"end", format_time(to, utc)},
            {"warmup", seconds(from - problem_.start)}};
  }

  Json parameter(const std::string& path) const {
    const double guess = value_of(path);
    const Unit& unit = plan_->parameter(path).unit;
    const double least = guess / 10.0, most = guess * 10.0;
    const auto known = request_.earlier.find(path);
    const double initial =
        known == request_.earlier.end() ? guess : std::clamp(known->second, least, most);
    return {{"name", path},       {"targets", {path}},
            {"initial", initial}, {"min", least},
            {"max", most},        {"unit", unit.symbol},
            {"scale", "log"},     {"prior", {{"mean", guess}, {"sd", guess}}}};
  }

  std::string write() const {
    Json json;
    json["hearth"] = 1;
    json["model"] = request_.model_file;
    if (!request_.data_folder.empty()) json["data_dir"] = request_.data_folder;
    json["step"] = seconds(problem_.step);
    json["periods"] = Json::array({period(problem_.start + warmup_, problem_.learned_until)});
    json["validation"] = Json::array({period(problem_.learned_until, problem_.end)});
    for (const TwinZone& zone : problem_.zones) {
      if (zone.parameters.empty()) continue;
      for (const std::string& path : zone.parameters) json["parameters"].push_back(parameter(path));
      const std::string port = zone.id + "." + kTemperature;
      Json measured = {{"port", port}};
      if (!problem_.model.measurements.at(port).sd) {
        measured["sd"] = fmt::format("{} K", kSensorSd);
      }
      json["measurements"].push_back(std::move(measured));
    }
    return json.dump(1);
  }

  const TwinRequest& request_;
  TwinProblem problem_;
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
