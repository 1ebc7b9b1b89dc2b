// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "hearth/estimation/scenarios/set/internal/sampling.hpp"
#include "hearth/estimation/scenarios/set/internal/scenario_changes.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

long samples(const ScenarioSet& set) { return set.sweep ? set.sweep->n : 0; }

bool is_crossed(const ScenarioSet& set) {
  return set.crossed && !set.scenarios.empty() && set.sweep;
}

/// Returns the number of scenarios and samples for one combination of models and axes.
long inner_count(const ScenarioSet& set) {
  const auto scenarios = static_cast<long>(set.scenarios.size());
  if (is_crossed(set)) return scenarios * samples(set);
  const long count = scenarios + samples(set);
  return count > 0 || set.sweep ? count : 1;
}

void take_inner(const ScenarioSet& set, long inner, ScenarioRun& run) {
  const auto scenarios = static_cast<long>(set.scenarios.size());
  if (is_crossed(set)) {
    run.scenario = static_cast<int>(inner / samples(set));
    run.sample = inner % samples(set);
  } else if (inner < scenarios) {
    run.scenario = static_cast<int>(inner);
  } else if (set.sweep) {
    run.sample = inner - scenarios;
  }
}

std::vector<double> sample_values(const ScenarioSweep& sweep, long sample) {
  std::vector<double> values;
  values.reserve(sweep.parameters.size());
  if (sweep.method == SweepMethod::Grid) {
    std::vector<int> levels;
    for (const SweepParameter& parameter : sweep.parameters) levels.push_back(parameter.levels);
    const std::vector<int> point = grid_point(sample, levels);
    for (std::size_t p = 0; p < point.size(); ++p) {
      values.push_back(swept_level(sweep.parameters[p], point[p]));
    }
    return values;
  }
  const int dimensions = static_cast<int>(sweep.parameters.size());
  const std::vector<double> point =
      sweep.method == SweepMethod::Sobol
          ? sobol_point(sample, dimensions, sweep.seed)
          : latin_hypercube_point(sample, sweep.n, dimensions, sweep.seed);
  for (std::size_t p = 0; p < point.size(); ++p) {
    values.push_back(swept_value(sweep.parameters[p], point[p]));
  }
  return values;
}

/// Returns `sweep-017`: samples count from 1 and have as many digits as their number.
std::string sample_id(long sample, long n) {
  return fmt::format("sweep-{:0{}}", sample + 1, std::to_string(n).size());
}

std::string run_id(const ScenarioSet& set, const ScenarioRun& run) {
  std::string id;
  const auto join = [&](const std::string& part) {
    if (!id.empty() && !part.empty()) id += '/';
    id += part;
  };
  join(set.models[run.model].id);
  for (std::size_t a = 0; a < set.axes.size(); ++a) {
    join(set.axes[a].options[run.options[a]].id);
  }
  if (run.scenario >= 0) join(set.scenarios[run.scenario].id);
  if (run.sample >= 0) join(sample_id(run.sample, samples(set)));
  return id.empty() ? "base" : id;
}

ModelEdit edit_of(const ScenarioSet& set, const ScenarioRun& run) {
  ModelEdit edit;
  edit.model = &set.models[run.model];
  edit.changes.push_back(&edit.model->change);
  edit.options = run.options;
  for (std::size_t a = 0; a < set.axes.size(); ++a) {
    edit.changes.push_back(&set.axes[a].options[run.options[a]].change);
  }
  edit.scenario = run.scenario;
  if (run.scenario >= 0) {
    edit.changes.push_back(&set.scenarios[run.scenario].change);
  }
  if (run.sample >= 0) {
    edit.sweep = &*set.sweep;
    edit.values = run.values;
  }
  return edit;
}

