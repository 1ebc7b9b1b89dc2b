// SPDX-License-Identifier: MIT
#include "hearth/framework/plan/run_inputs.hpp"

#include <algorithm>

#include "hearth/framework/base/internal/instant_text.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/model/cell_values.hpp"

namespace hearth {
namespace {

void check_period(const Period& period, Diagnostics& diagnostics) {
  if (period.step.count() <= 0) {
    diagnostics.error("simulation.step_invalid", {},
                      "the step must be longer than 0 s; set a positive step");
  } else if (period.end < period.start) {
    diagnostics.error("simulation.end_before_start", {},
                      "the end is before the start; set a later end");
  } else if ((period.end - period.start) % period.step != Duration::zero()) {
    diagnostics.error("simulation.end_off_grid", {},
                      "the time from start to end must be a whole number of steps of " +
                          number_text(seconds(period.step)) +
                          " s; move the start or the end, or change the step");
  }
}

void check_origin(const Period& period, Instant origin, Diagnostics& diagnostics) {
  if ((period.start - origin) % period.step == Duration::zero()) return;
  diagnostics.error("simulation.origin_off_grid", {},
                    "the time from the origin of clocks " + iso_utc(origin) + " to the start " +
                        iso_utc(period.start) + " must be a whole number of steps of " +
                        number_text(seconds(period.step)) + " s; change the start or the step");
}

/// Returns the file that a setting names, "" if it names none.
std::string file_of(const ConfigSetting& setting) {
  if (const auto* name = std::get_if<FileName>(&setting)) return name->path;
  const auto* series = std::get_if<SeriesSpec>(&setting);
  const auto* column = series == nullptr ? nullptr : std::get_if<FileColumn>(&series->source);
  return column == nullptr ? "" : column->file;
}

/// Resolves the configuration of the instances one after the other.
class Resolution {
 public:
  Resolution(const Plan& plan, const RunRequest& request, SeriesResolver* resolver)
      : plan_(plan), request_(request), resolver_(resolver) {
    inputs_.period = request.period;
    inputs_.origin = request.origin.value_or(request.period.start);
    // The continuous engine needs both limits of every series.
    const InputHold standard = plan.model.defaults.input_hold.value_or(InputHold::BySample);
    hold_ = plan.options.engine == Engine::Continuous ? InputHold::First
                                                      : request.input_hold.value_or(standard);
    inputs_.sloped = hold_ == InputHold::First;
    inputs_.slots = plan.slots;
  }

  Instant start_of_year() const {
    if (resolver_ == nullptr) return utc_year(inputs_.origin);
    return resolver_->start_of_year(inputs_.origin, site_.timezone);
  }

  RunInputs run() {
    check_period(request_.period, inputs_.diagnostics);
    if (!inputs_.diagnostics.has_errors() && plan_.options.engine == Engine::Stepwise) {
      check_origin(inputs_.period, inputs_.origin, inputs_.diagnostics);
    }
    if (inputs_.diagnostics.has_errors()) throw InputError(inputs_.diagnostics);
    check_limit(WorkLimit::RunSteps, request_.period.step_count(), {});
    site_ = resolver_ == nullptr ? plan_.model.site : completed_site(plan_.model, *resolver_);
    if (!request_.timezone.empty()) site_.timezone = request_.timezone;
    inputs_.year = start_of_year();
    const bool samples_means = std::any_of(
        plan_.instances.begin(), plan_.instances.end(),
        [](const PlannedInstance& instance) { return instance.type->traits.samples_means; });
    // Errors in the remaining instances are reported after these have been corrected.
    for (std::size_t i = 0; i < plan_.instances.size() && !inputs_.diagnostics.full(); ++i) {
      set_clock(i);
      const bool start = hold_ != InputHold::BySample;
      inputs_.configs.push_back(config(i, inputs_.sloped ? std::optional(Sample::Before)
                                          : start        ? std::optional(Sample::Start)
                                                         : std::nullopt));
      if (inputs_.sloped) inputs_.start_configs.push_back(config(i, Sample::Start));
      if (inputs_.sloped && samples_means) inputs_.mean_configs.push_back(as_without_slopes(i));
    }
    inputs_.diagnostics.merge_repeated();
    if (inputs_.diagnostics.has_errors()) throw InputError(inputs_.diagnostics);
    return std::move(inputs_);
  }

