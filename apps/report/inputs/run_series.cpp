// SPDX-License-Identifier: MIT
#include "hearth/apps/report/inputs/run_series.hpp"

#include <fstream>

#include "hearth/apps/report/content/agreement_rows.hpp"
#include "hearth/data/results/results_csv.hpp"
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
  if (run.results.rows() == 0) return;
  run.measured =
      read_measured_rows(run.results, model.viewed.plan->model, run.zone, files, diagnostics);
}

ReportTable agreement_table(const RunSeries& run) {
  AgreementRows rows("Simulated against measured" + (run.run.empty() ? "" : ": " + run.run));
  for (std::size_t i = 0; i < run.results.signals.size(); ++i) {
    const Signal& signal = run.results.signals[i];
    const auto measured = run.measured.find(signal.name);
    if (measured == run.measured.end()) continue;
    rows.add(signal.name, agreement_of(run.results, i, measured->second));
  }
  return rows.table();
}

}  // namespace hearth::apps
