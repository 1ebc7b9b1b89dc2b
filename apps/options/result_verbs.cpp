// SPDX-License-Identifier: MIT
// The command lines of the verbs that evaluate results.
#include "hearth/apps/options/verbs.hpp"

namespace hearth::apps {
namespace {

constexpr Choices<PowerRule, 2> kPowerRules{
    {{"step", PowerRule::Step}, {"trapezoid", PowerRule::Trapezoid}}};

void add_read_from(VerbLine& line, std::vector<std::filesystem::path>& folders) {
  line.list("--read-from", folders, read_input_folder, "DIR",
            "Also permit reading of files in this folder that the record of the run names; files "
            "next to the results, and files unchanged since the run, are always permitted");
}

}  // namespace

void describe(VerbLine& line, KpiOptions& options) {
  line.about(
      "Compute key performance indicators of results: energy, cost, emissions, peaks and "
      "comfort.",
      {"hearth simulate model.hearth.json -o results.csv", "hearth kpi results.csv",
       "hearth kpi results.csv --settings kpi.json"});
  line.argument("RESULTS", options.results, read_path,
                "Results with a time column (*.csv, *.csv.gz), *.sqlite, *.db or *.nc")
      .required();
  line.option("--settings", options.settings, read_path, "FILE",
              "Read the KPI settings from this file: zones, powers, prices and comfort limits");
  line.option("--model", options.model.file, read_path, "MODEL",
              "Read values that the settings lack from this model (default without settings: the "
              "model in the record of the run)")
      .files(model_endings());
  add_data_options(line, options.model);
  add_weather(line, options.model.weather);
  line.list("--kpis", options.names, read_patterns, "NAME[,NAME]",
            "Compute these KPIs (default: the KPIs of BOPTEST, and all others for which the "
            "results suffice)");
  line.option(
      "--start", options.start, read_text, "TIME",
      "Set the start of the evaluation: ISO 8601, or seconds if the times of the results are "
      "seconds");
  line.option("--end", options.end, read_text, "TIME",
              "Set the end of the evaluation: ISO 8601, or seconds if the times of the results are "
              "seconds");
  line.option("--warmup", options.warmup, read_warmup, "DURATION",
              "Leave out this much time after the start");
  line.option("--origin", options.origin, read_time, "TIME",
              "Set the instant of second 0 if the times of the results are seconds, ISO 8601");
  line.choice(
      "--power", options.power, kPowerRules, "RULE",
      "Select the power between rows: {}; step keeps it constant, trapezoid interpolates "
      "linearly (default: step if the intervals between rows are equal, trapezoid otherwise)");
  line.flag("--json", options.json, true, "Print JSON on stdout");
  add_read_from(line, options.read_from);
  line.flag("--monthly", options.monthly, true, "Also print the values of each month");
  line.option("-o,--output", options.output, read_output, "FILE",
              "Write the table to this file, as CSV, instead of printing it");
}

void describe(VerbLine& line, CompareOptions& options) {
  line.about(
      "Compare two calibrations of nested models with the same data by a likelihood-ratio "
      "test,\nAIC and BIC.",
      {"hearth calibrate one_wall.json -o one.json", "hearth calibrate two_walls.json -o two.json",
       "hearth compare one.json two.json"});
  line.argument("RESULT", options.first, read_path, "Result of a calibration")
      .required()
      .files({".json"});
  line.argument("OTHER", options.second, read_path, "Result of another calibration")
      .required()
      .files({".json"});
  line.flag("--json", options.json, true, "Print JSON on stdout");
}

void describe(VerbLine& line, ReportOptions& options) {
  line.about(
      "Write one self-contained HTML page from results: energy, peaks, cost, comfort, scenarios,\n"
      "calibration, posterior, sensitivity, optimal control, time series, data quality and the\n"
      "model.",
      {"hearth report results.csv -o report.html",
       "hearth report retrofit.csv --baseline today.csv -o report.html",
       "hearth report results.csv result.json out -o report.html"});
  ReportRequest& request = options.request;
  line.list("FILE", request.results, read_path, "FILE",
            "Results of 'simulate', 'calibrate', 'sample', 'sensitivity', 'optimize' or "
            "'scenarios', or the import report of 'translate'")
      .required();
  line.option("-o,--output", request.output, read_output, "FILE",
              "Write the page to this file (HTML)")
      .required();
  line.option("--model", request.model, read_path, "MODEL",
              "Read this model if the record of the results does not name one")
      .files(model_endings());
  line.option("--data-dir", request.data_dir, read_input_folder, "DIR",
              "Look for data files first in this folder, by path and then by file name");
  add_weather(line, request.weather);
  add_read_from(line, request.read_from);
  line.option("--title", request.title, read_text, "TEXT",
              "Set the title of the page (default: name of the model)");
  line.option("--import-report", request.import_report, read_path, "FILE",
              "Read the import report of 'translate' from this file (JSON)");
  line.option("--baseline", request.baseline, read_path, "FILE",
              "Compare the other runs with the results in this file")
      .files({".csv"});
  line.option(
          "--config", request.config, read_path, "FILE",
          "Read the sections and signals to show, and KPI settings such as prices, from this file "
          "(JSON)")
      .files({".json"});
}

void describe(VerbLine& line, ServeOptions& options) {
  line.about(
      "Serve models over HTTP until interrupted: on a page at /, through the API at /api/v1, and "
      "as test cases for clients of BOPTEST. Without a token, only programs on this machine get "
      "answers.",
      {"hearth serve office.hearth.json --port 5000",
       "hearth serve office.hearth.json --store jobs",
       "hearth serve office.hearth.json house.hearth.json --settings kpi.json"});
  line.list("MODEL", options.models, read_path, "MODEL",
            "Models (*.hearth.json) or graphs (*.ttl) with a start time; a test case has the name "
            "of its file without the ending")
      .required()
      .files(model_endings());
  add_data_options(line, options.model);
  add_weather(line, options.model.weather);
  add_cycle_removal(line, options.model);
  line.option("--settings", options.settings, read_path, "FILE",
              "Read the settings of KPIs from this file: comfort limits, prices, emissions (JSON)")
      .files({".json"});
  line.list("--measure", options.measurements, read_patterns, "PATTERN,...",
            "Also let clients read these outputs 'id.port'; zones, powers, sensors and the weather "
            "are always readable");
  line.option(
      "--host", options.host, read_text, "HOST",
      "Listen on this address; every address except the loopback requires a token (default: "
      "127.0.0.1)");
  line.option("--port", options.port, read_port, "PORT",
              "Listen on this port; 0 selects a free port and prints it (default: 5000)");
  line.option("--token", options.token, read_text, "TOKEN",
              "Answer only requests with the header 'Authorization: Bearer TOKEN' (default: the "
              "environment variable HEARTH_TOKEN, which, unlike the option, other users of the "
              "machine cannot see)");
  line.option("--tests", options.tests, read_count, "N",
              "Run at most N tests at once (default: 64)");
  line.option("--connections", options.connections, read_count, "N",
              "Accept at most N connections at once (default: 128)");
  line.option("--idle", options.idle, read_step, "TIME",
              "End a test after this time without requests (default: PT1H)");
  line.option("--request-time", options.request_time, read_step, "TIME",
              "Limit the time of a request (default: PT2M)");
  line.option("--result-size", options.result_megabytes, read_count, "MB",
              "Limit the size of the file with the results of a test (default: 2000)");
  line.option("--store", options.store, read_folder, "DIR",
              "Keep jobs and uploaded models in this folder (default: a temporary folder, removed "
              "at the end)")
      .folders();
  line.flag("--client-fmus", options.client_fmus, true,
            "Let models and scenario sets of clients run FMUs, which can read and write any file");
  line.option("--jobs", options.jobs, read_count, "N", "Run at most N jobs at once (default: 2)");
  line.option("--job-time", options.job_time, read_step, "TIME",
              "Limit the time of a job (default: PT1H)");
  line.option("--job-memory", options.job_memory_megabytes, read_count, "MB",
              "Limit the memory of a job (default: 2000)");
  line.option("--job-size", options.job_megabytes, read_count, "MB",
              "Limit the size of each file of a job (default: 2000)");
}

}  // namespace hearth::apps
