// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "hearth/apps/base/call_files.hpp"
#include "hearth/apps/options/option_values.hpp"
#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/data/weather/design_day.hpp"
#include "hearth/estimation/bayes/sample.hpp"
#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/estimation/sensitivity/sensitivity.hpp"
#include "hearth/framework/confinement/fixed_confinement.hpp"
#include "hearth/framework/continuous/continuous_simulation.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth::apps {

/// The amount of output on stderr.
enum class Verbosity { Quiet, Normal, Verbose };

/// The format of messages on stderr.
enum class MessageStyle { Text, Json };

/// Options of every verb that reads a model.
struct ModelOptions {
  std::filesystem::path file;
  std::optional<std::filesystem::path> data_dir;
  std::string timezone;  ///< "" if not given
  CompileOptions compile;
  std::optional<std::filesystem::path> weather{};    ///< replaces the weather file of the model
  std::optional<std::filesystem::path> side_file{};  ///< sizes and hours for a building's graph
};

struct CheckOptions {
  std::vector<std::filesystem::path> files;
  ModelOptions model;              ///< for each file; its own file is not used
  FileColumn column{};             ///< settings for reading data files
  std::vector<ColumnName> time{};  ///< columns of the stamps; if empty, the first column
  bool json = false;
};

struct InfoOptions {
  ModelOptions model;
  bool recordable = false;  ///< only list the signals that can be recorded
  bool json = false;
};

enum class GraphFormat { Dot, Mermaid, Svg, Json };

struct GraphOptions {
  ModelOptions model;
  GraphFormat format = GraphFormat::Dot;
  std::optional<std::filesystem::path> output;  ///< none: stdout
  bool building = false;                        ///< show the nodes of a building's graph
  bool points = false;                          ///< for a building, show points as nodes
  long most = 150;  ///< for a building: number of nodes above which some are combined
  std::vector<std::filesystem::path> mappings{};  ///< for a building, as in translate
  std::optional<std::filesystem::path> catalogue{};
};

enum class ProgressStyle {
  Auto,  ///< a bar if stderr is a terminal
  Json,  ///< JSON lines
  None,
};

struct SimulateOptions {
  ModelOptions model;
  std::filesystem::path output;
  std::string start, end;  ///< as written; "" if not given; reading them requires a time zone
  std::optional<Duration> step;
  std::optional<InputHold> input_hold;  ///< none: that of the model
  std::optional<Interval> every;  ///< interval of the rows; if not set, the model's, or a step
  std::optional<std::filesystem::path> parameters;  ///< values to set before `settings`
  std::vector<ModelSetting> settings;
  /// Patterns of `record_columns`; if empty, measured signals and those that KPIs need.
  std::vector<std::string> record;
  std::vector<Limit> limits;
  std::optional<std::filesystem::path> save_state, load_state;
  int threads = 1;
  bool locate_events = false;
  ContinuousOptions continuous;
  /// Options of the command line that belong to one engine.
  std::vector<std::pair<std::string, Engine>> engine_options;
  ProgressStyle progress = ProgressStyle::Auto;
  std::optional<std::filesystem::path> report;  ///< page to write
};

/// A model that is exported as an FMU.
struct ExportOptions {
  ModelOptions model;
  std::filesystem::path output;
  int fmi = 2;             ///< version of the standard
  std::string start, end;  ///< as written; "" if not given
  std::optional<Duration> step;
  std::vector<ModelSetting> settings;
  std::vector<std::string> inputs;   ///< patterns of `id.in.port`; if empty, all unconnected inputs
  std::vector<std::string> outputs;  ///< patterns of `id.port`; if empty, all
  std::vector<std::string> parameters;  ///< patterns of `id.name`; if empty, all
  /// Whether the time of the FMU counts from 1 January; otherwise it counts from the start of the
  /// run.
  bool year = false;
};

/// The point of a model for `steady`, `trim` and `linearize`.
struct PointOptions {
  ModelOptions model;
  std::string start, at;  ///< as written; "" if not given
  std::vector<ModelSetting> settings;
  std::vector<ModelSetting> inputs;             ///< values of unconnected inputs `id.in.port`
  std::optional<std::filesystem::path> output;  ///< none: stdout
};

/// A quantity that is searched for, with its guess if there is one.
struct Variation {
  std::string name;
  std::optional<hearth::Quantity> guess;
};

/// Options of `steady`, which varies only states, and of `trim`.
struct SteadyOptions {
  PointOptions point;
  std::vector<std::string> rest;  ///< states `id@name`; if empty, all
  std::vector<Variation> vary;
  std::vector<ModelSetting> min, max, want;
  std::vector<std::string> record;  ///< patterns of outputs to print; if empty, all
  std::optional<double> tolerance;
  bool json = false;
};