 private:
  Where place(std::size_t i, std::string_view name) const {
    const PlannedInstance& instance = plan_.instances[i];
    const Where where = plan_.model.component(instance.id).where.at(instance.id, name);
    return where;
  }

  void set_clock(std::size_t i) {
    Slot& slot = inputs_.slots[i];
    const std::int64_t step = request_.period.step.count();
    if (slot.period == 0) {
      slot.period = step;
      slot.sample_period = seconds(request_.period.step);
    }
    const auto& clock = plan_.model.component(plan_.instances[i].id).clock;
    if (plan_.options.engine == Engine::Continuous) {
      if (clock) count_ticks(slot.period, place(i, "clock"));
      return;
    }
    if (clock && clock->jitter > 0.0) {
      inputs_.diagnostics.error(
          "simulation.clock_jitter", place(i, "clock"),
          "a clock with jitter ticks between steps; use the continuous engine");
    }
    if (slot.period % step == 0 && slot.offset % step == 0) return;
    inputs_.diagnostics.error("simulation.clock_off_step", place(i, "clock"),
                              "period and offset must be whole numbers of steps of " +
                                  number_text(seconds(request_.period.step)) +
                                  " s; change the clock or the step");
  }

  void count_ticks(std::int64_t period, const Where& where) {
    ticks_ += (request_.period.end - request_.period.start).count() / period;
    check_limit(WorkLimit::ClockTicks, ticks_, where);
  }

  std::vector<ResolvedConfig> config(std::size_t i, std::optional<Sample> sample) {
    const PlannedInstance& instance = plan_.instances[i];
    const Component& component = plan_.model.component(instance.id);
    ResolvedComponent wired;
    wired.component = &component;
    wired.type = instance.type;
    wired.sizes = instance.sizes;
    std::vector<ResolvedConfig> values = default_config(wired);
    for (const Field& field : instance.type->schema) {
      if (field.role != Role::Config || field.kind != ConfigKind::Series) continue;
      std::optional<SeriesSpec> spec = series_of(component, field);
      if (!spec || instance.replaces(field.name)) continue;
      if (sample) spec->sample = *sample;
      values[field.member] = series(i, field, *spec);
    }
    return values;
  }

  std::vector<ResolvedConfig> as_without_slopes(std::size_t i) const {
    const PlannedInstance& instance = plan_.instances[i];
    std::vector<ResolvedConfig> values = inputs_.configs[i];
    for (const Field& field : instance.type->schema) {
      if (field.role != Role::Config || field.kind != ConfigKind::Series) continue;
      const auto spec = series_of(plan_.model.component(instance.id), field);
      if (!spec || instance.replaces(field.name)) continue;
      auto& series = std::get<Series>(values[field.member]);
      series = series.delivering(spec->sample);
    }
    return values;
  }

  Series series(std::size_t i, const Field& field, const SeriesSpec& spec) {
    const PlannedInstance& instance = plan_.instances[i];
    std::optional<Unit> target = field.unit;
    // A number without a unit is read in the unit of the ports that receive it, if they have the
    // same.
    if (field.unit.any != 0) target = instance.any ? instance.any : instance.fed;
    if (const double* number = std::get_if<double>(&spec.source)) {
      check_temperature(*number, spec.unit ? spec.unit : target, place(i, field.name));
      return Series(spec.unit && target ? convert(*number, *spec.unit, *target) : *number);
    }
    if (const auto* table = std::get_if<TimeTable>(&spec.source)) {
      return tabulated(*table, spec, target);
    }
    if (resolver_ == nullptr) {
      inputs_.diagnostics.error("simulation.no_resolver", place(i, field.name),
                                "series of weekly rules or files need a series resolver");
      return Series(0.0);
    }
    SeriesReport report;
    report.owner = instance.id + "." + std::string(field.name);
    Series resolved = resolver_->resolve(
        {spec, request_.period, inputs_.origin, site_.timezone, target, place(i, field.name),
         site_.latitude, site_.longitude, &plan_.model.files},
        report, inputs_.diagnostics);
    count_.add(spec, report, place(i, field.name), inputs_.diagnostics);
    inputs_.reports.push_back(std::move(report));
    if (field.unit.any != 0 && !instance.any && !target) check_fed(i, field, spec, resolved);
    return resolved;
  }

