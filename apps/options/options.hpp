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

/// How much is printed on stderr.
enum class Verbosity { Quiet, Normal, Verbose };

/// How messages are written on stderr.
enum class MessageStyle { Text, Json };

/// Options of every verb that reads a model.
struct ModelOptions {
  std::filesystem::path file;
  std::optional<std::filesystem::path> data_dir;
  std::string timezone;  ///< "" if not given
  CompileOptions compile;
  std::optional<std::filesystem::path> weather{};    ///< instead of the model's weather
  std::optional<std::filesystem::path> side_file{};  ///< sizes and hours for a building's graph
};

struct CheckOptions {
  std::vector<std::filesystem::path> files;
  ModelOptions model;              ///< for each file; its own file is not used
  FileColumn column{};             ///< how data files are read
  std::vector<ColumnName> time{};  ///< columns of the stamps; empty: the first
  bool json = false;
};

struct InfoOptions {
  ModelOptions model;
  bool recordable = false;  ///< list what can be recorded, nothing else
  bool json = false;
};

enum class GraphFormat { Dot, Mermaid, Svg, Json };

struct GraphOptions {
  ModelOptions model;
  GraphFormat format = GraphFormat::Dot;
  std::optional<std::filesystem::path> output;  ///< none: stdout
  bool building = false;                        ///< the nodes of a building's graph
  bool points = false;                          ///< of a building, as nodes
  long most = 150;  ///< nodes of a building before some are put together
  std::vector<std::filesystem::path> mappings{};  ///< of a building, as with translate
  std::optional<std::filesystem::path> catalogue{};
};

enum class ProgressStyle {
  Auto,  ///< a bar, where stderr is a terminal
  Json,  ///< lines for programs
  None,
};

struct SimulateOptions {
  ModelOptions model;
  std::filesystem::path output;
  std::string start, end;  ///< as written; "" if not given; a zone is needed to read them
  std::optional<Duration> step;
  std::optional<InputHold> input_hold;  ///< none: that of the model
  std::optional<Interval> every;        ///< of the rows; none: that of the model, or a step
  std::optional<std::filesystem::path> parameters;  ///< values to set before `settings`
  std::vector<ModelSetting> settings;
  /// As `record_columns` reads; empty: what is measured and what KPIs need.
  std::vector<std::string> record;
  std::vector<Limit> limits;
  std::optional<std::filesystem::path> save_state, load_state;
  int threads = 1;
  bool locate_events = false;
  ContinuousOptions continuous;
  /// Options that were given and belong to one engine.
  std::vector<std::pair<std::string, Engine>> engine_options;
  ProgressStyle progress = ProgressStyle::Auto;
  std::optional<std::filesystem::path> report;  ///< page to write
};

/// A model that is written as an FMU for other programs.
struct ExportOptions {
  ModelOptions model;
  std::filesystem::path output;
  int fmi = 2;             ///< version of the standard
  std::string start, end;  ///< as written; "" if not given
  std::optional<Duration> step;
  std::vector<ModelSetting> settings;
  std::vector<std::string> inputs;      ///< patterns of `id.in.port`; empty: what nothing feeds
  std::vector<std::string> outputs;     ///< patterns of `id.port`; empty: all
  std::vector<std::string> parameters;  ///< patterns of `id.name`; empty: all
  bool year = false;  ///< its time counts from 1 January; otherwise from the start of the run
};

/// The point of a model for `steady`, `trim` and `linearize`.
struct PointOptions {
  ModelOptions model;
  std::string start, at;  ///< as written; "" if not given
  std::vector<ModelSetting> settings;
  std::vector<ModelSetting> inputs;             ///< values of open inputs `id.in.port`
  std::optional<std::filesystem::path> output;  ///< none: stdout
};

/// A quantity that is found, with its guess if there is one.
struct Variation {
  std::string name;
  std::optional<hearth::Quantity> guess;
};

/// Of `steady`, which varies states only, and of `trim`.
struct SteadyOptions {
  PointOptions point;
  std::vector<std::string> rest;  ///< states `id@name`; empty: all
  std::vector<Variation> vary;
  std::vector<ModelSetting> min, max, want;
  std::vector<std::string> record;  ///< patterns of outputs to print; empty: all
  std::optional<double> tolerance;
  bool json = false;
};

struct TrimOptions {
  SteadyOptions steady;
};

struct LinearizeOptions {
  PointOptions point;
  std::vector<std::string> by;      ///< open inputs `id.in.port`; empty: all of the model
  std::vector<std::string> record;  ///< patterns of outputs; empty: measured ones, or all
  bool steady = false;              ///< bring the model to rest before
  std::optional<Duration> hold;     ///< also in discrete time, inputs held over this
};

/// How a calibration searches, instead of the settings of its file.
struct SearchOptions {
  std::optional<estimation::Solver> solver;
  std::optional<double> tolerance;
  std::optional<int> max_evaluations;
  std::optional<Duration> time_limit;
  std::optional<Derivatives> derivatives;
};

