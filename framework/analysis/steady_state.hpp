// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/continuous/continuous_simulation.hpp"

namespace hearth {

/// An unknown of a steady state: a state `id@name`, an unconnected input `id.in.port` or a
/// parameter `id.name`. `[key]` after the name selects one of several entries; without a key all
/// entries have the same value.
struct SteadyStateUnknown {
  std::string name;
  std::optional<double> guess{};  ///< in the unit of the schema; if not set, the present value
  /// Bounds in the unit of the schema. A parameter always stays within the range of its schema.
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  double typical = 1.0;  ///< magnitude that is used near 0, > 0, in the unit of the schema
};

/// The value that an output `id.port` or a state `id@name` shall have.
struct SteadyStateTarget {
  std::string name;
  double value = 0.0;  ///< in the unit of the schema
};

/// A problem at the present instant of a simulation: find values of the unknowns for which the
/// chosen states are at rest (dx/dt = 0) and the targets have their values. Series have their
/// values at this instant. Held values, and states and inputs that the problem does not name, are
/// constant.
struct SteadyStateProblem {
  /// States that shall be at rest; they are also unknowns. If not set, all states.
  std::optional<std::vector<std::string>> states{};
  /// Further unknowns, and entries that set guesses or bounds of the states.
  std::vector<SteadyStateUnknown> unknowns{};
  std::vector<SteadyStateTarget> targets{};
  /// Largest accepted residual of a condition r_i, relative to Σ_j |∂r_i/∂z_j| max(|z_j|,
  /// typical_j) with the unknowns z_j.
  double tolerance = 1e-10;
  int most_iterations = 200;
};

/// The bound that the value of an unknown equals.
enum class ActiveBound { None, Lower, Upper };

/// A steady state that was found.
struct SteadyState {
  struct Value {
    std::string name;
    double value = 0.0;
    ActiveBound bound = ActiveBound::None;  ///< bound that the value equals, if any
  };
  struct Condition {
    std::string name;       ///< `der(id@state)`, or the output or state of a target
    double residual = 0.0;  ///< dx/dt, or the value minus that of the target
    double relative = 0.0;  ///< residual that is compared with the tolerance
  };

  std::vector<Value> values;
  std::vector<Condition> conditions;
  int iterations = 0;
  std::string method;  ///< `Newton` or `least squares`

  /// Returns the value of an unknown; throws InputError `analysis.unknown_missing`.
  double value(std::string_view name) const;
  /// Returns the largest relative residual.
  double residual() const;
};

/// Finds a steady state by Newton's method with line search (KINSOL) and exact derivatives from
/// Jets. The simulation then is in the steady state: the unknowns have the values found, no time
/// has passed, and guards that crossed 0 fire when the run continues.
///
/// The problem must have as many conditions as unknowns and no bounds; otherwise InputError
/// `analysis.not_square` or `analysis.bounds_unsupported` is thrown. `estimation::trim` accepts any
/// problem. An invalid problem throws InputError `analysis.unknown_invalid`,
/// `analysis.unknown_duplicate`, `analysis.target_invalid` or `analysis.no_condition`. If no steady
/// state is found, SimulationError `simulation.steady_state_not_found` names the conditions with
/// the largest residuals, and the simulation does not change.
SteadyState find_steady_state(ContinuousSimulation& simulation,
                              const SteadyStateProblem& problem = {});

}  // namespace hearth
