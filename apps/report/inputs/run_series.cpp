// SPDX-License-Identifier: MIT
#include "hearth/apps/report/inputs/run_series.hpp"

#include <utility>

#include "hearth/apps/report/content/agreement_rows.hpp"
#include "hearth/data/results/read_results.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/calibration/agreement.hpp"

namespace hearth::apps {
namespace {

/// Returns the offset of the first time stamp.
std::string zone_of(const CsvTable& table) {
  if (table.rows() == 0) return "+00:00";
  const auto stamp = parse_time(table.cell(0, 0));
  return stamp && stamp->offset ? format_offset(*stamp->offset) : "+00:00";
}

std::vector<Duration> means_of(const RunSeries& run, const std::string& port) {
  const auto found = run.means.find(port);
  return found == run.means.end() ? std::vector<Duration>() : found->second;
}

}  // namespace

RunSeries read_run(const ResultFile& result) {
  RunSeries run;
  const ResultsTable read = read_results_table(result.path);
  run.results = results_of(read.table);
  run.zone = zone_of(read.table);
  run.incomplete = read.incomplete;
  return run;
}

void add_measurements(const ReportedModel& model, RunSeries& run, Diagnostics& diagnostics) {
  if (!model.timezone.empty()) run.zone = model.timezone;
  DataFiles files(model.data);
  if (run.results.rows() == 0) return;
  Diagnostics found;
  run.measured =
      read_measured_rows(run.results, model.viewed.plan->model, run.zone, files, found, &run.means);
  for (Diagnostic item : found.items()) {
    if (item.code == "file.outside") item.severity = Severity::Warning;  // the page lacks it
    diagnostics.add(std::move(item));
  }
}

ReportTable agreement_table(const RunSeries& run) {
  AgreementRows rows("Simulated against measured" + (run.run.empty() ? "" : ": " + run.run));
  for (std::size_t i = 0; i < run.results.signals.size(); ++i) {
    const Signal& signal = run.results.signals[i];
    const auto measured = run.measured.find(signal.name);
    if (measured == run.measured.end() || signal.statistic != Statistic::End) continue;
    rows.add(signal.name,
             agreement_of(run.results, i, measured->second, means_of(run, signal.name)));
  }
  return rows.table();
}

}  // namespace hearth::apps
