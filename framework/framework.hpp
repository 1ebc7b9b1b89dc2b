// SPDX-License-Identifier: MIT
#pragma once

/// The framework: models of components, their execution plans, and runs of both engines.
///
/// The life cycle of its objects:
///
/// 1. A `SimulationModel` (model/model.hpp) contains components, connections, parameters, series
///    and measurements. It is a value. Its functions check names and duplicates; `validate` checks
///    the whole model against a registry.
/// 2. A `Registry` (component/registry.hpp) holds the component types, for instance
///    `standard_components()`. It must outlive everything that is compiled with it.
/// 3. `compile` (plan/plan.hpp) checks the model against the registry and makes a `Plan`: the order
///    of execution, numbered cells, and the cells that each input reads. A plan is immutable, and
///    any number of runs share it.
/// 4. `RunBasis` (run/run.hpp) adds a period and resolves the series for it. It is immutable and
///    shared as well.
/// 5. `Run` (run/run.hpp) owns the numbers of one simulation of that period, in the engine for
///    which the plan was made: `start`, `step`, `to_end`, `snapshot`, `clone`. `Results` are the
///    recorded rows.
///
/// `Run(model, registry, settings)` does 3 to 5 at once. `Run` uses one of the two engines,
/// `Simulation<T>` (stepwise/simulation.hpp) or `ContinuousSimulation`
/// (continuous/continuous_simulation.hpp); use an engine directly for access to its events, or to
/// linearise a model (analysis/). `Sensitivities` and `Adjoint` (tangent/) differentiate runs of
/// the stepwise engine.
///
/// All functions throw subclasses of `Error` (base/error.hpp) with codes, places and remedies.

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/results.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/component/series.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/framework/run/signal_patterns.hpp"
