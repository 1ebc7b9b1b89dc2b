// SPDX-License-Identifier: MIT
#include "hearth/framework/analysis/steady_state_equations.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "hearth/framework/analysis/linearization.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

bool is_state_name(const std::string& name) { return name.find('@') != std::string::npos; }
bool is_input_name(const std::string& name) { return name.find(".in.") != std::string::npos; }

[[noreturn]] void refuse(const char* code, const std::string& name, const std::string& message) {
  throw InputError(code, Where::of_signal(name), message);
}

void check(const SteadyStateUnknown& unknown) {
  const bool nan = std::isnan(unknown.min) || std::isnan(unknown.max) ||
                   (unknown.guess && !std::isfinite(*unknown.guess));
  if (nan || !(unknown.min < unknown.max)) {
    refuse("analysis.unknown_invalid", unknown.name,
           "the bounds are [" + number_text(unknown.min) + ", " + number_text(unknown.max) +
               "], the guess " + (unknown.guess ? number_text(*unknown.guess) : "is not given") +
               "; expected min < max and a finite guess");
  }
  if (!(unknown.typical > 0.0) || !std::isfinite(unknown.typical)) {
    refuse("analysis.unknown_invalid", unknown.name,
           "its typical size is " + number_text(unknown.typical) +
               "; expected a finite number above 0");
  }
  if (unknown.guess && (*unknown.guess < unknown.min || *unknown.guess > unknown.max)) {
    refuse("analysis.unknown_invalid", unknown.name,
           "the guess " + number_text(*unknown.guess) + " lies outside [" +
               number_text(unknown.min) + ", " + number_text(unknown.max) + "]");
  }
}

}  // namespace

SteadyStateEquations::SteadyStateEquations(ContinuousSimulation& simulation,
                                           const SteadyStateProblem& problem)
    : simulation_(simulation),
      problem_(problem),
      slopes_(static_cast<std::size_t>(simulation.plan().state_count)) {
  add_states();
  for (const SteadyStateUnknown& unknown : problem_.unknowns) add_unknown(unknown);
  check_cells();
  add_targets();
  if (condition_names_.empty()) {
    throw InputError("analysis.no_condition", {},
                     "the problem has no conditions; name states that must not change, or targets");
  }
  start_ =
      Eigen::Map<const Eigen::VectorXd>(starts_.data(), static_cast<Eigen::Index>(starts_.size()));
}

double SteadyStateEquations::cell(int number) const { return simulation_.system().cells()[number]; }

CellRef SteadyStateEquations::look_up(const std::string& name, Kind& kind) const {
  const Plan& plan = simulation_.plan();
  if (is_input_name(name)) {
    kind = Kind::Input;
    CellRef ref;
    ref.cells = {plan.open_input(name)};
    return ref;
  }
  if (!is_state_name(name)) {
    kind = Kind::Parameter;
    return plan.parameter(name);
  }
  kind = Kind::State;
  CellRef ref = plan.initial(name);
  const bool rests = std::all_of(ref.cells.begin(), ref.cells.end(), [&](int number) {
    return number >= plan.first_state && number < plan.first_state + plan.state_count;
  });
  if (!rests) {
    refuse("analysis.unknown_invalid", name,
           "is a held value, not a state; it has no rate that could be 0");
  }
  return ref;
}

void SteadyStateEquations::add_state(const std::string& name, int number) {
  Unknown own{name, Kind::State, {}, 0.0, 0.0, 1.0, {cell(number)}};
  own.lower = -std::numeric_limits<double>::infinity();
  own.upper = std::numeric_limits<double>::infinity();
  own.ref.cells = {number};
  starts_.push_back(own.before.front());
  unknowns_.push_back(std::move(own));
}

void SteadyStateEquations::add_states() {
  const Plan& plan = simulation_.plan();
  const std::vector<std::string> names = plan.snapshot_names();
  std::vector<int> cells;
  if (problem_.states) {
    Kind kind;
    for (const std::string& name : *problem_.states) {
      if (!is_state_name(name)) {
        refuse("analysis.unknown_invalid", name, "is not a state; expected `id@name`");
      }
      const CellRef ref = look_up(name, kind);
      cells.insert(cells.end(), ref.cells.begin(), ref.cells.end());
    }
  } else {
    for (int i = 0; i < plan.state_count; ++i) cells.push_back(plan.first_state + i);
  }
  for (const int number : cells) {
    add_state(names[number], number);
    resting_.push_back(number - plan.first_state);
    condition_names_.push_back("der(" + names[number] + ")");
  }
}