struct TrimOptions {
  SteadyOptions steady;
};

struct LinearizeOptions {
  PointOptions point;
  std::vector<std::string>
      by;  ///< unconnected inputs `id.in.port`; if empty, all unconnected inputs of the model
  std::vector<std::string> record;  ///< patterns of outputs; if empty, measured outputs, or all
  bool steady = false;              ///< whether a steady state is found first
  /// Also compute the discrete-time form with inputs held over this time.
  std::optional<Duration> hold;
};

/// Settings of the search that replace those of the calibration file.
struct SearchOptions {
  std::optional<estimation::Solver> solver;
  std::optional<double> tolerance;
  std::optional<int> max_evaluations;
  std::optional<Duration> time_limit;
  std::optional<Derivatives> derivatives;
};

/// Settings of the assessment that replace those of the calibration file.
struct JudgementOptions {
  std::vector<std::string> profile;  ///< names of parameters, or `all`; if empty, those of the file
  std::optional<int> folds{};
  std::optional<RollingRequest> rolling{};
};

struct CalibrateOptions {
  ModelOptions model;  ///< `file` is the calibration file
  SearchOptions search;
  JudgementOptions judgement;
  std::filesystem::path output;
  std::optional<std::filesystem::path> apply;  ///< file for the calibrated model
  int threads = 1;
  ProgressStyle progress = ProgressStyle::Auto;
  std::optional<std::filesystem::path> report;  ///< page to write
  bool brief = false;                           ///< do not report the results
};

struct SensitivityOptions {
  ModelOptions model;  ///< `file` is the calibration file
  hearth::SensitivityOptions analysis;
  std::filesystem::path output;
  std::optional<std::filesystem::path> report;  ///< page to write
  ProgressStyle progress = ProgressStyle::Auto;
};

struct SampleOptions {
  ModelOptions model;  ///< `file` is the calibration file
  std::filesystem::path output;
  std::optional<std::filesystem::path> chains_csv;  ///< file for all draws
  hearth::SampleOptions sampling;                   ///< without threads and callbacks
  int threads = 1;
  std::optional<std::filesystem::path> report;  ///< page to write
  ProgressStyle progress = ProgressStyle::Auto;
};

struct ApplyOptions {
  std::filesystem::path result;  ///< result of a calibration
  ModelOptions model;
  std::filesystem::path output;
};

struct CompareOptions {
  std::filesystem::path first, second;  ///< results of calibrations
  bool json = false;
};

struct OptimizeOptions {
  ModelOptions model;  ///< `file` is the control problem
  std::filesystem::path output;
  std::optional<std::filesystem::path> apply;   ///< file for the model with the decisions
  std::optional<std::filesystem::path> report;  ///< page to write
  ProgressStyle progress = ProgressStyle::Auto;
};

struct ScenariosOptions {
  ModelOptions model;                         ///< `file` is the scenario set
  std::optional<std::filesystem::path> base;  ///< model that replaces the one named in the set
  std::filesystem::path folder;               ///< folder of the results; "" if runs are only listed
  std::string start, end;                     ///< as written; "" if not given
  std::optional<Duration> step;
  std::optional<Engine> engine;  ///< none: that of the set
  std::optional<Coupling> coupling;
  std::optional<int> substeps;
  std::optional<Interval> every;
  std::optional<int> threads;
  std::optional<Shard> shard;
  bool retry_failed = false;
  bool list = false;  ///< only print the runs
  ProgressStyle progress = ProgressStyle::Auto;
  std::optional<std::filesystem::path> report;  ///< page to write
};

struct MergeOptions {
  std::vector<std::filesystem::path> folders;
  std::filesystem::path output;
  bool partial = false;
};

struct KpiOptions {
  std::filesystem::path results;
  std::optional<std::filesystem::path> settings, output;
  ModelOptions model;              ///< `file` is "" if not given
  std::string start, end, origin;  ///< as written; "" if not given
  Duration warmup{};
  std::vector<std::string> names;  ///< empty: all
  std::optional<PowerRule> power;  ///< none: depends on the content of the file
  /// Further folders from which a record may name files.
  std::vector<std::filesystem::path> read_from{};
  bool monthly = false;  ///< whether values of months are also computed
  bool json = false;
};

struct ReportOptions {
  ReportRequest request;
};

enum class ReferenceFormat { Text, Json, Markdown };

struct ComponentsOptions {
  std::string type;  ///< "": all
  ReferenceFormat format = ReferenceFormat::Text;
};

