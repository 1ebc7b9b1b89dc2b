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

/// When a scenario is simulated; what is not given comes from the set, then from the model.
struct ScenarioPeriod {
  std::optional<Instant> start, end;
  std::optional<Duration> step;
  std::optional<Duration> warmup;  ///< KPIs and recorded rows begin at start + warmup
  Where where{};
  /// Zone in which a start or end without an offset was read; "": it has one. Such a time is civil
  /// time of the run's site, wherever that is.
  std::string start_zone{}, end_zone{};

  /// Whether anything is given.
  bool is_given() const { return start || end || step || warmup; }
};

/// A factor on all parameters whose names match a pattern.
struct ParameterScale {
  std::string pattern;  ///< over `id.name` and `id.name[key]`: `*` any characters, `?` one
  double factor = 1.0;
};

/// What a scenario changes: applied in the order of the members. Where a run has several changes,
/// all patches come first, then all structure, then files; the later one wins.
struct ScenarioChange {
  std::string patch;  ///< RFC 6902, JSON text of the array; "": none
  std::vector<ModelSetting>
      structure{};                       ///< of `set`: what makes another plan (configuration, ...)
  std::vector<ModelSetting> settings{};  ///< of `set`: numbers that a compiled plan takes
  std::vector<ParameterScale> scales{};  ///< after `settings`, on the values that these leave
  std::map<std::string, std::string> files;  ///< file as the model names it -> full path of another
  std::string weather;  ///< full path of what takes the place of the model's weather file
  ScenarioPeriod period{};
  Where where{};

  /// Whether a model has to be read and compiled again for it.
  bool is_structural() const;
  /// Whether the model has to be compiled again for it.
  bool changes_model() const;
};

/// A change with a name.
struct NamedChange {
  std::string id;
  ScenarioChange change{};
};

/// Named alternatives, one of which every run takes; runs are made for each combination.
struct ScenarioAxis {
  std::string name;
  std::vector<NamedChange> options{};
};

/// A model of the set.
struct ScenarioModel {
  std::string id;                               ///< "" where the set has one model
  std::filesystem::path file;                   ///< full or relative to the working directory
  DataOptions data{};                           ///< where its files are found
  std::vector<FileColumn> files{};              ///< the rules of the set for reading data files
  bool civil_start = false, civil_end = false;  ///< of `simulation`: written without an offset
  std::string timezone;
  // Models of one file share its content.
  std::shared_ptr<const std::string> text{};  ///< of the model file (of a graph: its translation)
  std::shared_ptr<const SimulationModel> model{};
  ScenarioChange change{};  ///< of this model only, before all others
  int like = -1;            ///< an earlier model that differs in numbers and times alone; -1: none
  Where where{};
};

enum class SweepMethod { Grid, LatinHypercube, Sobol };

/// One number that a sweep varies, and what it sets.
struct SweepParameter {
  std::string name;
  std::vector<std::string>
      targets{};  ///< `id.name`, `id@name`, or a JSON pointer `/components/...`
  double min = 0.0, max = 0.0;
  bool log = false;              ///< even steps of the logarithm
  std::vector<double> values{};  ///< instead of min and max
  int levels = 0;                ///< of a grid over [min, max]
  std::optional<Unit> unit{};    ///< none: bare numbers
  bool structural = false;       ///< a model has to be compiled again for each value
  Where where{};
};

struct ScenarioSweep {
  SweepMethod method = SweepMethod::Grid;
  long n = 0;  ///< points; of a grid: computed
  std::uint64_t seed = 0;
  std::vector<SweepParameter> parameters{};
};

/// A scenario set: models, changes, samples; what to record and compute.
struct ScenarioSet {
  std::string name;
  std::filesystem::path file;
  std::vector<ScenarioModel> models{};
  std::vector<ScenarioAxis> axes{};
  std::vector<NamedChange> scenarios{};
  std::optional<ScenarioSweep> sweep{};
  bool crossed = false;  ///< every scenario with every sample, otherwise one after the other
  ScenarioPeriod period{};
  std::vector<std::string> record{};  ///< as `record_columns` reads; none: no time series
  std::optional<Interval> every{};    ///< of recorded rows; none: that of each model, or a step
  std::vector<std::string> kpis{};    ///< names in the order of the table; empty: all
  KpiSettings kpi{};
  std::vector<FileColumn> files{};  ///< how data files are read, by name or pattern in `file`
  std::vector<Kpi> kpi_list{};      ///< all that were found when the changes were tried
  CompileOptions compile{};
  bool locate_events = false;
  std::string text;  ///< the file as JSON on one line
  /// Data files of all runs, with their hashes when the set was read.
  std::map<std::filesystem::path, std::uint64_t> inputs{};
  /// Plans of cases compiled so far, by `plan_key`.
  std::shared_ptr<PlanCache> plans = std::make_shared<PlanCache>();
};