void SteadyStateEquations::add_unknown(const SteadyStateUnknown& given) {
  check(given);
  bounded_ = bounded_ || std::isfinite(given.min) || std::isfinite(given.max);
  Kind kind;
  const CellRef ref = look_up(given.name, kind);
  if (kind != Kind::State) {
    Unknown own{given.name, kind, ref, ref.range.min, ref.range.max, 1.0, {}};
    for (const int number : ref.cells) own.before.push_back(cell(number));
    starts_.push_back(own.before.front());
    unknowns_.push_back(std::move(own));
    describe(unknowns_.back(), given);
    return;
  }
  const std::vector<std::string> names = simulation_.plan().snapshot_names();
  for (const int number : ref.cells) {
    auto own = std::find_if(unknowns_.begin(), unknowns_.end(), [&](const Unknown& unknown) {
      return unknown.kind == Kind::State && unknown.ref.cells.front() == number;
    });
    if (own == unknowns_.end()) {
      add_state(names[number], number);
      own = unknowns_.end() - 1;
    }
    if (own->described) refuse("analysis.unknown_duplicate", given.name, "is given twice");
    describe(*own, given);
  }
}

/// Sets guess, bounds and size; a present value beyond a bound is moved to that bound.
void SteadyStateEquations::describe(Unknown& own, const SteadyStateUnknown& given) {
  own.described = true;
  own.lower = std::max(own.lower, given.min);
  own.upper = std::min(own.upper, given.max);
  own.typical = given.typical;
  if (!(own.lower < own.upper)) {
    refuse("analysis.unknown_invalid", given.name,
           "the bounds do not overlap the valid range " + number_text(own.ref.range.min) + " to " +
               number_text(own.ref.range.max));
  }
  double& start = starts_[&own - unknowns_.data()];
  start = std::clamp(given.guess.value_or(start), own.lower, own.upper);
}

void SteadyStateEquations::check_cells() const {
  std::set<int> cells;
  for (const Unknown& unknown : unknowns_) {
    for (const int number : unknown.ref.cells) {
      if (cells.insert(number).second) continue;
      refuse("analysis.unknown_duplicate", unknown.name, "is given twice");
    }
  }
}

void SteadyStateEquations::add_targets() {
  for (const SteadyStateTarget& target : problem_.targets) {
    if (!std::isfinite(target.value)) {
      refuse("analysis.target_invalid", target.name,
             "the target is " + number_text(target.value) + "; expected a finite number");
    }
    if (is_state_name(target.name)) {
      Kind kind;
      const CellRef ref = look_up(target.name, kind);
      if (ref.cells.size() != 1) {
        refuse("analysis.target_invalid", target.name,
               "has several entries; select one by its key");
      }
      target_cells_.push_back(ref.cells.front());
    } else {
      target_cells_.push_back(simulation_.plan().signal(target.name));
    }
    condition_names_.push_back(target.name);
  }
}

void SteadyStateEquations::set(const Unknown& unknown, double value) {
  if (unknown.kind == Kind::Parameter) {
    simulation_.change_parameter(unknown.ref, value);
  } else if (unknown.kind == Kind::Input) {
    simulation_.set_input(unknown.ref.cells.front(), value);
  } else {
    simulation_.set_state(unknown.ref.cells.front(), value);
  }
}

void SteadyStateEquations::move_to(const double* z) {
  for (std::size_t j = 0; j < unknowns_.size(); ++j) set(unknowns_[j], z[j]);
}

void SteadyStateEquations::move_back() {
  for (Unknown unknown : unknowns_) {
    const std::vector<int> cells = unknown.ref.cells;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      unknown.ref.cells = {cells[k]};
      set(unknown, unknown.before[k]);
    }
  }
}

bool SteadyStateEquations::evaluate(const double* z, Eigen::VectorXd& residuals) {
  residuals.resize(conditions());
  move_to(z);
  try {
    simulation_.rates(slopes_.data());
  } catch (const SimulationError&) {
    return false;
  }
  Eigen::Index i = 0;
  for (const int state : resting_) residuals[i++] = slopes_[state];
  for (std::size_t t = 0; t < target_cells_.size(); ++t) {
    residuals[i++] = cell(target_cells_[t]) - problem_.targets[t].value;
  }
  return residuals.allFinite();
}

bool SteadyStateEquations::differentiate(const double* z, Point& point) {
  if (!evaluate(z, point.residuals)) return false;
  std::vector<std::vector<int>> groups;
  for (const Unknown& unknown : unknowns_) groups.push_back(unknown.ref.cells);
  const PointDerivatives found = hearth::differentiate(simulation_, groups, target_cells_);
  point.jacobian.resize(conditions(), unknowns());
  Eigen::Index i = 0;
  for (const int state : resting_) point.jacobian.row(i++) = found.rates_by.row(state);
  point.jacobian.bottomRows(found.values_by.rows()) = found.values_by;
  return true;
}

double SteadyStateEquations::size(const Eigen::VectorXd& z, int j) const {
  return std::max(std::abs(z[j]), unknowns_[j].typical);
}

Eigen::VectorXd SteadyStateEquations::sizes(const Eigen::VectorXd& z,
                                            const Eigen::MatrixXd& jacobian) const {
  Eigen::VectorXd sizes = Eigen::VectorXd::Zero(conditions());
  for (int j = 0; j < unknowns(); ++j) sizes += jacobian.col(j).cwiseAbs() * size(z, j);
  return sizes;
}

}  // namespace hearth