/// Returns the key of a run, computed from the changes that count and from structural samples.
template <class Counts>
std::string key_of(const ScenarioSet& set, const ScenarioRun& run, const Counts& counts) {
  // Models that are like another one share its key, unless their own change counts.
  const ScenarioModel& model = set.models[run.model];
  const bool own = model.like < 0 || counts(model.change);
  std::string key = fmt::format("model {}", own ? run.model : model.like);
  if (counts(model.change)) key += " changed";
  for (std::size_t a = 0; a < set.axes.size(); ++a) {
    const int option = run.options[a];
    if (option < 0 || !counts(set.axes[a].options[option].change)) continue;
    key += fmt::format(" axis {} {}", a, option);
  }
  if (run.scenario >= 0 && counts(set.scenarios[run.scenario].change)) {
    key += fmt::format(" scenario {}", run.scenario);
  }
  for (std::size_t p = 0; p < run.values.size() && run.sample >= 0; ++p) {
    if (!set.sweep->parameters[p].structural) continue;
    key += fmt::format(" sweep {} {}", p, number_text(run.values[p]));
  }
  return key;
}

/// Returns the diagnostics preceded by the id of the run.
Diagnostics named(const Diagnostics& found, const std::string& id) {
  Diagnostics result;
  for (Diagnostic item : found.items()) {
    item.message = "run '" + id + "': " + item.message;
    result.add(std::move(item));
  }
  return result;
}

}  // namespace

long run_count(const ScenarioSet& set) {
  // Saturates, because a set with too many combinations is refused when it is read.
  constexpr long kMost = std::numeric_limits<long>::max();
  long count = inner_count(set);
  const auto times = [&](std::size_t factor) {
    const auto n = static_cast<long>(factor);
    count = n > 0 && count > kMost / n ? kMost : count * n;
  };
  times(set.models.size());
  for (const ScenarioAxis& axis : set.axes) times(axis.options.size());
  return count;
}

ScenarioRun scenario_run(const ScenarioSet& set, long index) {
  ScenarioRun run;
  run.index = index;
  const long inner = inner_count(set);
  take_inner(set, index % inner, run);
  index /= inner;
  run.options.resize(set.axes.size());
  for (std::size_t a = set.axes.size(); a-- > 0;) {
    const auto size = static_cast<long>(set.axes[a].options.size());
    run.options[a] = static_cast<int>(index % size);
    index /= size;
  }
  run.model = static_cast<int>(index);
  if (set.sweep) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    run.values = run.sample >= 0 ? sample_values(*set.sweep, run.sample)
                                 : std::vector<double>(set.sweep->parameters.size(), kNone);
  }
  run.id = run_id(set, run);
  return run;
}

std::vector<ModelSetting> scenario_settings(const ScenarioSet& set, const ScenarioRun& run,
                                            const Plan& plan) {
  return edited_settings(edit_of(set, run), plan);
}

ScenarioRun unchanged_run(const ScenarioSet& set, int model) {
  ScenarioRun run;
  run.model = model;
  run.options.assign(set.axes.size(), -1);
  return run;
}

std::string case_key(const ScenarioSet& set, const ScenarioRun& run) {
  return key_of(set, run, [](const ScenarioChange& change) { return change.is_structural(); });
}

std::string plan_key(const ScenarioSet& set, const ScenarioRun& run) {
  return key_of(set, run, [](const ScenarioChange& change) { return change.changes_model(); });
}

std::string plan_key(const ScenarioSet& set, const ModelEdit& edit) {
  ScenarioRun run = unchanged_run(set, static_cast<int>(edit.model - set.models.data()));
  std::copy(edit.options.begin(), edit.options.end(), run.options.begin());
  run.scenario = edit.scenario;
  run.values = edit.values;
  run.sample = edit.values.empty() ? -1 : 0;
  return plan_key(set, run);
}

ScenarioCase scenario_case(const ScenarioSet& set, const ScenarioRun& run,
                           const Registry& registry) {
  const ModelEdit edit = edit_of(set, run);
  try {
    SimulationModel model = edited_model(edit, registry);
    ScenarioPeriod period = edited_period(edit, set.period, model);
    return {std::move(model), std::move(period), edited_settings(edit)};
  } catch (const InputError& error) {
    throw InputError(named(error.diagnostics(), run.id));
  } catch (const ModelError& error) {
    throw ModelError(named(error.diagnostics(), run.id));
  }
}

}  // namespace hearth
