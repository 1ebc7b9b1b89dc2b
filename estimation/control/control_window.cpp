// SPDX-License-Identifier: MIT
#include "hearth/estimation/control/control_window.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hearth {
namespace {

constexpr double kKept = 1e-3;  // share of the range of an output by which a limit may be exceeded
constexpr double kSameNumber = 1e-5;  // share of the output, if it does not vary

/// Returns the range of an output over a window; `outputs` are sorted by row, then by limit.
double range_of(const std::vector<double>& outputs, std::size_t limit, std::size_t limits) {
  double lowest = INFINITY, highest = -INFINITY;
  for (std::size_t k = limit; k < outputs.size(); k += limits) {
    lowest = std::min(lowest, outputs[k]);
    highest = std::max(highest, outputs[k]);
  }
  return highest - lowest;
}

}  // namespace

DecisionBlocks::DecisionBlocks(const PreparedControl& prepared, long steps) {
  for (const PreparedControl::Bounds& bounds : prepared.bounds()) {
    first_.push_back(size_);
    lengths_.push_back(bounds.block);
    size_ += static_cast<int>((steps + bounds.block - 1) / bounds.block);
  }
}

ControlWindow::ControlWindow(const PreparedControl& prepared, long steps,
                             Simulation<double>& simulation)
    : prepared_(prepared),
      system_(prepared.model()),
      steps_(steps),
      blocks_(prepared, steps),
      simulation_(simulation) {
  std::vector<Direction> directions;
  for (std::size_t d = 0; d < prepared.bounds().size(); ++d) {
    for (int b = 0; b < blocks_.count(d); ++b) {
      decision_of_.push_back(d);
      directions.push_back({{system_.decisions[d], 1.0}});
      if (system_.delayed[d] >= 0) directions.back().emplace_back(system_.delayed[d], 1.0);
    }
  }
  if (system_.jets == nullptr) return;
  sensitivities_ = std::make_unique<Sensitivities>(simulation_, *system_.jets, directions);
}

bool ControlWindow::acts(int block, long step) const {
  const std::size_t decision = decision_of_[static_cast<std::size_t>(block)];
  return block <= blocks_.at(decision, step);
}

void ControlWindow::begin(const Snapshot<double>& state, long row,
                          const std::vector<double>& before) {
  before_ = before;
  state_ = &state;
  first_row_ = row;
  const std::size_t bounds = static_cast<std::size_t>(steps_) * prepared_.limits().size();
  below_.assign(bounds, 0);
  above_.assign(bounds, 0);
  make_program();
}

void ControlWindow::make_program() {
  const auto decisions = static_cast<std::size_t>(blocks_.size());
  variables_ = {std::vector<double>(decisions, 0.0), std::vector<double>(decisions, 1.0)};
  for (std::size_t d = 0; d < before_.size(); ++d) {
    const PreparedControl::Bounds& bounds = prepared_.bounds()[d];
    const double span = bounds.max - bounds.min;
    if (!bounds.max_change || !(span > 0.0)) continue;
    const auto block = static_cast<std::size_t>(blocks_.first(d));
    // It may be outside the bounds by at most the largest change.
    const double share = (before_[d] - bounds.min) / span;
    variables_.lower[block] = std::clamp(share - *bounds.max_change / span, 0.0, 1.0);
    variables_.upper[block] = std::clamp(share + *bounds.max_change / span, 0.0, 1.0);
  }
  constraints_ = {};
  weights_.clear();
  limited_.clear();
  changes_.clear();
  pattern_.clear();
  list_limits();
  list_changes();
}

