// SPDX-License-Identifier: MIT
#include "hearth/apps/options.hpp"

#include <algorithm>
#include <array>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "hearth/apps/exit_code.hpp"
#include "hearth/apps/version.hpp"

namespace hearth::apps {
namespace {

const Words<CycleRemoval> kCycleRemovals = {{"greedy", CycleRemoval::Greedy},
                                            {"state-edges", CycleRemoval::StateEdges}};
const Words<Engine> kEngines = {{"stepwise", Engine::Stepwise}, {"continuous", Engine::Continuous}};
const Words<Coupling> kCouplings = {{"gauss-seidel", Coupling::GaussSeidel},
                                    {"jacobi", Coupling::Jacobi},
                                    {"iterate", Coupling::Iterate}};
const Words<GraphFormat> kGraphFormats = {{"dot", GraphFormat::Dot},
                                          {"mermaid", GraphFormat::Mermaid},
                                          {"svg", GraphFormat::Svg},
                                          {"json", GraphFormat::Json}};
const Words<ProgressStyle> kProgressStyles = {
    {"auto", ProgressStyle::Auto}, {"json", ProgressStyle::Json}, {"none", ProgressStyle::None}};

/// One verb's command line: the parser, and the texts it fills.
class VerbLine {
 public:
  VerbLine(const std::string& verb, const std::string& summary, const std::string& example)
      : verb_(verb), app_(summary, "hearth " + verb) {
    app_.allow_extras();  // named by this class, with the nearest option
    app_.footer("Example:\n  " + example);
    app_.get_formatter()->column_width(34);
    app_.add_flag("-q,--quiet", quiet_, "Say nothing but errors");
    app_.add_flag("-v,--verbose", verbose_, "Say notes too");
  }

  void text(const std::string& names, std::string& value, const std::string& help,
            const std::string& placeholder, bool required = false) {
    CLI::Option* option = app_.add_option(names, value, help)->type_name(placeholder);
    if (!required) return;
    option->required();
    option->check(not_empty());
  }
  /// An option that may be given again and again, or a positional list.
  void texts(const std::string& names, std::vector<std::string>& values, const std::string& help,
             const std::string& placeholder) {
    app_.add_option(names, values, help)->type_name(placeholder)->allow_extra_args(false);
  }
  void files(std::vector<std::string>& values, const std::string& help) {
    app_.add_option("FILE", values, help)->type_name("")->required()->check(not_empty());
  }
  void flag(const std::string& names, bool& value, const std::string& help) {
    app_.add_flag(names, value, help);
  }

  /// Reads the arguments after the verb; returns the help text if that was asked for.
  std::optional<Information> parse(const std::vector<std::string>& arguments) {
    std::vector<std::string> backwards(arguments.rbegin(), arguments.rend());
    try {
      app_.parse(std::move(backwards));
    } catch (const CLI::CallForHelp&) {
      return Information{app_.help()};
    } catch (const CLI::ParseError& error) {
      refuse_extras();
      throw UsageError("usage.option", {.pointer = "hearth " + verb_},
                       std::string(error.what()) + help_hint());
    }
    refuse_extras();
    return std::nullopt;
  }

  Verbosity verbosity() const {
    return quiet_ ? Verbosity::Quiet : verbose_ ? Verbosity::Verbose : Verbosity::Normal;
  }

 private:
  /// A shell variable that is not set gives an empty name.
  static CLI::Validator not_empty() {
    const auto check = [](const std::string& text) {
      return text.empty() ? std::string("found '', expected the name of a file") : std::string();
    };
    return CLI::Validator(check, "");
  }

  std::string help_hint() const { return fmt::format(" ('hearth {} --help')", verb_); }

