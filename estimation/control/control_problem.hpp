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

/// A signal that is decided: it takes one number in each block of time.
struct ControlDecision {
  /// `id.port`, an output whose receivers get the decided numbers instead, or `id.in.port`, an
  /// input.
  std::string target;
  Quantity min, max;                     ///< a bare number is in the unit of the receivers
  std::optional<Duration> block{};       ///< whole steps; none: one step
  std::optional<Quantity> initial{};     ///< where the search begins; none: as without decisions
  std::optional<Quantity> max_change{};  ///< from block to block
  Where where{};
};

/// A term of the objective: an integral over time, h.
///
/// The integrand is weight * price * y, with y the mean of the output over each step, a power in
/// kW, anything else in its own unit; with a reference, y is the square of output - reference.
struct ControlCost {
  std::string output;                     ///< `id.port`
  std::optional<SeriesSpec> price{};      ///< for each kWh, or unit and hour; none: 1
  std::optional<SeriesSpec> reference{};  ///< in the unit of the output
  double weight = 1.0;
  std::optional<Unit> unit{};  ///< of an output that is a bare number
  std::string kpi{};           ///< that it is a part of; "": none
  Where where{};
};

/// Bounds of an output at the end of each step.
struct ControlLimit {
  std::string output;  ///< `id.port`
  std::optional<SeriesSpec> min{}, max{};
  bool at_end = false;  ///< only in the last row of the horizon
  /// What a violation of one unit costs in an hour; once, if `at_end`. None: there must be none.
  std::optional<double> penalty{};
  std::string kpi{};  ///< that its penalties are a part of; "": none
  Where where{};
};

/// A KPI as a term of the objective.
struct ControlKpi {
  std::string name;
  double weight = 1.0;
  Where where{};
};

/// Decisions are found again and again, each time for a horizon from then on.
struct RecedingHorizon {
  Duration horizon{};
  Duration every{};
  Where where{};
};

/// An output of the plant by which the state of the model is corrected.
struct PlantMeasurement {
  std::string output;  ///< `id.port` of the model
  Quantity sd;
  Where where{};
};

/// Another model on which the decisions act.
struct ControlPlant {
  SimulationModel model;
  std::map<std::string, std::string>
      names{};  ///< of ports, by that of the model, where they differ
  std::vector<PlantMeasurement> measured;
  std::vector<ProcessNoise> process_noise;  ///< that represents the differences between the models
  std::vector<InitialSd> initial_sds{};
  Where where{};
};

/// A problem of optimal control: a model, what is decided, what it costs, what must hold.
struct ControlProblem {
  std::string name;
  std::filesystem::path model_file;
  SimulationModel model;
  Instant start{}, end{};
  Duration step{};
  Duration warmup{};  ///< before the start, without decisions
  std::vector<ControlDecision> decisions;
  std::vector<ControlCost> costs;
  std::vector<ControlLimit> limits;
  KpiSettings kpi_settings{};                 ///< for `add_kpi`
  std::optional<RecedingHorizon> receding{};  ///< none: all decisions at once, at the start
  std::optional<ControlPlant> plant{};        ///< none: the model itself
  double tolerance = 1e-5;                    ///< of the solver, relative
  int max_iterations = 300;                   ///< of each search
  std::vector<FileColumn> files{};            ///< how data files are read
  DataOptions data;
  std::string timezone;
  std::optional<InputHold> input_hold{};
  CompileOptions compile{.engine = Engine::Stepwise};
  Where where{};

  /// Returns the zone of civil times; UTC if none is known.
  Zone zone() const { return timezone.empty() ? Zone() : Zone(timezone); }
};

/// Reads a control problem and the models it names; InputError with everything that is wrong.
ControlProblem read_control_problem(const std::filesystem::path& path, const Registry& registry,
                                    const CalibrationFileOptions& options,
                                    Diagnostics& diagnostics);

/// Adds the terms and penalties that a KPI of the model is the sum of, with a weight; those of
/// comfort as limits at the end of each step. InputError as `kpi_terms`, and
/// `control.weight_not_positive` if a penalty would be none.
void add_kpi(const ControlKpi& kpi, const Plan& plan, ControlProblem& problem, Diagnostics& notes);

/// Returns the JSON Schema (2020-12) of control problems. It accepts every file that
/// `read_control_problem` accepts.
std::string control_problem_schema();

}  // namespace hearth
