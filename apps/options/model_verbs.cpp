// SPDX-License-Identifier: MIT
// The command lines of the verbs that read or write models and graphs.
#include "hearth/apps/options/verbs.hpp"
#include "hearth/data/results/run_words.hpp"
#include "hearth/data/text/time_format.hpp"
#include "hearth/ontology/model_files/json_series.hpp"

namespace hearth::apps {
namespace {

constexpr Choices<GraphFormat, 4> kGraphFormats{{{"dot", GraphFormat::Dot},
                                                 {"mermaid", GraphFormat::Mermaid},
                                                 {"svg", GraphFormat::Svg},
                                                 {"json", GraphFormat::Json}}};

constexpr Choices<DesignDay, 2> kDesignDays{
    {{"heating", DesignDay::Heating}, {"cooling", DesignDay::Cooling}}};

constexpr const char* kEngineOfModel = "set by the model, or stepwise";

void add_mappings(VerbLine& line, std::vector<std::filesystem::path>& mappings) {
  line.list("--mapping", mappings, read_path, "FILE",
            "Use this mapping file in addition to the built-in ones; repeatable")
      .files({".json"});
}

/// Reads `COLUMN` or `DATE,TIME`; a number is the position of a column.
std::vector<ColumnName> read_time_columns(const std::string& option, const std::string& text) {
  std::vector<ColumnName> columns;
  for (const std::string& name : read_patterns(option, text)) {
    const bool number = name.find_first_not_of("0123456789") == std::string::npos;
    columns.push_back(number && name.size() < 6 ? ColumnName(std::stoi(name)) : ColumnName(name));
  }
  if (columns.empty() || columns.size() > 2)
    refuse_value(option, text, "expected one or two columns");
  return columns;
}

std::string read_time_format(const std::string& option, const std::string& text) {
  try {
    return TimeFormat(text).pattern();
  } catch (const InputError& error) {
    refuse_value(option, text, error.diagnostics().items().front().message);
  }
}

/// Adds the options for reading data files, which correspond to the keys of a column in a model.
void add_reading_options(VerbLine& line, CheckOptions& options) {
  FileColumn& column = options.column;
  line.option(
      "--time", options.time, read_time_columns, "COLUMN",
      "Set the column of the time stamps of data files, or DATE,TIME for two columns (default: "
      "first column)");
  line.option("--time-format", column.time_format, read_time_format, "PATTERN",
              "Set the pattern of the time stamps of data files, such as 'DD.MM.YYYY HH:mm', "
              "'%m/%d/%Y', unix (default: detected)");
  line.choice(
      "--separator", column.separator, kSeparatorWords, "MARK",
      "Set the separator of the cells of data files: auto, comma, semicolon, tab, bar, or the "
      "character itself (default: auto)");
  line.choice("--decimal", column.decimal, kDecimalWords, "MARK",
              "Set the decimal mark of data files: point, comma, or the character itself (default: "
              "detected)");
  line.choice("--thousands", column.thousands, kThousandsWords, "MARK",
              "Set the thousands separator of data files: point, comma, space, apostrophe, or the "
              "character itself (default: none)");
  line.list("--missing", column.missing, read_patterns, "WORD,...",
            "Set further words and numbers that mark missing values in data files");
}

void add_catalogue(VerbLine& line, std::optional<std::filesystem::path>& catalogue) {
  line.option("--catalog", catalogue, read_path, "DIR",
              "Look in this folder for the ontologies that the graph imports (owl:imports)");
}

}  // namespace

const std::vector<std::string>& model_endings() {
  static const std::vector<std::string> endings = {".hearth.json", ".ttl"};
  return endings;
}

void add_side_file(VerbLine& line, std::optional<std::filesystem::path>& side_file) {
  line.option("--params", side_file, read_path, "FILE",
              "Read sizes, operating hours and setpoints for nodes of a building's graph (JSON, or "
              "CSV with "
              "a row per node)")
      .files({".json", ".csv"});
}

void add_graph(VerbLine& line, TranslateOptions& options, const std::string& data_option) {
  line.argument("GRAPH", options.graph, read_path, "Building graph (*.ttl)")
      .required()
      .files({".ttl"});
  add_mappings(line, options.mappings);
  add_side_file(line, options.side_file);
  line.option(data_option, options.data_dir, read_input_folder, "DIR",
              "Read the time series to which the graph refers from this folder");
  add_weather(line, options.weather);
  add_catalogue(line, options.catalogue);
}

void add_data_options(VerbLine& line, ModelOptions& model) {
  line.option("--data-dir", model.data_dir, read_input_folder, "DIR",
              "Look for data files first in this folder, by path and then by file name");
  line.option("--timezone", model.timezone, read_timezone, "ZONE",
              "Set the time zone of a model without a site, such as Europe/Rome");
}

void add_weather(VerbLine& line, std::optional<std::filesystem::path>& weather) {
  line.option("--weather", weather, read_path, "FILE",
              "Read the weather from this file (EPW, TMY or CSV); it replaces the weather file of "
              "a model")
      .files({".epw", ".csv", ".tmy", ".gz"});
}

void add_cycle_removal(VerbLine& line, ModelOptions& model) {
  line.choice("--cycle-removal", model.compile.cycle_removal, kCycleRemovalWords, "POLICY",
              "Select the policy for breaking cycles: {} (default: set by the model, or greedy)");
}

void add_model(VerbLine& line, ModelOptions& model) {
  line.argument("MODEL", model.file, read_path, "Model (*.hearth.json) or graph (*.ttl)")
      .required()
      .files(model_endings());
  add_data_options(line, model);
  add_weather(line, model.weather);
  add_side_file(line, model.side_file);
  add_cycle_removal(line, model);
}

void describe(VerbLine& line, CheckOptions& options) {
  line.about(
      "Check models, graphs, calibrations, scenario sets, mappings and data files, and report "
      "every problem found.",
      {"hearth check model.hearth.json weather.csv", "hearth check calibration.json --json",
       "hearth check bms.csv --time-format 'DD.MM.YYYY HH:mm' --missing Bad,-999"});
  line.list("FILE", options.files, read_path, "FILE", "Files to check")
      .required()
      .files({".json", ".ttl", ".csv", ".epw"});
  add_data_options(line, options.model);
  add_weather(line, options.model.weather);
  add_cycle_removal(line, options.model);
  add_engine(line, options.model.compile.engine, kEngineOfModel);
  add_reading_options(line, options);
  line.flag("--json", options.json, true, "Print the findings as JSON on stdout");
}

void describe(VerbLine& line, InfoOptions& options) {
  line.about(
      "Print the components of a model, the order in which they are executed, and the "
      "connections that are removed to break cycles.",
      {"hearth info model.hearth.json", "hearth info room.ttl --json"});
  add_model(line, options.model);
  add_engine(line, options.model.compile.engine, kEngineOfModel);
  line.flag(
      "--recordable", options.recordable, true,
      "List the signals that can be recorded, and whether a row over an interval contains the "
      "mean or the last value of each signal");
  line.flag("--json", options.json, true, "Print JSON on stdout");
}

void describe(VerbLine& line, GraphOptions& options) {
  line.about(
      "Draw the component graph of a model in the order of execution, with removed connections "
      "marked, or the graph of a building with the translation of each node.",
      {"hearth graph model.hearth.json -f svg -o model.svg",
       "hearth graph model.hearth.json -f mermaid",
       "hearth graph building.ttl --building -f svg -o building.svg"});
  add_model(line, options.model);
  add_engine(line, options.model.compile.engine, kEngineOfModel);
  line.choice("-f,--format", options.format, kGraphFormats, "FORMAT",
              "Select the format of the output: {} (default: dot)");
  line.option("-o,--output", options.output, read_output_or_stdout, "FILE",
              "Write to this file (default: stdout)");
  line.flag("--building", options.building, true,
            "Draw the nodes of a building's graph and their translation in the model");
  line.flag("--points", options.points, true, "Also draw the points of a building");
  line.option("--most", options.most, read_count, "N",
              "Group similar nodes if a building has more nodes than N (default: 150)");
  add_mappings(line, options.mappings);
  add_catalogue(line, options.catalogue);
  line.check([](const VerbLine& words) {
    if (words.given("--building")) return;
    for (const char* name : {"--points", "--most", "--mapping", "--catalog"}) {
      if (words.given(name)) {
        words.refuse(std::string(name) + " works only with --building");
      }
    }
  });
}

void describe(VerbLine& line, TranslateOptions& options) {
  line.about(
      "Translate the graph of a building (Brick, ASHRAE 223P, SAREF) into a model, and report "
      "which nodes were understood, what was assumed and what is missing.",
      {"hearth translate building.ttl -o building.hearth.json",
       "hearth translate building.ttl -o building.hearth.json --import-report import.json"});
  line.option("-o,--output", options.output, read_output, "FILE",
              "Write the model to this file (*.hearth.json)")
      .required();
  add_graph(line, options, "--data-dir");
  line.option("--import-report", options.report, read_output, "FILE",
              "Also write the import report to this file (JSON)");
  line.flag("--json", options.json, true, "Print the import report as JSON on stdout");
}

void describe(VerbLine& line, ConvertOptions& options) {
  line.about(
      "Convert a model from *.ttl to *.hearth.json or back, a weather file (*.epw) to *.csv, or a "
      "folder of CSV sheets to a building graph (*.ttl).",
      {"hearth convert room.ttl -o room.hearth.json", "hearth convert sheets -o building.ttl",
       "hearth convert rome.epw --design-day cooling -o design.csv"});
  line.argument("MODEL", options.model.file, read_path,
                "Model, graph, weather file or folder of sheets")
      .files({".hearth.json", ".ttl", ".epw"});
  add_data_options(line, options.model);
  add_weather(line, options.model.weather);
  add_cycle_removal(line, options.model);
  line.option(
      "-o,--output", options.output, read_output, "FILE",
      "Write to this file; its ending selects the format (required unless --new-sheets is set)");
  line.option("--namespace", options.name_space, read_text, "IRI",
              "Set the namespace of nodes that are made from sheets (default: "
              "http://example.org/building#)");
  line.choice("--design-day", options.design_day, kDesignDays, "DAY",
              "Write weather that repeats one design day of the weather file: {}");
  line.option("--new-sheets", options.new_sheets, read_path, "DIR",
              "Only write empty sheets with headers to this folder");
  line.check([](const VerbLine& words) {
    if (words.given("--new-sheets")) return;
    for (const char* name : {"MODEL", "--output"}) {
      if (!words.given(name)) words.refuse_missing(name);
    }
  });
}

void describe(VerbLine& line, QueryOptions& options) {
  line.about("Query a building graph with triple patterns or SPARQL, and print the answers.",
             {"hearth query building.ttl '?v a brick:VAV . ?v brick:feeds ?zone'",
              "hearth query building.ttl 'SELECT ?c (COUNT(?x) AS ?n) { ?x a ?c } GROUP BY ?c'",
              "hearth query building.ttl --file query.rq --csv",
              "hearth query building.ttl --write-graph inferred.ttl"});
  line.argument("GRAPH", options.graph, read_path, "Building graph (*.ttl)")
      .required()
      .files({".ttl"});
  line.argument(
      "QUERY", options.query, read_text,
      "Triple patterns such as '?v a brick:VAV . ?v brick:feeds ?z', or a SPARQL query (SELECT, "
      "ASK or CONSTRUCT)");
  line.option("--file", options.file, read_path, "FILE", "Read the query from this file");
  add_mappings(line, options.mappings);
  add_catalogue(line, options.catalogue);
  line.flag("--no-inference", options.infer, false,
            "Match only triples of the file, not inferred triples");
  line.flag("--labels", options.labels, true,
            "Add a column with labels next to each column of nodes");
  line.flag("--json", options.format, TableFormat::Json, "Print SPARQL results as JSON on stdout");
  line.flag("--csv", options.format, TableFormat::Csv, "Print CSV with full IRIs on stdout")
      .not_with("--json");
  line.option(
      "--write-graph", options.write_graph, read_output, "FILE",
      "Write the queried graph with its inferred triples to this file, as Turtle; makes QUERY "
      "optional");
  line.check([](const VerbLine& words) {
    const bool both = words.given("QUERY") && words.given("--file");
    const bool none = !words.given("QUERY") && !words.given("--file");
    if (both || (none && !words.given("--write-graph"))) {
      words.refuse("expected either QUERY or --file FILE");
    }
  });
}

}  // namespace hearth::apps
