// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/estimation/kpis/kpi_settings.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/estimation/scenarios/set/plan_cache.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/framework/plan/plan.hpp"
#include "hearth/ontology/model_files/model_settings.hpp"

namespace hearth {

/// The time that a scenario simulates. Missing values come from the set; values that the set lacks
/// come from the model.
struct ScenarioPeriod {
  std::optional<Instant> start, end;
  std::optional<Duration> step;
  std::optional<Duration> warmup;  ///< KPIs and recorded rows begin at start + warmup
  Where where{};
  /// Time zone in which a start or end without an offset was read, or "" if it has an offset. In
  /// each run, a time without an offset is local time at the site of that run.
  std::string start_zone{}, end_zone{};

  /// Returns whether any value is set.
  bool is_given() const { return start || end || step || warmup; }
};

/// A factor for all parameters whose names match a pattern.
struct ParameterScale {
  std::string pattern;  ///< pattern of `id.name` and `id.name[key]`: `*` any characters, `?` one
  double factor = 1.0;
};

/// The changes of a scenario, applied in the order of the members. If a run combines several of
/// these, all patches are applied first, then all changes of structure, then all files; within each
/// kind, later changes override earlier ones.
struct ScenarioChange {
  std::string patch;  ///< RFC 6902, JSON text of the array; "": none
  /// From `set`: settings that change the plan (configuration, ...).
  std::vector<ModelSetting> structure{};
  std::vector<ModelSetting> settings{};  ///< from `set`: numbers that a compiled plan accepts
  std::vector<ParameterScale> scales{};  ///< applied after `settings`, to the resulting values
  /// Full path of the replacement, by the file name in the model.
  std::map<std::string, std::string> files;
  std::string weather;  ///< full path of the file that replaces the weather file of the model
  ScenarioPeriod period{};
  Where where{};

