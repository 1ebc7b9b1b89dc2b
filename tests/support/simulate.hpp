// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/framework/run/signal_patterns.hpp"
#include "hearth/framework/stepwise/simulation.hpp"

namespace hearth::test {

/// The start of most runs: 2023-01-01T00:00:00Z, a Sunday.
inline constexpr Instant kStart{std::chrono::seconds(1672531200)};

/// What a step is exact to: its matrix is found by differences with a shift of 1/1024, which keeps
/// 13 digits.
inline constexpr double kDifferences = 4e-12;

/// What a run of a test asks for.
struct RunOptions {
  long steps = 10;
  Duration step = std::chrono::seconds(600);
  CompileOptions compile{};
  int threads = 1;
  double worth_parallel = SimulationOptions{}.worth_parallel;
  std::optional<InputHold> input_hold{};
  SeriesResolver* resolver = nullptr;
  std::optional<Instant> origin{};
  Instant start = kStart;
};

inline RunRequest request_of(const RunOptions& options) {
  RunRequest request;
  request.period = {options.start, options.start + options.steps * options.step, options.step};
  request.origin = options.origin;
  request.input_hold = options.input_hold;
  return request;
}

inline RunSettings settings_of(const RunOptions& options) {
  RunSettings settings;
  const RunRequest request = request_of(options);
  settings.period = request.period;
  settings.origin = request.origin;
  settings.input_hold = request.input_hold;
  settings.compile = options.compile;
  settings.resolver = options.resolver;
  settings.record = {"*"};
  settings.stepwise = {.threads = options.threads, .worth_parallel = options.worth_parallel};
  return settings;
}

/// The parts of a run with a scalar of choice, kept alive together.
template <class T>
struct Bench {
  Bench(const SimulationModel& model, const Registry& registry, const RunOptions& options = {})
      : plan(compile(model, registry, options.compile)),
        inputs(resolve_inputs(plan, request_of(options), options.resolver)),
        objects(plan, inputs),
        simulation(objects,
                   {.threads = options.threads, .worth_parallel = options.worth_parallel}) {}
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  const T& value(std::string_view signal) const { return simulation.value(plan.signal(signal)); }
  void steps(long count) {
    for (long k = 0; k < count; ++k) simulation.step();
  }

  Plan plan;
  RunInputs inputs;
  ConfigObjects<T> objects;
  Simulation<T> simulation;
};

/// Runs a model and returns one signal, row by row.
inline std::vector<double> run_signal(const SimulationModel& model, const Registry& registry,
                                      std::string_view signal, const RunOptions& options = {}) {
  Run run(model, registry, settings_of(options));
  run.record({run.plan().signal(signal)});
  return run.to_end().values;
}

/// Runs a model and returns all signals.
inline Results run_all(const SimulationModel& model, const Registry& registry,
                       const RunOptions& options = {}) {
  return Run(model, registry, settings_of(options)).to_end();
}

/// Makes an instance with parameters in the units of the schema.
inline Component instance(std::string id, std::string type,
                          const std::vector<std::pair<std::string, double>>& parameters = {}) {
  Component component;
  component.id = std::move(id);
  component.type = std::move(type);
  for (const auto& [name, value] : parameters) {
    component.parameters[name].value = Quantity{value, std::nullopt};
  }
  return component;
}

/// Makes a Schedule that delivers one number.
inline Component constant(std::string id, double value, std::optional<Unit> unit = std::nullopt) {
  Component component = instance(std::move(id), "Schedule");
  SeriesSpec spec;
  spec.source = value;
  spec.unit = unit;
  component.config["value"] = spec;
  return component;
}

/// Delivers prepared series for weekly rules, distinguished by `WeeklyRules::otherwise`, which is
/// the position in the list. Times count from kStart.
class ListResolver final : public SeriesResolver {
 public:
  struct Entry {
    std::vector<Series::Point> points;
    Series::Shape shape = Series::Shape::Hold;
  };
  explicit ListResolver(std::vector<Entry> entries) : entries_(std::move(entries)) {}

  Series resolve(const Request& request, SeriesReport&, Diagnostics&) override {
    const auto& rules = std::get<WeeklyRules>(request.spec.source);
    const Entry& entry = entries_.at(static_cast<std::size_t>(rules.otherwise));
    std::vector<Series::Point> points = entry.points;
    for (Series::Point& point : points) point.time += seconds(kStart - request.origin);
    return Series(std::move(points), entry.shape, request.spec.sample);
  }

 private:
  std::vector<Entry> entries_;
};

/// Makes a Schedule that delivers an entry of a ListResolver.
inline Component listed(std::string id, int entry, Sample sample = Sample::Mean) {
  Component component = instance(std::move(id), "Schedule");
  WeeklyRules rules;
  rules.otherwise = entry;
  SeriesSpec spec;
  spec.source = rules;
  spec.sample = sample;
  component.config["value"] = spec;
  return component;
}

/// Returns the codes of all diagnostics, in their order.
inline std::vector<std::string> codes(const Diagnostics& diagnostics) {
  std::vector<std::string> result;
  for (const Diagnostic& item : diagnostics.items()) result.push_back(item.code);
  return result;
}

/// Returns the first diagnostic of a code as one line, or "" if there is none.
inline std::string message_of(const Diagnostics& diagnostics, std::string_view code) {
  for (const Diagnostic& item : diagnostics.items()) {
    if (item.code == code) return to_string(item);
  }
  return "";
}

}  // namespace hearth::test
