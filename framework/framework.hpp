// SPDX-License-Identifier: MIT
#pragma once

/// The framework: models of components, their execution plans, and runs of both engines.
///
/// The life cycle of its objects:
///
/// 1. A `SimulationModel` (model/model.hpp) contains components, connections, parameters, series
///    and measurements. It is a value; each call checks only what it can see.
/// 2. A `Registry` (component/registry.hpp) holds the component types, for instance
///    `standard_components()`. It must outlive everything that is compiled with it.
/// 3. `compile` (plan/plan.hpp) resolves the model against the registry and makes a `Plan`:
///    order of execution, numbered cells, input map. Immutable; shared by any number of runs.
/// 4. `RunBasis` (run/run.hpp) adds a period and resolves the series for it. Immutable; shared.
/// 5. `Run` (run/run.hpp) owns the numbers of one simulation of that period, in the engine for
///    which the plan was made: `start`, `step`, `to_end`, `snapshot`, `clone`. `Results` are the
///    recorded rows.
///
/// `Run(model, registry, settings)` does 3 to 5 at once. Below `Run`, `Simulation<T>`
/// (stepwise/simulation.hpp) and `ContinuousSimulation` (continuous/continuous_simulation.hpp) are
/// the engines, for events and linearisation (analysis/); `Sensitivities` and `Adjoint` (tangent/)
/// differentiate runs of the stepwise engine.
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