  /// Returns whether the change requires that the model is read and compiled again.
  bool is_structural() const;
  /// Returns whether the change requires that the model is compiled again.
  bool changes_model() const;
};

/// A change with a name.
struct NamedChange {
  std::string id;
  ScenarioChange change{};
};

/// Named alternatives, of which each run takes one; the set contains every combination.
struct ScenarioAxis {
  std::string name;
  std::vector<NamedChange> options{};
};

/// A model of the set.
struct ScenarioModel {
  std::string id;                   ///< "" if the set has one model
  std::filesystem::path file;       ///< full or relative to the working directory
  DataOptions data{};               ///< folders of its files
  std::vector<FileColumn> files{};  ///< rules of the set for reading data files
  /// Whether the start or end in `simulation` has no offset.
  bool civil_start = false, civil_end = false;
  std::string timezone;
  // Models of one file share its content.
  /// Text of the model file (for a graph, of its translation).
  std::shared_ptr<const std::string> text{};
  std::shared_ptr<const SimulationModel> model{};
  ScenarioChange change{};  ///< change of this model only, applied before all others
  int like = -1;  ///< index of an earlier model that differs only in numbers and times; -1: none
  Where where{};
};

/// The method that distributes the points of a sweep.
enum class SweepMethod { Grid, LatinHypercube, Sobol };

/// A number that a sweep varies, and its targets.
struct SweepParameter {
  std::string name;
  std::vector<std::string>
      targets{};  ///< `id.name`, `id@name`, or a JSON pointer `/components/...`
  double min = 0.0, max = 0.0;
  bool log = false;              ///< equal steps of the logarithm
  std::vector<double> values{};  ///< instead of min and max
  int levels = 0;                ///< number of levels of a grid over [min, max]
  std::optional<Unit> unit{};    ///< if not set, a bare number
  bool structural = false;       ///< whether a model has to be compiled again for each value
  Where where{};
};

/// A sweep: its parameters, and the points at which they are evaluated.
struct ScenarioSweep {
  SweepMethod method = SweepMethod::Grid;
  long n = 0;  ///< number of points; for a grid it is computed
  std::uint64_t seed = 0;
  std::vector<SweepParameter> parameters{};
};

/// A scenario set: models, changes, samples, recorded signals and KPIs.
struct ScenarioSet {
  std::string name;
  std::filesystem::path file;
  std::vector<ScenarioModel> models{};
  std::vector<ScenarioAxis> axes{};
  std::vector<NamedChange> scenarios{};
  std::optional<ScenarioSweep> sweep{};
  /// Whether every scenario is combined with every sample; otherwise they are separate runs.
  bool crossed = false;
  ScenarioPeriod period{};
  std::vector<std::string> record{};  ///< patterns of `record_columns`; if empty, no time series
  /// Interval of recorded rows; if not set, that of each model, or a step.
  std::optional<Interval> every{};
  std::vector<std::string> kpis{};  ///< names in the order of the table; if empty, all
  KpiSettings kpi{};
  std::vector<FileColumn> files{};  ///< rules for reading data files, by name or pattern in `file`
  std::vector<Kpi> kpi_list{};      ///< all KPIs that were found when the changes were tried
  CompileOptions compile{};
  bool locate_events = false;
  std::string text;  ///< content of the file as JSON on one line
  /// Data files of all runs with their hashes at the time when the set was read.
  std::map<std::filesystem::path, std::uint64_t> inputs{};
  /// Plans of the cases that have been compiled, by `plan_key`.
  std::shared_ptr<PlanCache> plans = std::make_shared<PlanCache>();
};

/// Settings of users in addition to the file.
struct ScenarioFileOptions {
  std::optional<std::filesystem::path> base{};  ///< model that replaces the one named in the set
  std::optional<std::filesystem::path> data_dir{};
  std::string timezone;
  std::optional<std::filesystem::path> weather{};  ///< replaces the weather files of the models
  // settings of the command line, which override those of the file
  std::string start, end;  ///< times; those without an offset are local times of the set
  std::optional<Duration> step{};
  std::optional<Engine> engine{};
  std::optional<Coupling> coupling{};
  std::optional<int> substeps{};  ///< 0: automatic
  std::optional<Interval> every{};
  std::optional<CycleRemoval> cycle_removal{};
};

/// The largest number of runs of a set.
inline constexpr long kMostRuns = 10'000'000;
/// The largest number of axes of a set.
inline constexpr std::size_t kMostAxes = 100;
/// The largest number of characters of the id of a model, an option or a scenario.
inline constexpr std::size_t kLongestId = 200;

/// Reads a scenario set and its models. Tests every change and the ends of every swept range.
/// Throws InputError with all problems, including problems of the changed models.
ScenarioSet read_scenarios(const std::filesystem::path& path, const Registry& registry,
                           const ScenarioFileOptions& options, Diagnostics& diagnostics);

/// Returns the JSON Schema of scenario sets, as text.
std::string scenario_schema();

/// One run of a set, with its position on each axis.
struct ScenarioRun {
  long index = 0;
  std::string id;  ///< unique in the set: `setpoint+1`, `office/january/sweep-017` (from 1)
  int model = 0;
  std::vector<int> options;  ///< chosen option of each axis
  int scenario = -1;         ///< -1: none, which is the unchanged model or a sample alone
  long sample = -1;          ///< point of the sweep; -1: none
  /// Values of the swept parameters, in their units; NaN without a sample.
  std::vector<double> values{};
};

/// Returns the number of runs: models x axes x (scenarios and samples; at least one run).
long run_count(const ScenarioSet& set);
/// Returns a run, 0 <= index < run_count. The result depends only on the set and the index.
ScenarioRun scenario_run(const ScenarioSet& set, long index);

/// The model and period of a run, ready to be compiled.
struct ScenarioCase {
  SimulationModel model{};
  ScenarioPeriod period{};  ///< complete
  /// Numbers that are set after compiling, except the numbers of `scale`.
  std::vector<ModelSetting> settings{};
};

/// Returns the numbers that a run sets in its compiled model, in order: the `settings` of its case,
/// and the results of its scales, each computed from the value of the plan or of an earlier
/// setting.
std::vector<ModelSetting> scenario_settings(const ScenarioSet& set, const ScenarioRun& run,
                                            const Plan& plan);

/// Returns a run without option, scenario or sample: the unchanged model of the set.
ScenarioRun unchanged_run(const ScenarioSet& set, int model);

/// Returns a key that is equal for all runs that share a compiled plan and series, that is, for
/// runs that differ only in the `settings` of their cases.
std::string case_key(const ScenarioSet& set, const ScenarioRun& run);
/// Returns a key that is equal for all runs that share a compiled plan. In contrast to `case_key`,
/// runs that also differ in their period have the same key.
std::string plan_key(const ScenarioSet& set, const ScenarioRun& run);
/// Applies the changes of a run. Throws InputError or ModelError with the name of the scenario.
ScenarioCase scenario_case(const ScenarioSet& set, const ScenarioRun& run,
                           const Registry& registry);
/// Returns the time zone of the clocks of a case: that of its site, which may come from the
/// weather, otherwise that of its model in the set.
std::string zone_of_case(const SimulationModel& model, const ScenarioModel& source,
                         SeriesResolver& resolver);

/// Returns a number that distinguishes sets with different results. It is computed from the version
/// of Hearth, the content of the set, the texts of its models and the content of the files that
/// they name.
std::uint64_t fingerprint(const ScenarioSet& set, std::string_view version);

/// A part of a set: the runs whose index divided by `count` has the remainder `index`.
struct Shard {
  long index = 0;
  long count = 1;
};

}  // namespace hearth