  /// Reports a constant temperature that cannot exist.
  void check_temperature(double value, const std::optional<Unit>& unit, const Where& where) {
    if (!unit || !below_absolute_zero(value, *unit)) return;
    inputs_.diagnostics.error("model.out_of_range", where,
                              number_text(value) + " " + std::string(unit->symbol) +
                                  " is below absolute zero; correct the temperature or its unit");
  }

  /// Reports a file that declares a unit but would be read as a bare number in several units.
  void check_fed(std::size_t i, const Field& field, const SeriesSpec& spec,
                 const Series& resolved) {
    if (!std::holds_alternative<FileColumn>(spec.source)) return;
    const std::vector<Unit>& units = plan_.instances[i].fed_units;
    for (std::size_t k = 0; k < units.size() && units.size() > 1; ++k) {
      Diagnostics found;
      SeriesReport unused;
      const Series other = resolver_->resolve(
          {spec, request_.period, inputs_.origin, site_.timezone, units[k], place(i, field.name),
           site_.latitude, site_.longitude, &plan_.model.files},
          unused, found);
      for (const Diagnostic& item : found.items()) {
        if (item.code == "data.unit_mismatch") return inputs_.diagnostics.add(item);
      }
      const bool same = std::equal(resolved.points().begin(), resolved.points().end(),
                                   other.points().begin(), other.points().end());
      if (found.has_errors() || same) continue;
      return inputs_.diagnostics.error("data.unit_mismatch", place(i, field.name),
                                       "the unit of the column comes from the file, and the series "
                                       "feeds ports in other units (" +
                                           std::string(units[k].symbol) +
                                           "): set the unit of the column as 'unit' of the series");
    }
  }

  static Series tabulated(const TimeTable& table, const SeriesSpec& spec,
                          const std::optional<Unit>& target) {
    std::vector<Series::Point> points;
    for (std::size_t k = 0; k < table.times.size(); ++k) {
      const double value = table.values[k];
      points.push_back(
          {table.times[k], spec.unit && target ? convert(value, *spec.unit, *target) : value});
    }
    return Series(std::move(points), table.shape, spec.sample);
  }

  const Plan& plan_;
  const RunRequest& request_;
  SeriesResolver* resolver_;
  InputHold hold_ = InputHold::BySample;
  Site site_;
  SeriesCount count_;
  std::int64_t ticks_ = 0;  // of all clocks in the run
  RunInputs inputs_;
};

}  // namespace

Site completed_site(const SimulationModel& model, SeriesResolver& resolver) {
  Site site = model.site;
  for (const auto& [id, component] : model.components()) {
    for (const auto& [name, setting] : component.config) {
      if (site.latitude && site.longitude && !site.timezone.empty()) return site;
      const std::string file = file_of(setting);
      if (file.empty()) continue;
      const std::optional<SeriesResolver::Place> place = resolver.place(file);
      if (!place) continue;
      if (!site.latitude) site.latitude = place->latitude;
      if (!site.longitude) site.longitude = place->longitude;
      if (site.timezone.empty()) site.timezone = place->timezone;
    }
  }
  return site;
}

RunInputs resolve_inputs(const Plan& plan, const RunRequest& request, SeriesResolver* resolver) {
  return Resolution(plan, request, resolver).run();
}

}  // namespace hearth
