// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hearth/apps/report/content/json_members.hpp"
#include "hearth/apps/report/content/path_text.hpp"
#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/inputs/calibrated_values.hpp"
#include "hearth/apps/report/inputs/report_model.hpp"
#include "hearth/apps/report/inputs/result_file.hpp"
#include "hearth/apps/report/inputs/run_series.hpp"
#include "hearth/data/results/run_record.hpp"
#include "hearth/data/sources/audit.hpp"

namespace hearth::apps {

/// Returns the facts about the structure of a model.
std::vector<ReportFact> model_facts(const ReportedModel& model);

/// Returns the periods of runs.
std::vector<ReportFact> period_facts(const std::vector<RunSeries>& runs);

/// Returns the steps, the status and the duration of runs.
std::vector<ReportFact> run_facts(const std::vector<ResultFile>& results,
                                  const std::vector<RunSeries>& runs);

/// Returns the errors of the first signals in tables of agreement.
std::vector<ReportFact> error_facts(const std::vector<ReportTable>& agreement);

/// Returns the tables of a calibration's result: parameters, starts, identifiability. Parts that
/// the result does not have are left out; `name` is added to titles unless it is "".
std::vector<ReportTable> calibration_tables(const Json& result, const std::string& name);

/// Returns agreement in the calibration and in the validation periods.
std::vector<ReportTable> calibration_agreement(const Json& result, const std::string& name);

/// Returns the periods of a calibration: measured and simulated signals and their residuals. Throws
/// if a period is longer than times can express; `file` is the file of the result.
std::vector<RunSeries> calibration_runs(const Json& result, const std::string& name,
                                        const std::string& file);

/// Returns status, objective and effort.
std::vector<ReportFact> calibration_facts(const Json& result);

/// A data file of a run: the path in the run's record, and the present path.
struct DataSource {
  std::string name;
  std::filesystem::path path;
  AuditOptions options{};  ///< options with which the run read the file
};

/// Returns whether a file of that name contains data rather than a model or a graph.
bool is_data_file(const std::string& name);

/// Returns what `hearth check` finds in data files: a table of the files, one of their columns and
/// one of conspicuous values. A file that cannot be read is a warning.
std::vector<ReportTable> data_tables(const std::vector<DataSource>& sources, const PathText& paths,
                                     Diagnostics& diagnostics);

/// Describes how the series of a run were read.
ReportTable series_table(const std::vector<SeriesReport>& series, const PathText& paths,
                         const std::string& title);

/// Returns the component graph of a model with the content of each component's panel. Values of
/// calibrated parameters have their uncertainty.
ReportGraph collect_graph(const ViewedPlan& viewed,
                          const std::map<std::string, CalibratedValue>& calibrated);

/// Returns a table of the balances in the records of runs; no table if there are none.
std::vector<ReportTable> balance_tables(const std::vector<ResultFile>& results);

/// Returns the origin of results: commands, versions, input files, and whether these still have the
/// content that the run read. A changed file is a warning.
std::vector<ReportTable> provenance_tables(const std::vector<ResultFile>& results,
                                           const PathText& paths, Diagnostics& diagnostics);

/// Returns each message once, errors first.
std::vector<ReportNote> report_notes(const Diagnostics& diagnostics, const PathText& paths);

/// Returns the findings of an import report of `hearth translate`.
std::vector<ReportNote> import_notes(const Json& report, const PathText& paths);
/// Returns a drawing of the graph of an import report and a table with the fate of each node;
/// nothing if the report has no nodes.
std::optional<ReportBuilding> import_building(const Json& report, const PathText& paths);
/// Returns the share of a graph that the model represents.
std::vector<ReportFact> import_facts(const Json& report);

/// The content of a folder that `hearth scenarios` wrote.
struct ScenarioResults {
  ReportTable runs;    ///< the results table
  ReportTable months;  ///< monthly values; without cells if the set has none
  std::vector<std::pair<std::string, std::string>> failed{};  ///< id and reason
  long count = 0;                                             ///< number of runs
};

/// Reads the tables of a set; throws the errors of reading a CSV file.
ScenarioResults read_scenario_results(const std::filesystem::path& folder, const std::string& name);

/// Returns the time series that the first runs of a set recorded. A series without a constant step
/// is left out with a warning.
std::vector<RunSeries> scenario_series(const std::filesystem::path& folder,
                                       Diagnostics& diagnostics);

/// The largest number of values on a page. With four bytes each, as base64, they stay below 5 MB.
inline constexpr long kMostValues = 850'000;

/// Returns the signals of runs in plots by quantity, measured signals first, with at most about
/// eight lines in a plot. If there are more than `most` values, only the smallest and the largest
/// value of each stretch of rows remain, with the measured values of those rows, and the note
/// reports this.
ReportSeries collect_series(const std::vector<RunSeries>& runs, long most = kMostValues);

}  // namespace hearth::apps
