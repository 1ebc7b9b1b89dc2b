// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/continuous/continuous_simulation.hpp"

namespace hearth {

/// An unknown to solve for: a state `id@name`, an unconnected input `id.in.port` or a parameter
/// `id.name`
/// (`[key]` selects one entry of several; without a key all entries share one value).
struct SteadyStateUnknown {
  std::string name;
  std::optional<double> guess{};  ///< in the unit of the schema; if empty, the present value
  /// Bounds in the unit of the schema. A parameter always stays within its range of validity.
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  double typical = 1.0;  ///< magnitude to assume near 0, > 0, in the unit of the schema
};

/// A wanted value of an output `id.port` or of a state `id@name`.
struct SteadyStateTarget {
  std::string name;
  double value = 0.0;  ///< in the unit of the schema
};

/// A problem to solve at the present instant of a simulation: find values of the unknowns at which
/// the chosen states rest, dx/dt = 0, and wanted values are met. Series have the values of the
/// present instant; held values, and states and inputs that are not named, do not change.
struct SteadyStateProblem {
  /// States that are brought to rest; they are unknowns. If empty, all states.
  std::optional<std::vector<std::string>> states{};
  /// Further unknowns, and guesses and bounds of states.
  std::vector<SteadyStateUnknown> unknowns{};
  std::vector<SteadyStateTarget> targets{};
  /// Largest accepted residual of condition r_i, relative to Σ_j |∂r_i/∂z_j| max(|z_j|, typical_j).
  double tolerance = 1e-10;
  int most_iterations = 200;
};

enum class ActiveBound { None, Lower, Upper };

/// A steady state that was found.
struct SteadyState {
  struct Value {
    std::string name;
    double value = 0.0;
    ActiveBound bound = ActiveBound::None;  ///< bound that the value equals, if any
  };
  struct Condition {
    std::string name;       ///< `der(id@state)`, or the output or state with a wanted value
    double residual = 0.0;  ///< dx/dt, or value minus wanted value
    double relative = 0.0;  ///< relative as for the tolerance
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
/// Jets. The simulation remains at the steady state: the unknowns have the values found, no time
/// has passed, and guards that crossed fire when the run continues.
///
/// The problem must have as many conditions as unknowns and no bounds (otherwise InputError
/// `analysis.not_square`, `analysis.bounds_unsupported`); `estimation::trim` accepts any problem.
/// Throws InputError `analysis.unknown_invalid`, `analysis.unknown_duplicate`,
/// `analysis.target_invalid` or `analysis.no_condition` if the problem is invalid; SimulationError
/// `simulation.steady_state_not_found`, which names the conditions with the largest residuals and
/// leaves the simulation unchanged.
SteadyState find_steady_state(ContinuousSimulation& simulation,
                              const SteadyStateProblem& problem = {});

}  // namespace hearth