/// What users may ask for besides the file.
struct ScenarioFileOptions {
  std::optional<std::filesystem::path> base{};  ///< the model instead of the one the set names
  std::optional<std::filesystem::path> data_dir{};
  std::string timezone;
  std::optional<std::filesystem::path> weather{};  ///< instead of that of the models
  // Of the command line: these override the file.
  ScenarioPeriod period{};
  std::optional<Engine> engine{};
  std::optional<Coupling> coupling{};
  std::optional<int> substeps{};  ///< 0: automatic
  std::optional<Interval> every{};
  std::optional<CycleRemoval> cycle_removal{};
};

/// Most runs that a set may have.
inline constexpr long kMostRuns = 10'000'000;
/// Most axes of a set.
inline constexpr std::size_t kMostAxes = 100;
/// Most letters of the id of a model, an option or a scenario.
inline constexpr std::size_t kLongestId = 200;

/// Reads a scenario set and its models; InputError with everything that is wrong, also in what the
/// changes make of the models: every change, and the ends of every swept range, are tried.
ScenarioSet read_scenarios(const std::filesystem::path& path, const Registry& registry,
                           const ScenarioFileOptions& options, Diagnostics& diagnostics);

/// Returns the JSON Schema of scenario sets, as text.
std::string scenario_schema();

/// One run of a set: its place on each axis.
struct ScenarioRun {
  long index = 0;
  std::string id;  ///< unique in the set: `setpoint+1`, `office/january/sweep-017` (from 1)
  int model = 0;
  std::vector<int> options;      ///< of each axis
  int scenario = -1;             ///< -1: none, the model as it is or a sample alone
  long sample = -1;              ///< of the sweep, -1: none
  std::vector<double> values{};  ///< of the sweep's parameters, in their units; NaN without sample
};

/// Returns the number of runs: models x axes x (scenarios and samples; at least one run).
long run_count(const ScenarioSet& set);
/// Returns a run, 0 <= index < run_count; depends on nothing but the set and the index.
ScenarioRun scenario_run(const ScenarioSet& set, long index);

/// What a run simulates, ready to be compiled.
struct ScenarioCase {
  SimulationModel model{};
  ScenarioPeriod period{};               ///< complete
  std::vector<ModelSetting> settings{};  ///< numbers that are set after compiling, none of `scale`
};

/// Returns the numbers of a run that are set on its compiled model, in order: `settings` of its
/// case and, in their places, what factors make of the values of the plan or of those set before.
std::vector<ModelSetting> scenario_settings(const ScenarioSet& set, const ScenarioRun& run,
                                            const Plan& plan);

/// Returns a run that takes no option, scenario or sample: of a model of the set as it is.
ScenarioRun unchanged_run(const ScenarioSet& set, int model);

/// Returns the key of all runs that share a compiled plan and series: equal for runs that differ in
/// `settings` of the case only.
std::string case_key(const ScenarioSet& set, const ScenarioRun& run);
/// Returns the key of all runs that share a compiled plan: as `case_key`, but runs that differ in
/// their period alone share it too.
std::string plan_key(const ScenarioSet& set, const ScenarioRun& run);
/// Applies the changes of a run. Throws InputError or ModelError that name the scenario.
ScenarioCase scenario_case(const ScenarioSet& set, const ScenarioRun& run,
                           const Registry& registry);

/// Returns a number that distinguishes sets whose results differ: made of the version of Hearth,
/// the content of the set, its models' texts and the content of the files they name.
std::uint64_t fingerprint(const ScenarioSet& set, std::string_view version);

/// A share of a set: the runs whose index leaves the remainder `index` when divided by `count`.
struct Shard {
  long index = 0;
  long count = 1;
};

}  // namespace hearth
