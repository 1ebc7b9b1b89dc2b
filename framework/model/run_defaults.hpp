// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/order/order.hpp"

namespace hearth {

/// Method by which a model is run.
enum class Engine {
  Stepwise,    ///< in fixed steps, component by component
  Continuous,  ///< as one hybrid system: no connection is removed, algebraic loops are solved
};

/// How the continuous engine integrates states.
enum class Method {
  Bdf,          ///< CVODE, backward differentiation formulas: stiff systems, the default
  Adams,        ///< CVODE, Adams-Moulton formulas: smooth systems that are not stiff
  Euler,        ///< explicit, fixed steps
  RungeKutta4,  ///< classical, fixed steps
};

/// How inputs from sources vary inside a step, if set instead of the sources' own `sample`.
enum class InputHold {
  BySample,  ///< as each source sets
  Zero,      ///< the value at the step's start
  First,     ///< linear from the value at the start to the value at the end
};

/// Settings of a run that are used if no others are set.
struct RunDefaults {
  std::optional<Instant> start, end;
  std::optional<Duration> step;
  std::optional<Interval> every{};   ///< interval of the rows; if not set, one row per step
  std::optional<Duration> offset{};  ///< from UTC, of `start` if the site has no zone
  std::optional<CycleRemoval> cycle_removal{};
  std::optional<Coupling> coupling{};
  std::optional<int> substeps{};  ///< 0: automatic
  std::optional<InputHold> input_hold{};
  std::optional<Engine> engine{};

  // Settings of the continuous engine, as in IntegratorOptions and ContinuousOptions.
  std::optional<Method> method{};
  std::optional<double> tolerance{}, absolute_tolerance{};
  std::optional<double> longest_step{}, fixed_step{}, check_interval{};  ///< s
  std::optional<long> most_steps{};

  friend bool operator==(const RunDefaults&, const RunDefaults&) = default;
};

}  // namespace hearth
