// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/estimation/kpis/kpi_settings.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/component/series.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// A signal that the optimiser decides: one number for each block of time.
struct ControlDecision {
  /// Output `id.port`, whose receivers get the decided numbers instead, or input `id.in.port`.
  std::string target;
  Quantity min, max;                ///< a bare number is in the unit of the receivers
  std::optional<Duration> block{};  ///< length in whole steps; if not set, one step
  /// Initial value of the search; if not set, value of the run without decisions.
  std::optional<Quantity> initial{};
  std::optional<Quantity> max_change{};  ///< largest change from one block to the next
  Where where{};
};

/// A term of the objective: an integral over time in h.
///
/// The integrand is weight * price * y. y is the mean of the output over each step, in kW if the
/// output is a power, otherwise in the unit of the output. With a reference, y is the square of
/// output - reference.
struct ControlCost {
  std::string output;                     ///< `id.port`
  std::optional<SeriesSpec> price{};      ///< per kWh, or per unit and hour; if not set, 1
  std::optional<SeriesSpec> reference{};  ///< reference of the output, in its unit
  double weight = 1.0;
  std::optional<Unit> unit{};  ///< unit of an output that is a bare number
  std::string kpi{};           ///< KPI of which the term is a part; "": none
  Where where{};
};

/// Bounds of an output at the end of each step.
struct ControlLimit {
  std::string output;  ///< `id.port`
  std::optional<SeriesSpec> min{}, max{};
  bool at_end = false;  ///< whether it applies only in the last row of the horizon
  /// Cost of a violation by one unit for an hour or, with `at_end`, of a violation by one unit at
  /// the end. If not set, the limit is hard.
  std::optional<double> penalty{};
  std::string kpi{};  ///< KPI of which the penalties are a part; "": none
  Where where{};
};

/// A KPI as a term of the objective.
struct ControlKpi {
  std::string name;
  double weight = 1.0;
  Where where{};
};

/// Repetition of the search for decisions. Each search covers a horizon that begins at the instant
/// of the search.
struct RecedingHorizon {
  Duration horizon{};
  Duration every{};
  Where where{};
};

/// An output of the plant with which the state of the model is corrected.
struct PlantMeasurement {
  std::string output;  ///< `id.port` of the model
  Quantity sd;
  Where where{};
};

/// Another model, to which the decisions are applied.
struct ControlPlant {
  SimulationModel model;
  /// Ports of the plant by the port of the model, if their names differ.
  std::map<std::string, std::string> names{};
  std::vector<PlantMeasurement> measured;
  /// Process noise that represents the differences between the models.
  std::vector<ProcessNoise> process_noise;
  std::vector<InitialSd> initial_sds{};
  Where where{};
};

/// A problem of optimal control: a model, decisions, costs and constraints.
struct ControlProblem {
  std::string name;
  std::filesystem::path model_file;
  SimulationModel model;
  Instant start{}, end{};
  Duration step{};
  Duration warmup{};  ///< simulated before the start, without decisions
  std::vector<ControlDecision> decisions;
  std::vector<ControlCost> costs;
  std::vector<ControlLimit> limits;
  KpiSettings kpi_settings{};                 ///< settings of the KPIs that `add_kpi` adds
  std::optional<RecedingHorizon> receding{};  ///< none: all decisions at once, at the start
  std::optional<ControlPlant> plant{};        ///< none: the model itself
  double tolerance = 1e-5;                    ///< relative tolerance of the solver
  int max_iterations = 300;                   ///< largest number of iterations of each search
  std::vector<FileColumn> files{};            ///< rules for reading data files
  DataOptions data;
  std::string timezone;
  std::optional<InputHold> input_hold{};
  CompileOptions compile{.engine = Engine::Stepwise};
  Where where{};

  /// Returns the time zone of local times; UTC if it is unknown.
  Zone zone() const { return timezone.empty() ? Zone() : Zone(timezone); }
};

/// Reads a control problem and the models that it names. Throws InputError with all problems.
ControlProblem read_control_problem(const std::filesystem::path& path, const Registry& registry,
                                    const CalibrationFileOptions& options,
                                    Diagnostics& diagnostics);

/// Adds the terms and penalties whose sum is a KPI of the model, with a weight. Comfort KPIs become
/// limits at the end of each step. Throws the errors of `kpi_terms`, and InputError
/// `control.weight_not_positive` if a penalty would not be positive.
void add_kpi(const ControlKpi& kpi, const Plan& plan, ControlProblem& problem, Diagnostics& notes);

/// Returns the JSON Schema (2020-12) of control problems. It accepts every file that
/// `read_control_problem` accepts.
std::string control_problem_schema();

}  // namespace hearth
