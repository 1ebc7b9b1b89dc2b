// SPDX-License-Identifier: MIT
#include "hearth/apps/models/model_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/models/model_input.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/json/json_text.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/run/signal_patterns.hpp"

namespace hearth::apps {
namespace {

constexpr Duration kStandardStep = std::chrono::minutes(10);  // for a model that sets none

bool is_input(const std::string& name) { return name.find(".in.") != std::string::npos; }
bool is_state(const std::string& name) { return name.find('@') != std::string::npos; }

/// Returns start, end and step for a run up to the point.
RunTimes point_times(const PointOptions& options, const SimulationModel& model,
                     Diagnostics& diagnostics) {
  SimulateOptions run;
  run.model = options.model;
  run.start = options.start;
  run.step = model.defaults.step.value_or(kStandardStep);
  const bool moves = !options.at.empty();
  SimulationModel bounded = model;
  if (moves) {
    run.end = options.at;
  } else if (!options.start.empty()) {
    run.end = options.start;
  } else {
    bounded.defaults.end = model.defaults.start;
  }
  RunTimes times = run_times(run, bounded, std::nullopt, diagnostics);
  Period& period = times.request.period;
  if (period.end < period.start) {
    throw InputError("simulation.times_past", {.pointer = "--at"},
                     "the time is before the start of the run; choose a later time");
  }
  if (!moves) period.end = period.start + period.step;
  const Duration left = (period.end - period.start) % period.step;
  if (left > Duration::zero()) period.end += period.step - left;
  if (period.end == period.start) period.end += period.step;
  return times;
}

}  // namespace

ModelPoint::ModelPoint(const PointOptions& options, const std::vector<std::string>& inputs,
                       Session& session)
    : options_(options), session_(session), resolver_(data_options(options.model)) {
  SimulationModel model = with_messages(
      session, [&](Diagnostics& diagnostics) { return read_model(options.model, diagnostics); });
  open_inputs(model, inputs);
  CompileOptions compile_options = options.model.compile;
  compile_options.engine = Engine::Continuous;
  plan_ = std::make_shared<const Plan>(
      compile(with_settings(model, options.settings), known_components(), compile_options));
  session.messages.show(plan_->diagnostics);
  session.messages.show(evaluation_order(*plan_).diagnostics);
  times_ = with_messages(session, [&](Diagnostics& diagnostics) {
    return point_times(options, plan_->model, diagnostics);
  });
  auto basis = std::make_shared<const RunBasis>(plan_, times_.request, &resolver_);
  session.messages.show(basis->inputs().diagnostics);
  run_ = std::make_unique<Run>(basis);
  run_->record({});
  for (const ModelSetting& input : options.inputs) {
    run_->set(input.path, number("--input", input.path, input.value));
  }
  run_->start();
  if (!options.at.empty()) {
    const Zone& zone = times_.zone;
    const Instant at = read_instant(options.at, zone, {.pointer = "--at"});
    simulation().advance(seconds(at - basis->inputs().origin));
    simulation().settle();
  }
}

/// Makes the named inputs open inputs, unless they have a connection.
void ModelPoint::open_inputs(SimulationModel& model, const std::vector<std::string>& inputs) const {
  std::vector<std::string> names = inputs;
  for (const ModelSetting& input : options_.inputs) {
    if (!is_input(input.path)) {
      refuse_value("--input", input.path, "expected the name of an input, 'id.in.port'");
    }
    names.push_back(input.path);
  }
  for (const std::string& name : names) {
    if (!is_input(name)) continue;
    auto& open = model.inputs;
    if (std::find(open.begin(), open.end(), name) == open.end()) open.push_back(name);
  }
}

std::string ModelPoint::time() const {
  const RunInputs& inputs = run_->inputs();
  const Duration since_origin{std::llround(1000.0 * run_->continuous()->time())};
  return format_time(inputs.origin + since_origin, times_.zone);
}

NumberKind ModelPoint::kind(const std::string& name) const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto of = [](const Unit& unit, bool boolean) {
    return NumberKind{unit, {.value = 0.0, .min = -kInfinity, .max = kInfinity}, boolean};
  };
  if (is_input(name)) {
    plan_->open_input(name);  // refuses other names
    const auto at = name.find(".in.");
    const PlannedInstance& instance = plan_->instances[plan_->slot_of(name.substr(0, at))];
    const std::string port = name.substr(at + 4);
    const Field* field = instance.type->schema.find(Role::Input, port.substr(0, port.find('[')));
    const bool shared = field->unit.any != 0;
    return of(shared ? instance.any.value_or(unit::one) : field->unit, field->boolean);
  }
  if (!is_state(name)) {
    for (const Signal& signal : plan_->signals) {
      if (signal.name == name) return of(signal.unit, false);
    }
  }
  const CellRef cells = is_state(name) ? plan_->initial(name) : plan_->parameter(name);
  return of(cells.unit, cells.boolean);
}

double ModelPoint::number(const std::string& option, const std::string& name,
                          const hearth::Quantity& value) const {
  const NumberCheck check = check_number(value, kind(name));
  if (check.code.empty()) return check.value;
  throw InputError(check.code, {.pointer = option + " " + name}, check.problem);
}

std::vector<std::string> ModelPoint::outputs(const std::vector<std::string>& patterns,
                                             const std::vector<int>& standard) const {
  const std::vector<int> cells = patterns.empty() ? standard : select_signals(*plan_, patterns);
  std::vector<std::string> names;
  for (const int cell : cells) names.push_back(plan_->signals[cell].name);
  return names;
}

void ModelPoint::write(const nlohmann::ordered_json& result) const {
  if (!options_.output) return;
  session_.files.add_inputs(named_files(plan_->model, resolver_.files()), "data of the model");
  session_.files.prepare();
  write_text_file(*options_.output, to_pretty_text(result));
}

}  // namespace hearth::apps
