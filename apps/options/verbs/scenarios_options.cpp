// SPDX-License-Identifier: MIT
#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/options/common_options.hpp"
#include "hearth/apps/options/verb_table.hpp"

namespace hearth::apps {
namespace {

/// The texts of the options of `scenarios`.
struct ScenariosTexts {
  ModelTexts model;
  EngineTexts engine;
  std::string base, output, start, end, step, threads, shard, report;
  std::string progress = "auto";
  bool retry_failed = false;
  bool list = false;

  void add_to(VerbLine& line) {
    line.text("SET", model.file, "Scenario set", "", true).files_ending({".json"});
    line.text("--base", base, "Model in place of the one the set names", "MODEL")
        .files_ending(model_endings());
    model.add_common(line);
    model.add_cycle_removal(line);
    line.text("-o,--output", output, "Folder of the results; runs that are there are kept", "DIR");
    line.text("--start", start, "First instant of all runs, ISO 8601", "TIME");
    line.text("--end", end, "Last instant of all runs, ISO 8601", "TIME");
    line.text("--step", step, "Seconds or ISO 8601 duration, of all runs", "STEP");
    engine.add_to(line, "the set's", "the set's");
    add_threads(line, threads);
    line.text("--shard", shard, "Only every n-th run from the i-th on, from 0; see 'hearth merge'",
              "I/N");
    line.flag("--retry-failed", retry_failed, "Do runs again that failed before");
    line.flag("--list", list, "Print the runs and do nothing");
    line.text("--report", report, "Write a report page", "FILE");
    add_progress(line, progress);
  }

  ScenariosOptions read() const {
    ScenariosOptions options;
    options.model = model.read();
    options.base = optional_path(base);
    options.engine = engine.read_engine();
    options.coupling = engine.read_coupling();
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
    options.progress = progress_of(progress);
    read_output_folder(options);
    return options;
  }

 private:
  void read_output_folder(ScenariosOptions& options) const {
    if (!report.empty() && options.shard && options.shard->count > 1) {
      throw UsageError("usage.option", {.pointer = "--report"},
                       "not of a shard: 'hearth merge', then 'hearth report' shows the whole set");
    }
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

}  // namespace

Parsed parse_scenarios(const Arguments& arguments) {
  ScenariosTexts texts;
  VerbLine line("scenarios",
                "Runs a set of scenarios in parallel and puts their KPIs into one table; goes on "
                "where an earlier call was stopped.",
                "hearth scenarios set.json -o out -j 4\n"
                "  hearth scenarios set.json -o out --shard 0/2");
  texts.add_to(line);
  if (auto other = line.parse(arguments)) return *other;
  return Invocation{texts.read(), line.verbosity()};
}

}  // namespace hearth::apps