void ControlWindow::list_limits() {
  const auto add_violation = [this](double weight) {
    variables_.lower.push_back(0.0);
    variables_.upper.push_back(INFINITY);
    weights_.push_back(weight);
    return static_cast<int>(variables_.lower.size()) - 1;
  };
  for (long step = 1; step <= steps_; ++step) {
    for (std::size_t i = 0; i < prepared_.limits().size(); ++i) {
      const LimitRows& rows = prepared_.limits()[i];
      if (rows.at_end && step < steps_) continue;
      const auto k = static_cast<std::size_t>(first_row_ + step);
      const std::size_t bound = static_cast<std::size_t>(step - 1) * prepared_.limits().size() + i;
      if (!below_[bound] && !above_[bound]) continue;
      const double min = below_[bound] ? rows.min[k] : -INFINITY;
      const double max = above_[bound] ? rows.max[k] : INFINITY;
      LimitedRow row{.limit = i, .step = step, .derivatives = pattern_.size()};
      const int constraint = static_cast<int>(constraints_.lower.size());
      for (int block = 0; block < blocks_.size(); ++block) {
        if (acts(block, step)) pattern_.emplace_back(constraint, block);
      }
      row.reached = static_cast<int>(pattern_.size() - row.derivatives);
      if (rows.penalty > 0.0) {
        if (std::isfinite(min)) row.below = add_violation(rows.penalty);
        if (std::isfinite(max)) row.above = add_violation(rows.penalty);
        if (row.below >= 0) pattern_.emplace_back(constraint, row.below);
        if (row.above >= 0) pattern_.emplace_back(constraint, row.above);
      }
      constraints_.lower.push_back(min);
      constraints_.upper.push_back(max);
      limited_.push_back(row);
    }
  }
}

void ControlWindow::list_changes() {
  for (std::size_t d = 0; d < prepared_.bounds().size(); ++d) {
    const PreparedControl::Bounds& bounds = prepared_.bounds()[d];
    const double span = bounds.max - bounds.min;
    if (!bounds.max_change || !(span > 0.0)) continue;
    for (int b = blocks_.first(d); b + 1 < blocks_.first(d) + blocks_.count(d); ++b) {
      const int constraint = static_cast<int>(constraints_.lower.size());
      constraints_.lower.push_back(-*bounds.max_change / span);
      constraints_.upper.push_back(*bounds.max_change / span);
      pattern_.emplace_back(constraint, b);
      pattern_.emplace_back(constraint, b + 1);
      changes_.emplace_back(b, b + 1);
    }
  }
}

double ControlWindow::decided(const std::vector<double>& x, int block) const {
  const auto& bounds = prepared_.bounds()[decision_of_[static_cast<std::size_t>(block)]];
  const double share = std::clamp(x[static_cast<std::size_t>(block)], 0.0, 1.0);
  return bounds.min + share * (bounds.max - bounds.min);
}

std::vector<double> ControlWindow::decisions_of(const std::vector<double>& x) const {
  std::vector<double> decisions;
  for (int block = 0; block < blocks_.size(); ++block) decisions.push_back(decided(x, block));
  return decisions;
}

std::vector<double> ControlWindow::shares_of(const std::vector<double>& decisions) const {
  std::vector<double> shares(decisions.size(), 0.0);
  for (std::size_t b = 0; b < decisions.size(); ++b) {
    const auto& bounds = prepared_.bounds()[decision_of_[b]];
    const double span = bounds.max - bounds.min;
    if (span > 0.0) shares[b] = std::clamp((decisions[b] - bounds.min) / span, 0.0, 1.0);
  }
  return shares;
}

/// Simulates the window: `step(number)` makes a step, then `use(number)` evaluates its row.
template <class Step, class Row>
bool ControlWindow::run(const std::vector<double>& x, const Step& step, const Row& use) {
  try {
    simulation_.restore(*state_);
    for (long number = 1; number <= steps_; ++number) {
      stopped_ = stopped_ || (stop_ && stop_());
      if (stopped_) return false;
      for (std::size_t d = 0; d < system_.decisions.size(); ++d) {
        const int block = blocks_.at(d, number);
        const double value = applied(system_.to_own[d], decided(x, block));
        if (!std::isfinite(value)) return false;
        simulation_.set_input(system_.decisions[d], value);
        if (system_.delayed[d] >= 0) simulation_.set_input(system_.delayed[d], value);
      }
      step(number);
      use(number);
    }
  } catch (const Error& error) {
    failure_ = to_string(error.diagnostics().items().front());
    return false;
  }
  return true;
}

