// SPDX-License-Identifier: MIT
#include "hearth/apps/report/inputs/run_series.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>

#include "hearth/apps/report/content/agreement_rows.hpp"
#include "hearth/data/results/results_csv.hpp"
#include "hearth/data/sources/measurement.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/calibration/agreement.hpp"

namespace hearth::apps {
namespace {

constexpr std::string_view kIncomplete = "# incomplete: ";

/// What the head of a results file says beside its columns.
struct Head {
  std::string incomplete;
  std::string zone = "+00:00";  ///< offset of the first stamp
};

Head head_of(const std::filesystem::path& path) {
  Head head;
  std::ifstream stream(path, std::ios::binary);
  std::string line;
  bool header = false;
  while (std::getline(stream, line)) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.starts_with(kIncomplete)) head.incomplete = line.substr(kIncomplete.size());
    if (line.empty() || line.front() == '#') continue;
    if (!header) {
      header = true;
      continue;
    }
    const auto stamp = parse_time(line.substr(0, line.find(',')));
    if (stamp && stamp->offset) head.zone = format_offset(*stamp->offset);
    break;
  }
  return head;
}

/// Whether most compared rows follow each other within an hour.
bool hourly(const std::vector<double>& measured, Duration step) {
  long near = 0, far = 0, last = -1;
  for (long k = 0; k < static_cast<long>(measured.size()); ++k) {
    if (std::isnan(measured[k])) continue;
    if (last >= 0) ++((k - last) * step <= std::chrono::hours(1) ? near : far);
    last = k;
  }
  return near > far;
}

Agreement agreement_of_column(const Results& results, std::size_t column,
                              const std::vector<double>& measured) {
  ErrorSums sums;
  for (std::size_t k = 0; k < measured.size(); ++k) {
    if (std::isnan(measured[k])) continue;
    sums.add(measured[k], results.row(static_cast<long>(k))[column]);
  }
  Agreement agreement = agreement_of(sums, results.signals[column].unit);
  agreement.missing = static_cast<long>(measured.size()) - sums.n;
  agreement.hourly = hourly(measured, results.step);
  return agreement;
}

}  // namespace

RunSeries read_run(const ResultFile& result) {
  RunSeries run;
  run.results = read_results_csv(result.path);
  const Head head = head_of(result.path);
  run.zone = head.zone;
  run.incomplete = head.incomplete;
  return run;
}

void add_measurements(const ReportedModel& model, RunSeries& run, Diagnostics& diagnostics) {
  if (!model.timezone.empty()) run.zone = model.timezone;
  DataFiles files(model.data);
  std::vector<Instant> rows;
  for (long k = 0; k < run.results.rows(); ++k) rows.push_back(run.results.time(k));
  if (rows.empty()) return;
  for (const Signal& signal : run.results.signals) {
    const auto& measurements = model.viewed.plan.model.measurements;
    const auto found = measurements.find(signal.name);
    if (found == measurements.end()) continue;
    const Where where = found->second.where.at(signal.name.substr(0, signal.name.rfind('.')),
                                               signal.name.substr(signal.name.rfind('.') + 1));
    Measured measured = read_measurement(files,
                                         {.column = found->second.column,
                                          .rows = rows,
                                          .target_unit = signal.unit,
                                          .timezone = run.zone,
                                          .where = where},
                                         diagnostics);
    if (measured.file.empty() || measured.values.size() != rows.size()) continue;
    run.measured[signal.name] = std::move(measured.values);
  }
}

ReportTable agreement_table(const RunSeries& run) {
  AgreementRows rows("Simulated against measured" + (run.run.empty() ? "" : ": " + run.run));
  for (std::size_t i = 0; i < run.results.signals.size(); ++i) {
    const Signal& signal = run.results.signals[i];
    const auto measured = run.measured.find(signal.name);
    if (measured == run.measured.end()) continue;
    rows.add(signal.name, agreement_of_column(run.results, i, measured->second));
  }
  return rows.table();
}

}  // namespace hearth::apps