struct SchemaOptions {
  std::string (*schema)() = nullptr;  ///< function that returns the schema of the kind of file
};

enum class Shell { Bash, Zsh, Fish };

struct CompletionOptions {
  Shell shell = Shell::Bash;
};

struct InitOptions {
  std::filesystem::path folder;
  std::string name;  ///< "": name of the folder
  bool force = false;
};

struct TranslateOptions {
  std::filesystem::path graph;
  std::filesystem::path output;
  std::vector<std::filesystem::path> mappings;  ///< in addition to the built-in ones
  std::optional<std::filesystem::path> side_file, data_dir, catalogue, report, weather;
  bool json = false;
};

struct TwinOptions {
  TranslateOptions graph;  ///< `output` is the folder
  std::string timezone;    ///< "" if not given
  double learned = 2.0 / 3.0;
  std::optional<Duration> step{};
  int threads = 1;
  ProgressStyle progress = ProgressStyle::Auto;
};

/// Models that a service offers, as test cases of BOPTEST and through its own API.
struct ServeOptions {
  std::vector<std::filesystem::path> models;
  ModelOptions model;  ///< for each of the models; its own file is not used
  std::optional<std::filesystem::path> settings;  ///< settings of KPIs
  std::vector<std::string> measurements;          ///< further measured signals, as patterns
  std::string host = "127.0.0.1";
  int port = 5000;
  std::string token;  ///< "": that of HEARTH_TOKEN
  long tests = 64, connections = 128;
  Duration idle = std::chrono::hours(1);
  Duration request_time = std::chrono::minutes(2);
  long result_megabytes = 2000;
  bool client_fmus = false;  ///< whether models and scenario sets of clients may run FMUs
  std::optional<std::filesystem::path> store;  ///< folder of jobs; if not set, a temporary folder
  long jobs = 2;                               ///< number of simultaneous jobs
  Duration job_time = std::chrono::hours(1);
  long job_memory_megabytes = 2000, job_megabytes = 2000;
};

struct ConvertOptions {
  ModelOptions model;
  std::filesystem::path output;
  std::string name_space;  ///< namespace of the things in sheets; "" if not given
  /// Folder for empty sheets; if set, nothing else is done.
  std::optional<std::filesystem::path> new_sheets;
  std::optional<DesignDay> design_day{};  ///< for a weather file: every day becomes this design day
};

enum class TableFormat { Text, Json, Csv };

struct QueryOptions {
  std::filesystem::path graph;
  std::string query;  ///< "": read from `file`, or none
  std::optional<std::filesystem::path> file;
  TableFormat format = TableFormat::Text;
  bool infer = true;
  bool labels = false;  ///< whether labels have their own columns
  std::optional<std::filesystem::path> write_graph{};
  std::vector<std::filesystem::path> mappings{};  ///< in addition to the built-in ones
  std::optional<std::filesystem::path> catalogue{};
};

using VerbOptions =
    std::variant<CheckOptions, InfoOptions, GraphOptions, SimulateOptions, SteadyOptions,
                 TrimOptions, LinearizeOptions, SensitivityOptions, CalibrateOptions, SampleOptions,
                 ApplyOptions, CompareOptions, OptimizeOptions, ScenariosOptions, MergeOptions,
                 KpiOptions, ReportOptions, ServeOptions, ExportOptions, ComponentsOptions,
                 TranslateOptions, TwinOptions, ConvertOptions, QueryOptions, SchemaOptions,
                 InitOptions, CompletionOptions>;

/// A parsed command line.
struct Invocation {
  VerbOptions verb;
  Verbosity verbosity = Verbosity::Normal;
  MessageStyle messages = MessageStyle::Text;
  /// Files and folders that may be read; if empty, no restriction.
  std::vector<std::string> confine{};
  ForeignCode confined_code = ForeignCode::Refused;
  std::vector<std::pair<WorkLimit, std::int64_t>> limits{};
  std::vector<std::string> plugins{};  ///< as given, loaded in this order
  CallFiles files{};                   ///< named on the command line, defaults included
};

/// A text that is printed instead of a run: help, version or completions.
struct Information {
  std::string text;
};

/// Throws UsageError `usage.engine` if an option belongs to another engine than the chosen one.
void require_engine(const SimulateOptions& options, Engine engine);

/// Returns the number of threads of this machine.
int all_threads();

/// Parses the arguments, the program's name first. Throws UsageError, which contains the nearest
/// verb or option.
std::variant<Information, Invocation> parse_command(const std::vector<std::string>& arguments);

}  // namespace hearth::apps