bool ControlWindow::evaluate(const std::vector<double>& x, double& objective,
                             std::vector<double>& constraints) {
  objective = 0.0;
  constraints.clear();
  std::size_t next = 0;
  const bool done = run(
      x, [this](long) { simulation_.step(); },
      [&](long step) {
        for (std::size_t i = 0; i < system_.costs.size(); ++i) {
          const double mean = system_.costs[i].value(simulation_.mean(i));
          objective += prepared_.costs()[i].value(first_row_ + step, mean);
        }
        for (; next < limited_.size() && limited_[next].step == step; ++next) {
          const LimitedRow& row = limited_[next];
          const ControlOutput& output = system_.limits[row.limit];
          double value = output.value(simulation_.value(output.cell));
          if (row.below >= 0) value += x[static_cast<std::size_t>(row.below)];
          if (row.above >= 0) value -= x[static_cast<std::size_t>(row.above)];
          constraints.push_back(value);
        }
      });
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    objective += weights_[i] * x[static_cast<std::size_t>(blocks_.size()) + i];
  }
  for (const auto& [before, after] : changes_) {
    constraints.push_back(x[static_cast<std::size_t>(after)] - x[static_cast<std::size_t>(before)]);
  }
  const auto finite = [](double value) { return std::isfinite(value); };
  return done && finite(objective) && std::all_of(constraints.begin(), constraints.end(), finite);
}

bool ControlWindow::differentiate(const std::vector<double>& x, std::vector<double>& gradient,
                                  std::vector<double>& jacobian) {
  if (sensitivities_ == nullptr) return differentiate_by_runs(x, gradient, jacobian);
  gradient.assign(x.size(), 0.0);
  jacobian.assign(pattern_.size(), 0.0);
  std::vector<double> seeds(static_cast<std::size_t>(blocks_.size()), 0.0);
  std::size_t next = 0;
  bool begun = false;
  const auto step_once = [&](long step) {
    if (!begun) sensitivities_->begin();
    begun = true;
    for (std::size_t d = 0; d < system_.decisions.size(); ++d) {
      const int block = blocks_.at(d, step);
      const auto& bounds = prepared_.bounds()[d];
      double& seed = seeds[static_cast<std::size_t>(block)];
      seed = (bounds.max - bounds.min) * system_.to_own[d].factor;
      for (const int cell : {system_.decisions[d], system_.delayed[d]}) {
        if (cell >= 0) sensitivities_->set_input(cell, simulation_.value(cell), seeds);
      }
      seed = 0.0;
    }
    sensitivities_->step();
  };
  const bool done = run(x, step_once, [&](long step) {
    for (std::size_t i = 0; i < system_.costs.size(); ++i) {
      const ControlOutput& output = system_.costs[i];
      const double mean = output.value(simulation_.mean(i));
      const double slope =
          prepared_.costs()[i].slope(first_row_ + step, mean) * output.conversion.factor;
      for (int block = 0; block < blocks_.size(); ++block) {
        if (!acts(block, step)) continue;
        gradient[static_cast<std::size_t>(block)] +=
            slope * sensitivities_->of_mean(static_cast<int>(i), block);
      }
    }
    for (; next < limited_.size() && limited_[next].step == step; ++next) {
      const LimitedRow& row = limited_[next];
      const ControlOutput& output = system_.limits[row.limit];
      std::size_t place = row.derivatives;
      for (int i = 0; i < row.reached; ++i, ++place) {
        const int block = pattern_[place].second;
        jacobian[place] = sensitivities_->of(output.cell, block) * output.conversion.factor;
      }
      if (row.below >= 0) jacobian[place++] = 1.0;
      if (row.above >= 0) jacobian[place] = -1.0;
    }
  });
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    gradient[static_cast<std::size_t>(blocks_.size()) + i] = weights_[i];
  }
  std::size_t place = pattern_.size() - 2 * changes_.size();
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    jacobian[place++] = -1.0;
    jacobian[place++] = 1.0;
  }
  const auto finite = [](double value) { return std::isfinite(value); };
  return done && std::all_of(gradient.begin(), gradient.end(), finite) &&
         std::all_of(jacobian.begin(), jacobian.end(), finite);
}

