// SPDX-License-Identifier: MIT
#pragma once

/// Analyses that take many runs: calibrations, scenario sets, KPIs and operating points.
///
/// The life cycle of the objects of a calibration:
///
/// 1. A `CalibrationProblem` (calibration/calibration.hpp) is a value: a model, its free
///    parameters, measurements and periods. `read_calibration` reads one from a file.
/// 2. `calibrate` compiles it once and estimates from several starts. The `CalibrationResult` owns
///    its contents, the plan included.
/// 3. `calibrated_model` applies the estimates to the problem's model, `write_calibration_result`
///    writes the result.
///
/// `analyse_sensitivity` (sensitivity/sensitivity.hpp) finds which parameters of the same problem
/// affect its fit.
///
/// Posteriors: `sample` (bayes/sample.hpp) draws the parameters of a `CalibrationProblem`;
/// `write_sample_result` and `write_chains` write the `SampleResult`.
///
/// Optimal control: `read_control_problem` (control/control_problem.hpp) reads a `ControlProblem`,
/// `optimize` (control/optimal_control.hpp) finds its decisions, and `decided_model` applies them.
///
/// The life cycle of the objects of a scenario set:
///
/// 1. `read_scenarios` (scenarios/set/scenario_set.hpp) reads a `ScenarioSet`, with its models and
///    the plans of the cases that it tried. Copies share the plans.
/// 2. `store_layout` (scenarios/run/scenario_runner.hpp) returns the columns of the results,
///    `share_state` returns the runs that a folder lacks, and `run_scenarios` adds these runs to a
///    `RunStore` (scenarios/store/run_store.hpp), a file that survives an interrupted process.
/// 3. `merge_stores` (in the same header) writes the tables of the finished set.
///
/// KPIs: `Kpis` (kpis/kpis.hpp) are prepared once for the signals of a model, and a `KpiMeter`
/// takes the rows of one run; the `Kpis` must outlive it.
///
/// Registries must outlive all objects that are made with them. Errors are thrown as subclasses of
/// `Error`; an estimation that does not converge returns a result.

#include "hearth/estimation/bayes/sample.hpp"
#include "hearth/estimation/calibration/agreement.hpp"
#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/estimation/control/optimal_control.hpp"
#include "hearth/estimation/kpis/kpi_trajectory.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/estimation/operating_points/trim.hpp"
#include "hearth/estimation/scenarios/run/scenario_runner.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"
#include "hearth/estimation/scenarios/store/run_store.hpp"
#include "hearth/estimation/sensitivity/sensitivity.hpp"
