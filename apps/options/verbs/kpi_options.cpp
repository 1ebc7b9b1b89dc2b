// SPDX-License-Identifier: MIT
#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/options/common_options.hpp"
#include "hearth/apps/options/verb_table.hpp"

namespace hearth::apps {
namespace {

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
    line.text("--model", model.file, "The model, for what the settings leave open", "MODEL")
        .files_ending(model_endings());
    model.add_common(line);
    line.texts("--kpis", names, "Names of KPIs (default: all there are)", "NAME[,NAME]");
    line.text("--start", start, "First instant: ISO 8601, or seconds as in the file", "TIME");
    line.text("--end", end, "Last instant", "TIME");
    line.text("--warmup", warmup, "Begin this much later", "DURATION");
    line.text("--origin", origin, "What second 0 of the file means, ISO 8601", "TIME");
    line.text("--power", power,
              "Powers hold over the step before a row (step), or run straight (trapezoid)", "RULE")
        .one_of(words_of(kPowerRules));
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

}  // namespace

Parsed parse_kpi(const Arguments& arguments) {
  KpiTexts texts;
  VerbLine line("kpi",
                "Computes key performance indicators of results: energy, cost, peaks, comfort.",
                "hearth kpi results.csv --model room.hearth.json --json");
  texts.add_to(line);
  if (auto other = line.parse(arguments)) return *other;
  return Invocation{texts.read(), line.verbosity()};
}

}  // namespace hearth::apps