/// Uses one additional run for each block, because components without derivatives have no tangent.
bool ControlWindow::differentiate_by_runs(const std::vector<double>& x,
                                          std::vector<double>& gradient,
                                          std::vector<double>& jacobian) {
  // share of the range from min to max: half the digits of a double
  constexpr double kShare = 1e-6;
  double objective = 0.0, shifted_objective = 0.0;
  std::vector<double> values, shifted_values;
  if (!evaluate(x, objective, values)) return false;
  gradient.assign(x.size(), 0.0);
  jacobian.assign(pattern_.size(), 0.0);
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    gradient[static_cast<std::size_t>(blocks_.size()) + i] = weights_[i];
  }
  std::vector<std::vector<std::size_t>> places(x.size());
  for (std::size_t place = 0; place < pattern_.size(); ++place) {
    places[static_cast<std::size_t>(pattern_[place].second)].push_back(place);
  }
  for (const LimitedRow& row : limited_) {
    std::size_t place = row.derivatives + static_cast<std::size_t>(row.reached);
    if (row.below >= 0) jacobian[place++] = 1.0;
    if (row.above >= 0) jacobian[place] = -1.0;
  }
  std::vector<double> shifted = x;
  for (int block = 0; block < blocks_.size(); ++block) {
    const auto b = static_cast<std::size_t>(block);
    const double change = x[b] > 0.5 ? -kShare : kShare;
    shifted[b] = x[b] + change;
    if (!evaluate(shifted, shifted_objective, shifted_values)) return false;
    gradient[b] = (shifted_objective - objective) / change;
    for (const std::size_t place : places[b]) {
      const auto row = static_cast<std::size_t>(pattern_[place].first);
      jacobian[place] = (shifted_values[row] - values[row]) / change;
    }
    shifted[b] = x[b];
  }
  return true;
}

/// Computes the limited outputs at each row.
bool ControlWindow::simulate(const std::vector<double>& decisions, std::vector<double>& outputs) {
  outputs.clear();
  return run(
      shares_of(decisions), [this](long) { simulation_.step(); },
      [&](long) {
        for (const ControlOutput& output : system_.limits) {
          outputs.push_back(output.value(simulation_.value(output.cell)));
        }
      });
}

/// Computes the cost of each step and the limited outputs at its end.
bool ControlWindow::find_effects(const std::vector<double>& decisions, Effects& effects) {
  effects = {};
  return run(
      shares_of(decisions), [this](long) { simulation_.step(); },
      [&](long step) {
        for (std::size_t i = 0; i < system_.costs.size(); ++i) {
          const double mean = system_.costs[i].value(simulation_.mean(i));
          effects.costs.push_back(prepared_.costs()[i].value(first_row_ + step, mean));
        }
        for (std::size_t i = 0; i < system_.limits.size(); ++i) {
          if (prepared_.limits()[i].at_end && step < steps_) continue;
          effects.limits.push_back(simulation_.value(system_.limits[i].cell));
        }
      });
}

ControlWindow::Response ControlWindow::response(const std::vector<double>& decisions,
                                                std::size_t decision) {
  const PreparedControl::Bounds& bounds = prepared_.bounds()[decision];
  std::vector<std::vector<double>> moved(2, decisions);
  std::fill_n(moved[0].begin() + blocks_.first(decision), blocks_.count(decision), bounds.min);
  std::fill_n(moved[1].begin() + blocks_.first(decision), blocks_.count(decision), bounds.max);
  return response(decisions, moved);
}

ControlWindow::Response ControlWindow::response_nearby(const std::vector<double>& decisions,
                                                       std::size_t decision) {
  constexpr double kShare = 0.01;
  const PreparedControl::Bounds& bounds = prepared_.bounds()[decision];
  const double step = kShare * (bounds.max - bounds.min);
  std::vector<std::vector<double>> moved(2, decisions);
  for (int b = 0; b < blocks_.count(decision); ++b) {
    const auto k = static_cast<std::size_t>(blocks_.first(decision) + b);
    moved[0][k] = std::max(decisions[k] - step, bounds.min);
    moved[1][k] = std::min(decisions[k] + step, bounds.max);
  }
  return response(decisions, moved);
}