/// How a calibration is judged, instead of the settings of its file.
struct JudgementOptions {
  std::vector<std::string> profile;  ///< names of parameters, or `all`; empty: those of the file
  std::optional<int> folds{};
  std::optional<RollingRequest> rolling{};
};

struct CalibrateOptions {
  ModelOptions model;  ///< `file` is the calibration file
  SearchOptions search;
  JudgementOptions judgement;
  std::filesystem::path output;
  std::optional<std::filesystem::path> apply;  ///< where the calibrated model goes
  int threads = 1;
  ProgressStyle progress = ProgressStyle::Auto;
  std::optional<std::filesystem::path> report;  ///< page to write
  bool brief = false;                           ///< does not report what it found
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
  std::optional<std::filesystem::path> chains_csv;  ///< where all draws go
  hearth::SampleOptions sampling;                   ///< without threads and callbacks
  int threads = 1;
  std::optional<std::filesystem::path> report;  ///< page to write
  ProgressStyle progress = ProgressStyle::Auto;
};

struct ApplyOptions {
  std::filesystem::path result;  ///< of a calibration
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
  std::optional<std::filesystem::path> apply;   ///< where the model with the decisions goes
  std::optional<std::filesystem::path> report;  ///< page to write
  ProgressStyle progress = ProgressStyle::Auto;
};

struct ScenariosOptions {
  ModelOptions model;                         ///< `file` is the scenario set
  std::optional<std::filesystem::path> base;  ///< the model instead of the one the set names
  std::filesystem::path folder;               ///< of the results; "" if only listed
  std::string start, end;                     ///< as written; "" if not given
  std::optional<Duration> step;
  std::optional<Engine> engine;  ///< none: of the set
  std::optional<Coupling> coupling;
  std::optional<int> substeps;
  std::optional<Interval> every;
  std::optional<int> threads;
  std::optional<Shard> shard;
  bool retry_failed = false;
  bool list = false;  ///< print the runs, do nothing
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
  std::vector<std::string> names;                  ///< empty: all
  std::optional<PowerRule> power;                  ///< none: by what the file holds
  std::vector<std::filesystem::path> read_from{};  ///< further folders that a record may name
  bool monthly = false;                            ///< values of months, too
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
  std::string (*schema)() = nullptr;  ///< makes the schema of the kind of file
};

enum class Shell { Bash, Zsh, Fish };

struct CompletionOptions {
  Shell shell = Shell::Bash;
};

struct InitOptions {
  std::filesystem::path folder;
  std::string name;  ///< "": that of the folder
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

/// Models that a service offers, as test cases and by its own API.
struct ServeOptions {
  std::vector<std::filesystem::path> models;
  ModelOptions model;                             ///< for each of them; its own file is not used
  std::optional<std::filesystem::path> settings;  ///< of KPIs
  std::vector<std::string> measurements;          ///< further ones, as patterns
  std::string host = "127.0.0.1";
  int port = 5000;
  std::string token;  ///< "": HEARTH_TOKEN
  long tests = 64, connections = 128;
  Duration idle = std::chrono::hours(1);
  Duration request_time = std::chrono::minutes(2);
  long result_megabytes = 2000;
  bool client_fmus = false;                    ///< models and scenario sets of clients run FMUs
  std::optional<std::filesystem::path> store;  ///< of jobs; none: a temporary folder
  long jobs = 2;                               ///< at once
  Duration job_time = std::chrono::hours(1);
  long job_memory_megabytes = 2000, job_megabytes = 2000;
};

struct ConvertOptions {
  ModelOptions model;
  std::filesystem::path output;
  std::string name_space;  ///< of the things in sheets; "" if not given
  std::optional<std::filesystem::path>
      new_sheets;                         ///< folder for empty sheets, nothing else is done
  std::optional<DesignDay> design_day{};  ///< of a weather file: its every day is this one
};

enum class TableFormat { Text, Json, Csv };

struct QueryOptions {
  std::filesystem::path graph;
  std::string query;  ///< "": read from `file`, or none
  std::optional<std::filesystem::path> file;
  TableFormat format = TableFormat::Text;
  bool infer = true;
  bool labels = false;  ///< as columns of their own
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

/// A command line, understood.
struct Invocation {
  VerbOptions verb;
  Verbosity verbosity = Verbosity::Normal;
  MessageStyle messages = MessageStyle::Text;
  std::vector<std::string> confine{};  ///< files and folders; empty: anything may be read
  ForeignCode confined_code = ForeignCode::Refused;
  std::vector<std::pair<WorkLimit, std::int64_t>> limits{};
  std::vector<std::string> plugins{};  ///< as given, to be loaded in this order
  CallFiles files{};                   ///< that the command line names, defaults included
};

/// A text that was asked for instead of a run: help, version or completions.
struct Information {
  std::string text;
};

/// Throws UsageError `usage.engine` for an option of another engine than the one that runs.
void require_engine(const SimulateOptions& options, Engine engine);

/// Returns the number of threads of this machine.
int all_threads();

/// Reads the arguments, the program's name first. Throws UsageError, which names the nearest verb
/// or option.
std::variant<Information, Invocation> parse_command(const std::vector<std::string>& arguments);

}  // namespace hearth::apps
