// SPDX-License-Identifier: MIT
// Files that commands read: which file a text becomes, and what is done with it.
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/apps/command.hpp"
#include "hearth/apps/report/content/report_config.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/estimation/bayes/sample.hpp"
#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/estimation/control/control_problem.hpp"
#include "hearth/estimation/control/optimal_control.hpp"
#include "hearth/estimation/kpis/kpi_settings.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"
#include "hearth/estimation/sensitivity/sensitivity.hpp"
#include "hearth/ontology/mapping/file/mapping_reader.hpp"
#include "hearth/ontology/model_files/model_schema.hpp"
#include "hearth/ontology/translate/translation.hpp"
#include "hearth/ontology/translate/understood_graph.hpp"
#include "hearth/tests/fuzz/commands/bench.hpp"
#include "hearth/tests/fuzz/targets.hpp"
#include "hearth/tests/support/weather_texts.hpp"

namespace hearth::fuzz {
namespace {

namespace fs = std::filesystem;
using Tokens = std::vector<std::string>;
using Calls = std::vector<Call>;

constexpr bool kLongWork = true;

/// Keeps the ontologies in memory, so that each command finds them there.
void keep_ontologies() {
  static const Mappings mappings = read_mappings({}, standard_components());
  static const Knowledge all = knowledge_of(*mappings);
}

/// What a text becomes, and the command lines that read it.
struct FileUse {
  std::string seeds;  ///< folder
  std::string file;   ///< that the text becomes; a folder of its sections if it ends with a slash
  Calls calls;
  Tokens tokens{};
  /// Puts what depends on this build into a text.
  std::string (*prepare)(const Bench& bench, std::string text) = nullptr;
};

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

const Words kHour = {
    "--start", "2024-01-08T00:00:00+01:00", "--end", "2024-01-08T01:00:00+01:00", "--step", "600"};
const Words kStart = {"--start", "2024-01-08T00:00:00+01:00"};

bool is_folder(const std::string& file) { return file.ends_with('/'); }

/// Writes a text as a file, or its sections as files of a folder, and returns the names.
std::vector<std::string> put(const Bench& bench, const std::string& file, std::string_view text) {
  if (!is_folder(file)) {
    return bench.write(file, text) ? std::vector{file} : std::vector<std::string>{};
  }
  std::error_code ignored;
  fs::remove_all(file, ignored);
  fs::create_directories(file, ignored);
  std::vector<std::string> names{file.substr(0, file.size() - 1)};
  for (const NamedText& section : sections_of(text)) {
    if (bench.write(file + section.name, section.text)) names.push_back(section.name);
  }
  return names;
}

Target target_of(const FileUse& use) {
  keep_ontologies();
  const auto bench = std::make_shared<Bench>();
  Language language{texts_below("seeds/" + use.seeds), use.tokens};
  for (const char* token : {"\"", ",", "\n", "\x1b[2J", "\xe2\x80\xae", "\xff", "0", "-"}) {
    language.tokens.emplace_back(token);
  }
  std::vector<std::string> others;
  for (const NamedText& file : files_below("scene")) others.push_back(file.name);
  const auto read = [bench, use, others](std::string_view text, std::uint64_t way) {
    bench->clear_outputs();
    std::string prepared(text);
    if (use.prepare != nullptr) prepared = use.prepare(*bench, std::move(prepared));
    std::vector<std::string> names = put(*bench, use.file, prepared);
    if (names.empty()) return false;
    names.insert(names.end(), others.begin(), others.end());
    names.emplace_back("  --");  // an option may be the place too
    const Outcome outcome = bench->run(use.calls[way], names);
    bench->check_leftovers();
    return outcome.code == 0 || outcome.code == 6;
  };
  return {std::move(language), read, use.calls.size()};
}

void add_keys(const nlohmann::json& schema, std::set<std::string>& keys) {
  if (schema.is_object()) {
    if (const auto found = schema.find("properties"); found != schema.end()) {
      for (const auto& [key, value] : found->items()) keys.insert(key);
    }
  }
  if (schema.is_structured()) {
    for (const auto& value : schema) add_keys(value, keys);
  }
}

/// The keys that a schema knows, and what else JSON is made of.
Tokens json_tokens(const std::string& schema) {
  std::set<std::string> keys;
  add_keys(nlohmann::json::parse(schema), keys);
  Tokens tokens{"{", "}", "[", "]", ":", "null", "true", "1e999", "[]", "{}", "//", "\"\": "};
  for (const std::string& key : keys) tokens.push_back("\"" + key + "\": ");
  return tokens;
}

Tokens model_tokens() {
  Tokens tokens = json_tokens(model_schema(standard_components()));
  for (const std::string& name : standard_components().names()) {
    tokens.push_back("{\"type\": \"" + name + "\"}");
  }
  return tokens;
}

const Tokens kSqlTokens = {"NULL",
                           "x'00'",
                           "CREATE TABLE t(time, value);\n",
                           "CREATE VIEW v AS SELECT 1 AS time, 2 AS value;\n",
                           "CREATE TRIGGER g AFTER INSERT ON runs BEGIN DELETE FROM runs; END;\n",
                           "CREATE VIRTUAL TABLE f USING fts5(a);\n",
                           "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) ",
                           "DELETE FROM ",
                           "DROP TABLE ",
                           "PRAGMA user_version = 9;\n",
                           "9e999",
                           "9223372036854775807",
                           "\n!byte 18 9\n",
                           "\n!byte 100 255\n",
                           "\n!byte 4100 13\n",
                           "\n!cut 4096\n"};

Target model() {
  const std::string m = "model.hearth.json";
  return target_of({"model",
                    m,
                    {{{"check", m, "--json"}},
                     {{"check", m, "--engine", "continuous"}},
                     {{"info", m, "--json"}},
                     {{"info", m, "--recordable"}},
                     {{"graph", m, "-f", "svg", "-o", "out/g.svg"}},
                     {{"graph", m, "-f", "mermaid"}},
                     {{"graph", m, "-f", "json"}},
                     {Words{"simulate", m, "-o", "out/r.csv", "-j", "1"} + kHour, {}, kLongWork},
                     {Words{"simulate", m, "-o", "out/r.sqlite", "--engine", "continuous",
                            "--record", "all", "-j", "1"} +
                          kHour,
                      {},
                      kLongWork},
                     {{"convert", m, "-o", "out/m.ttl"}},
                     {{"convert", m, "-o", "out/m.hearth.json"}},
                     {Words{"steady", m, "--json"} + kStart, {}, kLongWork},
                     {Words{"linearize", m, "-o", "out/l.json"} + kStart, {}, kLongWork}},
                    model_tokens()});
}

Target networks() {
  const std::string m = "model.hearth.json";
  return target_of(
      {"networks",
       m,
       {{Words{"simulate", m, "-o", "out/r.csv", "--record", "all", "-j", "1"} + kHour,
         {},
         kLongWork},
        {Words{"simulate", m, "-o", "out/r.csv", "--engine", "continuous", "-j", "1"} + kHour,
         {},
         kLongWork},
        {Words{"simulate", m, "-o", "out/r.csv", "--coupling", "jacobi", "--every", "30min",
               "--save-state", "out/s.json", "-j", "1"} +
             kHour,
         {},
         kLongWork},
        {{"check", m}},
        {Words{"linearize", m, "-o", "out/l.json", "--hold", "600"} + kStart, {}, kLongWork}},
       model_tokens()});
}

Target graph() {
  const std::string g = "graph.ttl";
  return target_of({"graph",
                    g,
                    {{{"translate", g, "-o", "out/m.hearth.json", "--import-report", "out/i.json"}},
                     {{"translate", g, "-o", "out/m.hearth.json", "--json"}},
                     {{"check", g}},
                     {{"check", g, "--json"}},
                     {{"info", g, "--json"}},
                     {{"convert", g, "-o", "out/m.hearth.json"}},
                     {{"convert", g, "-o", "out/m.ttl"}},
                     {{"query", g, "?a ?b ?c . ?c a ?d"}},
                     {{"query", g, "?a ?b ?c", "--json"}},
                     {Words{"simulate", g, "-o", "out/r.csv", "-j", "1"} + kHour, {}, kLongWork}},
                    {" a brick:",
                     " . ",
                     " ; ",
                     "[ ",
                     " ]",
                     "( ",
                     " )",
                     "brick:feeds ",
                     "brick:hasPart ",
                     "brick:hasPoint ",
                     "brick:area ",
                     "owl:inverseOf ",
                     "rdfs:subClassOf ",
                     "owl:imports ",
                     "s4bldg:",
                     "saref:",
                     "s223:",
                     "\"[[[\"^^rdf:JSON",
                     "\"1\"^^xsd:double",
                     "_:x",
                     "<../../x>",
                     "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n",
                     "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"}});
}

Target query_file() {
  const std::string q = "query.rq";
  return target_of({"query",
                    q,
                    {{{"query", "floor.ttl", "--file", q}},
                     {{"query", "floor.ttl", "--file", q, "--json"}},
                     {{"query", "floor.ttl", "--file", q, "--csv"}},
                     {{"query", "floor.ttl", "--file", q, "--no-inference"}}},
                    {"SELECT ", "?a", " WHERE { ", "}", "OPTIONAL { ", "MINUS { ", "ORDER BY ",
                     "LIMIT ", "brick:feeds", "rdfs:label", "^", "/", "|", "+", "*", "(", ")"}});
}

Target mapping_file() {
  const std::string m = "mapping.json";
  return target_of({"mapping",
                    m,
                    {{{"check", m, "--json"}},
                     {{"translate", "campus.ttl", "-o", "out/m.hearth.json", "--mapping", m}},
                     {{"translate", "small.ttl", "-o", "out/m.hearth.json", "--mapping", m,
                       "--import-report", "out/i.json"}},
                     {{"query", "campus.ttl", "?a ?b ?c", "--mapping", m}}},
                    json_tokens(mapping_schema(standard_components()))});
}

Target side_file() {
  return target_of(
      {"side_file",
       "side.json",
       {{{"translate", "floor.ttl", "-o", "out/m.hearth.json", "--params", "side.json"}},
        {{"translate", "small.ttl", "-o", "out/m.hearth.json", "--params", "side.json", "--json"}}},
       {"{", "}", "\"merge\": ", "\"units\": ", "\"us\"", "\"fill\"", "\"overwrite\"",
        "\"brick.zone\": ", "\"floor:North\": ", "\"floorArea\": ", "1e999"}});
}

Target calibration() {
  const std::string c = "calibration.json";
  const std::set<int> not_converged = {6};
  return target_of(
      {"calibration",
       c,
       {{{"check", c}},
        {{"check", c, "--json"}},
        {{"calibrate", c, "-o", "out/c.json", "--apply", "out/m.hearth.json", "-j", "1"},
         not_converged,
         kLongWork},
        {{"sensitivity", c, "-o", "out/s.json", "--trajectories", "2", "-j", "1"}, {}, kLongWork},
        {{"sample", c, "-o", "out/p.json", "--chains", "2", "--warmup", "5", "--draws", "5", "-j",
          "1"},
         not_converged,
         kLongWork}},
       json_tokens(calibration_schema())});
}

/// Of the result of the day, which depends on the machine, nothing is compared.
Target control() {
  const std::string c = "control.json";
  const std::set<int> not_solved = {1, 5, 6};
  return target_of({"control",
                    c,
                    {{{"check", c}},
                     {{"check", c, "--json"}},
                     {{"optimize", c, "-o", "out/c.json", "--apply", "out/m.hearth.json"},
                      not_solved,
                      kLongWork}},
                    json_tokens(control_problem_schema())});
}

Target scenarios() {
  const std::string s = "scenarios.json";
  return target_of({"scenarios",
                    s,
                    {{{"check", s}},
                     {{"check", s, "--json"}},
                     {{"scenarios", s, "--list"}},
                     {{"scenarios", s, "-o", "out/s", "-j", "1", "-q"}, {}, kLongWork}},
                    json_tokens(scenario_schema())});
}

Target data() {
  const std::string d = "weather.csv";
  return target_of(
      {"data",
       d,
       {{{"check", d}},
        {{"check", d, "--json"}},
        {{"check", d, "--time", "date,time", "--decimal", "comma", "--missing", "bad"}},
        {{"check", d, "--time-format", "DD.MM.YYYY HH:mm"}},
        {Words{"simulate", "model.hearth.json", "-o", "out/r.csv", "-j", "1"} + kHour,
         {},
         kLongWork}},
       {",", ";", "\t", "\r\n", "#", "NaN", "time,", "+01:00", "Z", "\xef\xbb\xbf"}});
}

/// A file that does not look like weather cannot become CSV.
const std::set<int> kNoWeather = {2};

Target weather() {
  const std::string w = "w.dat";
  Target target = target_of(
      {"weather",
       w,
       {{{"check", w}},
        {{"convert", w, "-o", "out/w.csv"}, kNoWeather},
        {{"convert", w, "-o", "out/w.csv", "--design-day", "cooling"}, kNoWeather},
        {{"simulate", "weather.hearth.json", "-o", "out/r.csv", "-j", "1"}, {}, kLongWork},
        {{"check", "model.hearth.json", "--weather", w}}},
       {",", "\n", "LOCATION,", "DATA PERIODS,", "99999999", "-1e308"}});
  target.language.seeds.push_back(test::epw_text());  // would be a long file
  return target;
}

Target gzip() {
  return target_of(
      {"gzip",
       "weather.csv.gz",
       {{{"check", "weather.csv.gz"}}, {{"kpi", "weather.csv.gz", "--settings", "kpi.json"}}},
       {"\n!byte 10 0\n", "\n!byte 3 31\n", "\n!byte 60 255\n", "\n!cut 40\n"}});
}

Target sqlite() {
  const std::string d = "data.sqlite";
  return target_of(
      {"sqlite",
       d,
       {{{"check", d}},
        {{"check", d, "--json"}},
        {{"check", "sqlite.hearth.json", d}},
        {{"simulate", "sqlite.hearth.json", "-o", "out/r.csv", "-j", "1"}, {}, kLongWork}},
       kSqlTokens});
}

/// Returns a state that this build saved: what a state contains depends on the version.
std::string saved_state() {
  const std::string file = "out/state.json";
  std::ostringstream out, err;
  const int code = apps::run_command(
      {"hearth", "simulate", "model.hearth.json", "--start", "2024-01-08T00:00:00+01:00", "--end",
       "2024-01-08T03:00:00+01:00", "--step", "600", "--save-state", file},
      {out, err, false});
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  if (code != 0 || text.view().empty()) throw std::runtime_error("no state saved: " + err.str());
  return std::move(text).str();
}

Target state() {
  Target target = target_of({"state",
                             "state.json",
                             {{{"simulate", "model.hearth.json", "--load-state", "state.json", "-o",
                                "out/r.csv", "--end", "2024-01-08T04:00:00+01:00", "-j", "1"},
                               {},
                               kLongWork}},
                             {"{", "}", "[", "]", "1e308", "-1e308", "null"}});
  target.language.seeds.push_back(saved_state());
  return target;
}

/// Without a record that names the model, the command line lacks an option.
const std::set<int> kNoRecord = {2};

Calls calls_of_results(const std::string& r) {
  return {{{"kpi", r, "--settings", "kpi.json", "--json"}},
          {{"kpi", r, "--settings", "kpi.json", "--monthly", "-o", "out/k.csv"}},
          {{"kpi", r}, kNoRecord},
          {{"report", r, "-o", "out/r.html"}},
          {{"report", r, "-o", "out/r.html", "--model", "model.hearth.json"}}};
}

Target results_csv() {
  return target_of(
      {"results_csv",
       "results.csv",
       calls_of_results("results.csv"),
       {",", "NaN", "inf", "1e308", " [W]", " [degC]", ":mean", "# incomplete: failed\n"}});
}

Target results_sqlite() {
  return target_of(
      {"results_sqlite", "results.sqlite", calls_of_results("results.sqlite"), kSqlTokens});
}

Target run_record() {
  return target_of({"run_record",
                    "results.run.json",
                    {{{"report", "results.csv", "-o", "out/r.html"}},
                     {{"kpi", "results.csv"}, kNoRecord},
                     {{"kpi", "results.csv", "--json"}, kNoRecord}},
                    {"{", "}", "[", "]", "null", "\"inputs\": ", "\"/dev/zero\"", "\"status\": "}});
}

Target calibration_result() {
  return target_of({"calibration_result",
                    "result.json",
                    {{{"report", "result.json", "-o", "out/r.html"}},
                     {{"report", "results.csv", "result.json", "-o", "out/r.html"}}},
                    json_tokens(calibration_result_schema())});
}

Target compared_result() {
  return target_of({"compared_result",
                    "compared.json",
                    {{{"compare", "compared.json", "result.json"}},
                     {{"compare", "result.json", "compared.json", "--json"}}},
                    json_tokens(calibration_result_schema())});
}

Target estimation_result() {
  Tokens tokens = json_tokens(sample_result_schema());
  for (const std::string& schema : {sensitivity_result_schema(), control_result_schema()}) {
    const Tokens more = json_tokens(schema);
    tokens.insert(tokens.end(), more.begin(), more.end());
  }
  return target_of({"estimation_result",
                    "result.json",
                    {{{"report", "result.json", "-o", "out/r.html"}}},
                    std::move(tokens)});
}

Target import_report() {
  return target_of(
      {"import_report",
       "import.json",
       {{{"report", "import.json", "-o", "out/r.html"}},
        {{"report", "results.csv", "--import-report", "import.json", "-o", "out/r.html"}}},
       {"{", "}", "[", "]", "null", "1e999", "\"severity\": ", "\"error\""}});
}

Target kpi_settings() {
  return target_of(
      {"kpi_settings",
       "kpi.json",
       {{{"kpi", "results.csv", "--settings", "kpi.json", "--json"}},
        {{"kpi", "results.csv", "--settings", "kpi.json", "--monthly", "-o", "out/k.csv"}},
        {{"check", "kpi.json"}}},
       json_tokens(kpi_file_schema())});
}

Target report_config() {
  return target_of({"report_config",
                    "config.json",
                    {{{"report", "results.csv", "--config", "config.json", "-o", "out/r.html"}},
                     {{"report", "results.csv", "--baseline", "results.csv", "--config",
                       "config.json", "--model", "model.hearth.json", "-o", "out/r.html"}},
                     {{"check", "config.json"}}},
                    json_tokens(apps::report_config_schema())});
}

Tokens folder_tokens() {
  Tokens tokens = kSqlTokens;
  for (const char* name : {"results.csv", "results.sqlite", "run.json", "runs.part.sqlite",
                           "shard-0-of-2.part.sqlite", "run-0-of-2.json", "x.csv"}) {
    tokens.push_back("\n=== " + std::string(name) + "\n");
  }
  return tokens;
}

/// Stores know the set they belong to by a fingerprint, which changes with the version.
std::string with_fingerprint(const Bench& bench, std::string text) {
  static const std::string fingerprint = [&bench] {
    bench.clear_outputs();
    bench.run({{"scenarios", "scenarios.json", "-o", "out/s", "-j", "1"}}, {});
    SqliteDatabase store("out/s/results.sqlite", SqliteDatabase::Access::Read);
    SqliteStatement query = store.prepare("SELECT value FROM meta WHERE name = 'fingerprint'");
    return query.next() ? std::string(query.text(0)) : std::string();
  }();
  const std::string mark = "FINGERPRINT";
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos;) {
    text.replace(at, mark.size(), fingerprint);
  }
  return text;
}

Target scenario_folder() {
  return target_of({"scenario_folder",
                    "set/",
                    {{{"report", "set", "-o", "out/r.html"}},
                     {{"check", "set/results.sqlite"}},
                     {{"kpi", "set/results.csv"}, kNoRecord}},
                    folder_tokens()});
}

Target resume() {
  return target_of(
      {"resume",
       "set/",
       {{{"scenarios", "scenarios.json", "-o", "set", "-j", "1"}, {}, kLongWork},
        {{"scenarios", "scenarios.json", "-o", "set", "-j", "1", "--retry-failed", "-q"},
         {},
         kLongWork}},
       folder_tokens(),
       with_fingerprint});
}

Target shards() {
  return target_of({"shards",
                    "parts/",
                    {{{"merge", "parts", "-o", "out/m"}},
                     {{"merge", "parts", "-o", "out/m", "--partial"}},
                     {{"merge", "parts", "-o", "out/m", "-q"}}},
                    folder_tokens()});
}

Target sheets() {
  Tokens tokens{";", ",", "yes", "\xef\xbb\xbf", "id", "hasProperty", "[m3/s]", "#"};
  for (const char* name : {"Damper.csv", "office-Fan.csv", "Schedule.csv", "x.xlsx", "Coil.csv"}) {
    tokens.push_back("\n=== " + std::string(name) + "\n");
  }
  return target_of({"sheets",
                    "sheets/",
                    {{{"convert", "sheets", "-o", "out/g.ttl"}},
                     {{"convert", "sheets", "-o", "out/g.ttl", "--namespace", "urn:x:"}}},
                    tokens});
}

#ifdef HEARTH_WITH_FMI
Target fmu() {
  return target_of({"fmu_archive",
                    "model.fmu",
                    {{{"check", "fmu.hearth.json"}, {5}}, {{"info", "fmu.hearth.json"}, {5}}},
                    {"\n!byte 4 255\n", "\n!byte 30 0\n", "\n!cut 100\n", "<", ">", "/>"}});
}
#endif

constexpr TargetKind kTargets[] = {
    {"model", model},
    {"networks", networks},
    {"graph", graph, 0.1},
    {"query_file", query_file, 0.1},
    {"mapping_file", mapping_file, 0.1},
    {"side_file", side_file, 0.1},
    {"calibration", calibration, 0.1},
    {"control", control, 0.1},
    {"scenarios", scenarios},
    {"data", data},
    {"weather", weather},
    {"gzip", gzip},
    {"sqlite", sqlite},
    {"state", state},
    {"results_csv", results_csv},
    {"results_sqlite", results_sqlite},
    {"run_record", run_record},
    {"calibration_result", calibration_result},
    {"compared_result", compared_result},
    {"estimation_result", estimation_result},
    {"import_report", import_report},
    {"kpi_settings", kpi_settings},
    {"report_config", report_config},
    {"scenario_folder", scenario_folder},
    {"resume", resume},
    {"shards", shards},
    {"sheets", sheets},
#ifdef HEARTH_WITH_FMI
    {"fmu", fmu},
#endif
};

}  // namespace

std::span<const TargetKind> command_targets() { return kTargets; }

}  // namespace hearth::fuzz