ControlWindow::Response ControlWindow::response(const std::vector<double>& decisions,
                                                const std::vector<std::vector<double>>& others) {
  Effects here, there;
  if (!find_effects(decisions, here)) return {true, true};
  Response found;
  for (const std::vector<double>& other : others) {
    if (!find_effects(other, there)) return {true, true};
    found.limits = found.limits || here.limits != there.limits;
    found.costs = here.costs != there.costs;
    if (found.costs) break;
  }
  return found;
}

bool ControlWindow::take_violated_limits(const std::vector<double>& decisions) {
  constexpr double kNear = 0.25;  // share of the range of the output over the window
  const std::size_t limits = prepared_.limits().size();
  std::vector<double> outputs;
  if (limits == 0 || !simulate(decisions, outputs)) return false;
  bool found = false, changed = false;
  for (std::size_t i = 0; i < limits; ++i) {
    const LimitRows& rows = prepared_.limits()[i];
    const double range = range_of(outputs, i, limits);
    const double margin = kNear * range;
    const double share = std::min(10.0 * prepared_.problem().tolerance, kKept);
    for (long step = rows.at_end ? steps_ : 1; step <= steps_; ++step) {
      const std::size_t bound = static_cast<std::size_t>(step - 1) * limits + i;
      const auto k = static_cast<std::size_t>(first_row_ + step);
      const double tolerance = std::max(share * range, 1e-9 * std::abs(outputs[bound]));
      // Bounds that are only nearly reached are added together with violated ones.
      const auto take = [&](std::vector<char>& taken, double distance) {
        if (taken[bound] || !(distance <= margin)) return;
        found = found || distance < -tolerance;
        taken[bound] = 1;
        changed = true;
      };
      if (std::isfinite(rows.min[k])) take(below_, outputs[bound] - rows.min[k]);
      if (std::isfinite(rows.max[k])) take(above_, rows.max[k] - outputs[bound]);
    }
  }
  if (changed) make_program();
  return found;
}

ControlWindow::Violation ControlWindow::worst_violation(const std::vector<double>& decisions) {
  Violation worst;
  const std::size_t limits = prepared_.limits().size();
  std::vector<double> outputs;
  if (limits == 0 || !simulate(decisions, outputs)) return worst;
  for (std::size_t i = 0; i < limits; ++i) {
    const LimitRows& rows = prepared_.limits()[i];
    if (rows.penalty > 0.0) continue;
    const double range = range_of(outputs, i, limits);
    for (long step = rows.at_end ? steps_ : 1; step <= steps_; ++step) {
      const double output = outputs[static_cast<std::size_t>(step - 1) * limits + i];
      const auto k = static_cast<std::size_t>(first_row_ + step);
      const double below = rows.min[k] - output, above = output - rows.max[k];
      const double amount = std::max(below, above);
      if (amount <= std::max(kKept * range, kSameNumber * std::abs(output))) continue;
      if (amount > worst.amount) worst = {i, first_row_ + step, amount, above > below};
    }
  }
  return worst;
}

std::vector<double> ControlWindow::outputs_at_end(const std::vector<double>& decisions) {
  std::vector<double> outputs;
  if (!simulate(decisions, outputs)) return {};
  const auto limits = static_cast<long>(prepared_.limits().size());
  return {outputs.end() - limits, outputs.end()};
}

std::vector<double> ControlWindow::variables_for(const std::vector<double>& decisions) {
  std::vector<double> x = shares_of(decisions);
  x.resize(variables_.lower.size(), 0.0);
  double objective = 0.0;
  std::vector<double> values;
  if (!evaluate(x, objective, values)) return x;
  for (std::size_t i = 0; i < limited_.size(); ++i) {
    const LimitedRow& row = limited_[i];
    const auto excess = [&](double amount) { return std::max(0.0, amount); };
    if (row.below >= 0) {
      x[static_cast<std::size_t>(row.below)] = excess(constraints_.lower[i] - values[i]);
    }
    if (row.above >= 0) {
      x[static_cast<std::size_t>(row.above)] = excess(values[i] - constraints_.upper[i]);
    }
  }
  return x;
}

}  // namespace hearth