  std::vector<std::string> option_names() const {
    std::vector<std::string> names;
    for (const CLI::Option* option : app_.get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
  }

  void refuse_extras() const {
    const std::vector<std::string> extras = app_.remaining();
    const auto option = std::find_if(extras.begin(), extras.end(), [](const std::string& extra) {
      return extra.size() > 1 && extra.front() == '-';
    });
    if (option != extras.end()) {
      const std::string name = option->substr(0, option->find('='));
      throw UsageError("usage.unknown_option", {.pointer = name},
                       fmt::format("'hearth {}' has no such option{}", verb_,
                                   did_you_mean(name, option_names())));
    }
    if (extras.empty()) return;
    throw UsageError("usage.unexpected_argument", {.pointer = extras.front()},
                     "this is one argument too many" + help_hint());
  }

  std::string verb_;
  CLI::App app_;
  bool quiet_ = false;
  bool verbose_ = false;
};

/// The texts of the options of every verb that reads a model.
struct ModelTexts {
  std::string file, data_dir, timezone;
  std::string cycle_removal;

  void add_common(VerbLine& line) {
    line.text("--data-dir", data_dir, "Find data files in this folder by their name", "DIR");
    line.text("--timezone", timezone, "Zone of a model without a site", "ZONE");
  }
  void add_cycle_removal(VerbLine& line) {
    line.text("--cycle-removal", cycle_removal,
              "What opens cycles: greedy, state-edges (default: the model's, else greedy)",
              "POLICY");
  }
  void add_to(VerbLine& line) {
    line.text("MODEL", file, "Model file (*.hearth.json) or graph (*.ttl)", "", true);
    add_common(line);
    add_cycle_removal(line);
  }

  ModelOptions read() const {
    ModelOptions options;
    options.file = file;
    if (!data_dir.empty()) options.data_dir = data_dir;
    if (!timezone.empty()) check_timezone(timezone);
    options.timezone = timezone;
    if (!cycle_removal.empty()) {
      options.compile.cycle_removal = read_word("--cycle-removal", cycle_removal, kCycleRemovals);
    }
    return options;
  }
};

using Parsed = std::variant<Information, Invocation>;
using Arguments = std::vector<std::string>;

std::optional<std::filesystem::path> optional_path(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return std::filesystem::path(text);
}

std::optional<std::filesystem::path> optional_output(const std::string& option,
                                                     const std::string& text) {
  if (text.empty()) return std::nullopt;
  return read_output(option, text);
}

int threads_of(const std::string& text) {
  return text.empty() ? all_threads() : read_threads(text);
}

Parsed parse_check(const Arguments& arguments) {
  CheckOptions options;
  ModelTexts model;
  std::vector<std::string> files;
  VerbLine line("check", "Checks models, calibration files and data files; says all that is wrong.",
                "hearth check room.hearth.json weather.csv");
  line.files(files, "Model, calibration file or CSV file");
  model.add_common(line);
  model.add_cycle_removal(line);
  line.flag("--json", options.json, "Print the findings as JSON on stdout");
  if (auto help = line.parse(arguments)) return *help;
  options.files.assign(files.begin(), files.end());
  options.model = model.read();
  const bool quiet = line.verbosity() == Verbosity::Quiet;
  return Invocation{std::move(options), quiet ? Verbosity::Quiet : Verbosity::Verbose};
}

Parsed parse_info(const Arguments& arguments) {
  InfoOptions options;
  ModelTexts model;
  VerbLine line("info", "Prints what a model consists of and in which order it is executed.",
                "hearth info room.hearth.json --json");
  model.add_to(line);
  line.flag("--json", options.json, "Print JSON on stdout");
  if (auto help = line.parse(arguments)) return *help;
  options.model = model.read();
  return Invocation{std::move(options), line.verbosity()};
}

Parsed parse_graph(const Arguments& arguments) {
  GraphOptions options;
  ModelTexts model;
  std::string format = "dot";
  std::string output;
  VerbLine line("graph", "Draws the component graph: levels as ranks, removed connections marked.",
                "hearth graph room.hearth.json -f svg -o room.svg");
  model.add_to(line);
  line.text("-f,--format", format, "dot, mermaid, svg or json", "FORMAT");
  line.text("-o,--output", output, "File to write (default: stdout)", "FILE");
  if (auto help = line.parse(arguments)) return *help;
  options.model = model.read();
  options.format = read_word("--format", format, kGraphFormats);
  options.output = optional_output("--output", output);
  return Invocation{std::move(options), line.verbosity()};
}

/// The texts of the options of `simulate`.
struct SimulateTexts {
  ModelTexts model;
  std::string output = "results.csv";
  std::string start, end, step, threads, report, save_state, load_state;
  std::string engine = "stepwise";
  std::string tolerance, check_interval;
  std::string coupling = "gauss-seidel";
  std::string progress = "auto";
  std::vector<std::string> settings, record, limits;
  bool locate_events = false;

