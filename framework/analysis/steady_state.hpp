// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/continuous/continuous_simulation.hpp"

namespace hearth {

/// A number that is found: a state `id@name`, an open input `id.in.port` or a parameter `id.name`
/// (`[key]` for one entry of several; without a key a parameter has one value for all).
struct SteadyStateUnknown {
  std::string name;
  std::optional<double> guess{};  ///< in the unit of the schema; none: the present value
  /// Bounds in the unit of the schema. A parameter stays within its range of validity anyway.
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  double typical = 1.0;  ///< its size near 0, > 0, in the unit of the schema
};

/// A value that is wanted of an output `id.port` or of a state `id@name`.
struct SteadyStateTarget {
  std::string name;
  double value = 0.0;  ///< in the unit of the schema
};

/// What is to be found at the present instant of a simulation: values of the unknowns at which the
/// chosen states rest, dx/dt = 0, and wanted values are met. Series have the values of the present
/// instant; held values, and states and inputs that are not named, stay as they are.
struct SteadyStateProblem {
  /// The states that are brought to rest; they are unknowns. None: all states.
  std::optional<std::vector<std::string>> states{};
  /// Further unknowns; also guesses and bounds of states.
  std::vector<SteadyStateUnknown> unknowns{};
  std::vector<SteadyStateTarget> targets{};
  /// What remains of a condition r_i, relative to Σ_j |∂r_i/∂z_j| max(|z_j|, typical_j).
  double tolerance = 1e-10;
  int most_iterations = 200;
};

enum class ActiveBound { None, Lower, Upper };

/// Where a model rests.
struct SteadyState {
  struct Value {
    std::string name;
    double value = 0.0;
    ActiveBound bound = ActiveBound::None;  ///< the value is that bound
  };
  struct Condition {
    std::string name;       ///< `der(id@state)`, or the output or state with a wanted value
    double residual = 0.0;  ///< dx/dt, or value less wanted value
    double relative = 0.0;  ///< as the tolerance counts
  };

  std::vector<Value> values;
  std::vector<Condition> conditions;
  int iterations = 0;
  std::string method;  ///< `Newton` or `least squares`

  /// Returns the value of an unknown; InputError `analysis.unknown_missing`.
  double value(std::string_view name) const;
  /// Returns the largest relative residual.
  double residual() const;
};

/// Finds a steady state by Newton's method with line search (KINSOL), with exact derivatives by
/// Jets, and leaves the simulation at it: the unknowns have the values found, time has not passed,
/// and guards that crossed fire when the run continues.
///
/// There must be as many conditions as unknowns, and no bounds (InputError `analysis.not_square`,
/// `analysis.bounds_unsupported`); `estimation::trim` takes any problem. InputError
/// `analysis.unknown_invalid`, `analysis.unknown_duplicate`, `analysis.target_invalid` or
/// `analysis.no_condition` where the problem is wrong; SimulationError
/// `simulation.steady_state_not_found`, which names the conditions that are met worst and leaves
/// the simulation unchanged.
SteadyState find_steady_state(ContinuousSimulation& simulation,
                              const SteadyStateProblem& problem = {});

}  // namespace hearth
