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

/// How inputs from sources vary inside a step. If set, it replaces the `sample` of each source.
enum class InputHold {
  BySample,  ///< as the `sample` of each source
  Zero,      ///< the value at the step's start
  First,     ///< linear from the value at the start to the value at the end
};

/// Settings of a run in the model file; options of the command and of the library override them.
struct RunDefaults {
  std::optional<Instant> start, end;
  std::optional<Duration> step;
  std::optional<Interval> every{};   ///< interval of the rows; not set: one row per step
  std::optional<Duration> offset{};  ///< offset of `start` from UTC, if the site has no time zone
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