  void add_to(VerbLine& line) {
    model.add_to(line);
    line.text("-o,--output", output, "Results (default: results.csv); run.json goes beside them",
              "FILE");
    line.text("--start", start, "First instant, ISO 8601", "TIME");
    line.text("--end", end, "Last instant, ISO 8601", "TIME");
    line.text("--step", step, "Seconds or ISO 8601 duration", "STEP");
    line.texts("--set", settings, "Set a parameter, 'id.name=40 W/K'; repeatable", "ASSIGNMENT");
    line.texts("--record", record, "measurements, all or PATTERN[,PATTERN] over id.port",
               "PATTERN");
    line.texts("--fail-on", limits, "Exit 4 if missed, 'id.port.rmse>0.5'; repeatable", "LIMIT");
    line.text("--engine", engine, "stepwise or continuous", "ENGINE");
    line.text("--coupling", coupling, "gauss-seidel, jacobi or iterate", "SCHEME");
    line.flag("--locate-events", locate_events,
              "Divide a step at the instant of an event (stepwise)");
    line.text("--tolerance", tolerance,
              "Relative tolerance of integration (default: 1e-6; continuous)", "NUMBER");
    line.text("--check-interval", check_interval,
              "Look for events at least this often (default: the step; continuous)", "SECONDS");
    line.text("-j,--threads", threads, "Threads (default: all); results do not depend on it", "N");
    line.text("--report", report, "Write a report page", "FILE");
    line.text("--save-state", save_state, "Save the state at the end", "FILE");
    line.text("--load-state", load_state, "Continue from a saved state", "FILE");
    line.text("--progress", progress, "auto, json (lines on stderr) or none", "STYLE");
  }

  SimulateOptions read() const {
    SimulateOptions options;
    options.model = model.read();
    options.model.compile.engine = read_word("--engine", engine, kEngines);
    options.model.compile.coupling = read_word("--coupling", coupling, kCouplings);
    options.output = read_output("--output", output);
    read_times(options);
    for (const std::string& text : settings) options.settings.push_back(read_setting(text));
    for (const std::string& text : limits) options.limits.push_back(read_limit(text));
    options.record = read_patterns(record);
    options.save_state = optional_output("--save-state", save_state);
    options.load_state = optional_path(load_state);
    options.threads = threads_of(threads);
    options.locate_events = locate_events;
    read_engine_options(options);
    options.progress = read_word("--progress", progress, kProgressStyles);
    options.report = optional_output("--report", report);
    return options;
  }

 private:
  void read_times(SimulateOptions& options) const {
    if (!start.empty()) check_time("--start", start);
    if (!end.empty()) check_time("--end", end);
    options.start = start;
    options.end = end;
    if (!step.empty()) options.step = read_step(step);
  }

  /// Options of one engine are refused where the other runs.
  void read_engine_options(SimulateOptions& options) const {
    const bool continuous = options.model.compile.engine == Engine::Continuous;
    if (!tolerance.empty()) {
      require_engine("--tolerance", continuous, "continuous");
      IntegratorOptions& integrator = options.continuous.integrator;
      integrator.relative_tolerance = read_positive("--tolerance", tolerance);
      integrator.absolute_tolerance = 0.01 * integrator.relative_tolerance;
    }
    if (!check_interval.empty()) {
      require_engine("--check-interval", continuous, "continuous");
      options.continuous.check_interval = read_positive("--check-interval", check_interval);
    }
    if (locate_events) require_engine("--locate-events", !continuous, "stepwise");
    if (options.model.compile.coupling != Coupling::GaussSeidel) {
      require_engine("--coupling", !continuous, "stepwise");
    }
  }
  static void require_engine(const char* option, bool fits, const char* engine) {
    if (fits) return;
    throw UsageError("usage.engine", {.pointer = option},
                     std::string("works with --engine ") + engine + " only");
  }
};

Parsed parse_simulate(const Arguments& arguments) {
  SimulateTexts texts;
  VerbLine line("simulate", "Simulates a model and writes its outputs as CSV.",
                "hearth simulate room.hearth.json --start 2024-01-15T00:00:00+01:00 "
                "--end 2024-01-22T00:00:00+01:00 --step 600 -o results.csv");
  texts.add_to(line);
  if (auto help = line.parse(arguments)) return *help;
  return Invocation{texts.read(), line.verbosity()};
}

Parsed parse_calibrate(const Arguments& arguments) {
  ModelTexts model;
  std::string output = "result.json";
  std::string apply, threads, report;
  std::string progress = "auto";
  VerbLine line("calibrate", "Estimates parameters of a model from measurements.",
                "hearth calibrate calibration.json -o result.json --apply calibrated.hearth.json");
  line.text("PROBLEM", model.file, "Calibration file", "", true);
  model.add_common(line);
  line.text("-o,--output", output, "Result (default: result.json); run.json goes beside it",
            "FILE");
  line.text("--apply", apply, "Write the calibrated model", "FILE");
  line.text("-j,--threads", threads, "Threads (default: all); results do not depend on it", "N");
  line.text("--report", report, "Write a report page", "FILE");
  line.text("--progress", progress, "auto, json (lines on stderr) or none", "STYLE");
  if (auto help = line.parse(arguments)) return *help;
  CalibrateOptions options;
  options.model = model.read();
  options.output = read_output("--output", output);
  options.apply = optional_output("--apply", apply);
  options.report = optional_output("--report", report);
  options.threads = threads_of(threads);
  options.progress = read_word("--progress", progress, kProgressStyles);
  return Invocation{std::move(options), line.verbosity()};
}

/// The texts of the options of `scenarios`.
struct ScenariosTexts {
  ModelTexts model;
  std::string output, start, end, step, threads, shard, engine, coupling, report;
  std::string progress = "auto";
  bool retry_failed = false;
  bool list = false;

  void add_to(VerbLine& line) {
    line.text("SET", model.file, "Scenario set", "", true);
    model.add_common(line);
    model.add_cycle_removal(line);
    line.text("-o,--output", output, "Folder of the results; runs that are there are kept", "DIR");
    line.text("--start", start, "First instant of all runs, ISO 8601", "TIME");
    line.text("--end", end, "Last instant of all runs, ISO 8601", "TIME");
    line.text("--step", step, "Seconds or ISO 8601 duration, of all runs", "STEP");
    line.text("--engine", engine, "stepwise or continuous (default: the set's)", "ENGINE");
    line.text("--coupling", coupling, "gauss-seidel, jacobi or iterate (default: the set's)",
              "SCHEME");
    line.text("-j,--threads", threads, "Threads (default: all); results do not depend on it", "N");
    line.text("--shard", shard, "Only every n-th run from the i-th on, from 0; see 'hearth merge'",
              "I/N");
    line.flag("--retry-failed", retry_failed, "Do runs again that failed before");
    line.flag("--list", list, "Print the runs and do nothing");
    line.text("--report", report, "Write a report page", "FILE");
    line.text("--progress", progress, "auto, json (lines on stderr) or none", "STYLE");
  }

  ScenariosOptions read() const {
    ScenariosOptions options;
    options.model = model.read();
    if (!engine.empty()) options.engine = read_word("--engine", engine, kEngines);
    if (!coupling.empty()) options.coupling = read_word("--coupling", coupling, kCouplings);
    options.model.compile.engine = options.engine.value_or(Engine::Stepwise);
    options.model.compile.coupling = options.coupling.value_or(Coupling::GaussSeidel);
    if (!start.empty()) check_time("--start", start);
    if (!end.empty()) check_time("--end", end);
    options.start = start;
    options.end = end;
    if (!step.empty()) options.step = read_step(step);
    if (!threads.empty()) options.threads = read_threads(threads);
    if (!shard.empty()) options.shard = read_shard(shard);
    options.retry_failed = retry_failed;
    options.list = list;
    options.report = optional_output("--report", report);
    if (options.report && (list || options.shard)) {
      throw UsageError("usage.option", {.pointer = "--report"},
                       "needs the results of the whole set: not together with --list or --shard; "
                       "'hearth merge', then 'hearth report'");
    }
    options.progress = read_word("--progress", progress, kProgressStyles);
    read_output_folder(options);
    return options;
  }

 private:
  void read_output_folder(ScenariosOptions& options) const {
    if (list && retry_failed) {
      throw UsageError("usage.option", {.pointer = "--list"}, "not together with --retry-failed");
    }
    if (list && output.empty()) return;
    if (output.empty()) {
      throw UsageError("usage.option", {.pointer = "hearth scenarios"},
                       "--output is required ('hearth scenarios --help')");
    }
    options.folder = read_folder("--output", output);
  }
};

Parsed parse_scenarios(const Arguments& arguments) {
  ScenariosTexts texts;
  VerbLine line("scenarios",
                "Runs a set of scenarios in parallel and puts their KPIs into one table; goes on "
                "where an earlier call was stopped.",
                "hearth scenarios set.json -o out -j 4\n"
                "  hearth scenarios set.json -o out --shard 0/2");
  texts.add_to(line);
  if (auto help = line.parse(arguments)) return *help;
  return Invocation{texts.read(), line.verbosity()};
}

Parsed parse_merge(const Arguments& arguments) {
  MergeOptions options;
  std::vector<std::string> folders;
  std::string output;
  VerbLine line("merge", "Joins the shards of a scenario set to one table.",
                "hearth merge out\n  hearth merge out0 out1 out2 -o out");
  line.files(folders, "Folders with parts of one set");
  line.text("-o,--output", output, "Folder of the tables (default: the only folder given)", "DIR");
  line.flag("--partial", options.partial, "Write what there is, though runs are missing");
  if (auto help = line.parse(arguments)) return *help;
  options.folders.assign(folders.begin(), folders.end());
  if (output.empty() && folders.size() > 1) {
    throw UsageError("usage.option", {.pointer = "hearth merge"},
                     "--output is required where several folders are merged");
  }
  options.output = read_folder("--output", output.empty() ? folders.front() : output);
  return Invocation{std::move(options), line.verbosity()};
}

Parsed parse_components(const Arguments& arguments) {
  ComponentsOptions options;
  bool json = false;
  bool markdown = false;
  VerbLine line("components", "Prints the reference of the component types.",
                "hearth components BuildingSpace");
  line.text("TYPE", options.type, "Component type (default: all)", "");
  line.flag("--json", json, "Print JSON on stdout");
  line.flag("--markdown", markdown, "Print Markdown on stdout");
  if (auto help = line.parse(arguments)) return *help;
  if (json && markdown) {
    throw UsageError("usage.option", {.pointer = "--markdown"}, "not together with --json");
  }
  if (json) options.format = ReferenceFormat::Json;
  if (markdown) options.format = ReferenceFormat::Markdown;
  return Invocation{std::move(options), line.verbosity()};
}

/// Refuses what `convert` needs and was not given; an empty text counts as not given.
void require_text(const std::string& name, const std::string& text) {
  if (!text.empty()) return;
  throw UsageError("usage.option", {.pointer = "hearth convert"},
                   name + " is required ('hearth convert --help')");
}

Parsed parse_convert(const Arguments& arguments) {
  ConvertOptions options;
  ModelTexts model;
  std::string output, new_sheets;
  VerbLine line("convert",
                "Converts a model: *.ttl to *.hearth.json and back; weather (*.epw) to *.csv; a "
                "folder of CSV sheets to a building's graph (*.ttl).",
                "hearth convert room.ttl -o room.hearth.json\n"
                "  hearth convert sheets -o building.ttl");
  line.text("MODEL", model.file, "Model file, graph, weather file or folder of sheets", "");
  model.add_common(line);
  model.add_cycle_removal(line);
  line.text("-o,--output", output, "File to write; its ending says the format", "FILE");
  line.text("--namespace", options.name_space,
            "Namespace of what is in sheets (default: http://example.org/building#)", "IRI");
  line.text("--new-sheets", new_sheets, "Write empty sheets with headers to this folder", "DIR");
  if (auto help = line.parse(arguments)) return *help;
  if (new_sheets.empty()) {
    require_text("MODEL", model.file);
    require_text("--output", output);
  } else {
    options.new_sheets = new_sheets;
  }
  options.model = model.read();
  options.output = output;
  return Invocation{std::move(options), line.verbosity()};
}

Parsed parse_schema(const Arguments& arguments) {
  SchemaOptions options;
  VerbLine line("schema", "Prints the JSON Schema (draft 7) of a kind of file: mapping.",
                "hearth schema mapping > mapping.schema.json");
  line.text("KIND", options.kind, "Kind of file: mapping", "", true);
  if (auto help = line.parse(arguments)) return *help;
  return Invocation{std::move(options), line.verbosity()};
}

Parsed parse_translate(const Arguments& arguments) {
  std::string graph, output, side_file, data_dir, catalogue, report;
  std::vector<std::string> mappings;
  TranslateOptions options;
  VerbLine line("translate",
                "Turns a building's graph (SAREF, Brick, ASHRAE 223P) into a model; says what it "
                "understood, guessed and missed.",
                "hearth translate building.ttl -o building.hearth.json --params side.json "
                "--import-report report.json");
  line.text("GRAPH", graph, "Building graph (*.ttl)", "", true);
  line.text("-o,--output", output, "Model to write (*.hearth.json)", "FILE", true);
  line.texts("--mapping", mappings, "Mapping file beside the built-in ones; repeatable", "FILE");
  line.text("--params", side_file, "Side file with values for nodes", "FILE");
  line.text("--data-dir", data_dir, "Folder with the series that the graph refers to", "DIR");
  line.text("--catalog", catalogue, "Folder with ontologies that the graph imports", "DIR");
  line.text("--import-report", report, "Report to write (JSON)", "FILE");
  line.flag("--json", options.json, "Print the report as JSON on stdout");
  if (auto help = line.parse(arguments)) return *help;
  options.graph = graph;
  options.output = read_output("--output", output);
  options.mappings.assign(mappings.begin(), mappings.end());
  options.side_file = optional_path(side_file);
  options.data_dir = optional_path(data_dir);
  options.catalogue = optional_path(catalogue);
  options.report = optional_output("--import-report", report);
  return Invocation{std::move(options), line.verbosity()};
}

Parsed parse_query(const Arguments& arguments) {
  QueryOptions options;
  std::string graph, file, catalogue;
  std::vector<std::string> mappings;
  bool json = false;
  bool csv = false;
  bool no_inference = false;
  VerbLine line("query",
                "Prints what fits a pattern, or the answers of a SPARQL SELECT, as a table.",
                "hearth query building.ttl '?v a brick:VAV . ?v brick:feeds ?zone'");
  line.text("GRAPH", graph, "Building graph (*.ttl)", "", true);
  line.text("QUERY", options.query, "Triples '?v a brick:VAV . ?v brick:feeds ?z' or SELECT ...",
            "");
  line.text("--file", file, "Read the query from a file", "FILE");
  line.texts("--mapping", mappings, "Mapping file beside the built-in ones; repeatable", "FILE");
  line.text("--catalog", catalogue, "Folder with ontologies that the graph imports", "DIR");
  line.flag("--no-inference", no_inference, "Take the graph as it is written");
  line.flag("--json", json, "Print JSON (SPARQL results) on stdout");
  line.flag("--csv", csv, "Print CSV with whole IRIs on stdout");
  if (auto help = line.parse(arguments)) return *help;
  if (json && csv) {
    throw UsageError("usage.option", {.pointer = "--csv"}, "not together with --json");
  }
  if (options.query.empty() == file.empty()) {
    throw UsageError("usage.option", {.pointer = "QUERY"},
                     "expected a query, or --file FILE with one, and not both");
  }
  options.graph = graph;
  options.file = optional_path(file);
  options.format = json ? TableFormat::Json : csv ? TableFormat::Csv : TableFormat::Text;
  options.infer = !no_inference;
  options.mappings.assign(mappings.begin(), mappings.end());
  options.catalogue = optional_path(catalogue);
  return Invocation{std::move(options), line.verbosity()};
}

Parsed parse_report(const Arguments& arguments) {
  ReportOptions options;
  std::vector<std::string> results;
  std::string output, model, data_dir, import_report;
  VerbLine line(
      "report",
      "Writes one page (HTML) with the model, time series, calibration, scenarios and the "
      "quality of the data; it loads nothing and opens anywhere.",
      "hearth report results.csv calibration/result.json -o report.html");
  line.files(results,
             "CSV of 'simulate', JSON of 'calibrate', folder of 'scenarios', or import "
             "report of 'translate'; any number of each");
  line.text("-o,--output", output, "Page to write", "FILE", true);
  line.text("--model", model, "The model, where run.json does not lead to it", "MODEL");
  line.text("--data-dir", data_dir, "Find data files in this folder by their name", "DIR");
  line.text("--title", options.request.title, "Title (default: the model's name)", "TEXT");
  line.text("--import-report", import_report, "Import report of 'translate' (JSON)", "FILE");
  if (auto help = line.parse(arguments)) return *help;
  options.request.results.assign(results.begin(), results.end());
  options.request.output = read_output("--output", output);
  options.request.model = optional_path(model);
  options.request.data_dir = optional_path(data_dir);
  options.request.import_report = optional_path(import_report);
  return Invocation{std::move(options), line.verbosity()};
}

const Words<PowerRule> kPowerRules = {{"step", PowerRule::Step},
                                      {"trapezoid", PowerRule::Trapezoid}};

/// The texts of the options of `kpi`.
struct KpiTexts {
  ModelTexts model;
  std::string results, settings, output, start, end, origin, warmup, power;
  std::vector<std::string> names;
  bool json = false;

  void add_to(VerbLine& line) {
    line.text("RESULTS", results, "CSV file with a column of times (*.csv, *.csv.gz)", "", true);
    line.text("--settings", settings, "What the columns mean: comfort, energy, prices", "FILE");
    line.text("--model", model.file, "The model, for what the settings leave open", "MODEL");
    model.add_common(line);
    line.texts("--kpis", names, "Names of KPIs (default: all there are)", "NAME[,NAME]");
    line.text("--start", start, "First instant: ISO 8601, or seconds as in the file", "TIME");
    line.text("--end", end, "Last instant", "TIME");
    line.text("--warmup", warmup, "Begin this much later", "DURATION");
    line.text("--origin", origin, "What second 0 of the file means, ISO 8601", "TIME");
    line.text("--power", power,
              "Powers hold over the step before a row (step), or run straight (trapezoid)", "RULE");
    line.flag("--json", json, "Print JSON on stdout");
    line.text("-o,--output", output, "Write the table as CSV", "FILE");
  }

  KpiOptions read() const {
    KpiOptions options;
    options.results = results;
    options.settings = optional_path(settings);
    const ModelOptions common = model.read();
    if (!model.file.empty()) options.model = common;
    options.data_dir = common.data_dir;
    options.timezone = common.timezone;
    options.start = start;
    options.end = end;
    options.origin = origin;
    if (!origin.empty()) check_time("--origin", origin);
    if (!warmup.empty()) options.warmup = read_warmup(warmup);
    options.names = read_patterns(names);
    if (!power.empty()) options.power = read_word("--power", power, kPowerRules);
    options.json = json;
    options.output = optional_output("--output", output);
    if (options.settings || options.model) return options;
    throw UsageError("usage.option", {.pointer = "hearth kpi"},
                     "expected --settings FILE, --model MODEL or both: what do the columns mean?");
  }
};

Parsed parse_kpi(const Arguments& arguments) {
  KpiTexts texts;
  VerbLine line("kpi",
                "Computes key performance indicators of results: energy, cost, peaks, comfort.",
                "hearth kpi results.csv --model room.hearth.json --json");
  texts.add_to(line);
  if (auto help = line.parse(arguments)) return *help;
  return Invocation{texts.read(), line.verbosity()};
}

struct Verb {
  std::string_view name;
  std::string_view summary;
  Parsed (*parse)(const Arguments&);
};

constexpr auto kVerbs = std::to_array<Verb>({
    {"check", "Check models, calibration, mapping and data files", parse_check},
    {"info", "What a model consists of and how it is executed", parse_info},
    {"graph", "Draw the component graph", parse_graph},
    {"simulate", "Simulate a model", parse_simulate},
    {"calibrate", "Estimate parameters from measurements", parse_calibrate},
    {"report", "One page (HTML) that shows results", parse_report},
    {"scenarios", "Run a set of scenarios in parallel", parse_scenarios},
    {"merge", "Join the shards of a scenario set", parse_merge},
    {"components", "The reference of the component types", parse_components},
    {"translate", "Turn a building's graph into a model", parse_translate},
    {"convert", "Convert a model from one format to another", parse_convert},
    {"query", "Find patterns in a building's graph", parse_query},
    {"schema", "The JSON Schema of a kind of file", parse_schema},
    {"kpi", "Key performance indicators of results", parse_kpi},
});

std::string overview() {
  std::string text =
      "Digital twins of buildings: check, simulate and calibrate models of building energy.\n\n"
      "Usage: hearth VERB [options] FILE\n\nVerbs:\n";
  for (const Verb& verb : kVerbs) text += fmt::format("  {:<12}{}\n", verb.name, verb.summary);
  text +=
      "\nOptions:\n"
      "  -h,--help   Print this help; 'hearth VERB --help' has options and an example\n"
      "  --version   Print the version\n";
  return text;
}

[[noreturn]] void refuse_verb(const std::string& word) {
  std::vector<std::string> names;
  for (const Verb& verb : kVerbs) names.emplace_back(verb.name);
  if (word.empty()) {
    throw UsageError("usage.verb_missing", {},
                     fmt::format("expected one of {} ('hearth --help')", fmt::join(names, ", ")));
  }
  const bool option = word.front() == '-';
  throw UsageError(
      option ? "usage.unknown_option" : "usage.unknown_verb", {.pointer = word},
      fmt::format("expected one of {}{}", fmt::join(names, ", "), did_you_mean(word, names)));
}

}  // namespace

int all_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

Parsed parse_command(const Arguments& arguments) {
  const std::string word = arguments.size() > 1 ? arguments[1] : "";
  if (word == "--help" || word == "-h") return Information{overview()};
  if (word == "--version") return Information{std::string("hearth ") + kVersion + "\n"};
  for (const Verb& verb : kVerbs) {
    if (verb.name != word) continue;
    return verb.parse(Arguments(arguments.begin() + 2, arguments.end()));
  }
  refuse_verb(word);
}

}  // namespace hearth::apps
