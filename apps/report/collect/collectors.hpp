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

/// Returns what a model consists of.
std::vector<ReportFact> model_facts(const ReportedModel& model);

/// Returns when runs take place.
std::vector<ReportFact> period_facts(const std::vector<RunSeries>& runs);

/// Returns the steps of runs, how they ended and how long they took.
std::vector<ReportFact> run_facts(const std::vector<ResultFile>& results,
                                  const std::vector<RunSeries>& runs);

/// Returns the errors of tables of agreement, the first few.
std::vector<ReportFact> error_facts(const std::vector<ReportTable>& agreement);

/// Returns the tables of a calibration's result: parameters, starts, identifiability. Parts that
/// the result does not have are left out; `name` is added to titles where it is not "".
std::vector<ReportTable> calibration_tables(const Json& result, const std::string& name);

/// Returns agreement in the calibration and in the validation periods.
std::vector<ReportTable> calibration_agreement(const Json& result, const std::string& name);

/// Returns the periods of a calibration: measured and simulated signals and their residuals.
std::vector<RunSeries> calibration_runs(const Json& result, const std::string& name);

/// Returns status, objective and effort.
std::vector<ReportFact> calibration_facts(const Json& result);

/// A data file of a run: as its record names it, and where it is now.
struct DataSource {
  std::string name;
  std::filesystem::path path;
  AuditOptions options{};  ///< how the run has read it
};

/// Returns whether a file of that name holds data, not a model or a graph.
bool is_data_file(const std::string& name);

/// Returns what `hearth check` finds in data files: a table of files, of their columns and of what
/// stands out in them. A file that cannot be read is a warning.
std::vector<ReportTable> data_tables(const std::vector<DataSource>& sources, const PathText& paths,
                                     Diagnostics& diagnostics);

/// Returns how the series of a run were read.
ReportTable series_table(const std::vector<SeriesReport>& series, const PathText& paths,
                         const std::string& title);

/// Returns the component graph of a model with what each component's panel shows; parameters that
/// a calibration estimated say how certain they are.
ReportGraph collect_graph(const ViewedPlan& viewed,
                          const std::map<std::string, CalibratedValue>& calibrated);

/// Returns a table of the balances that the records of runs hold, or none.
std::vector<ReportTable> balance_tables(const std::vector<ResultFile>& results);

/// Returns from what results were made: commands, versions, input files and whether these still
/// have the content they had. One that has changed is a warning.
std::vector<ReportTable> provenance_tables(const std::vector<ResultFile>& results,
                                           const PathText& paths, Diagnostics& diagnostics);

/// Returns messages, each once, errors first.
std::vector<ReportNote> report_notes(const Diagnostics& diagnostics, const PathText& paths);

/// Returns what an import report of `hearth translate` found.
std::vector<ReportNote> import_notes(const Json& report, const PathText& paths);
/// Returns the graph of an import report as a drawing, and a table of its nodes with what became of
/// them; nothing if the report has no nodes.
std::optional<ReportBuilding> import_building(const Json& report, const PathText& paths);
/// Returns how much of a graph was understood.
std::vector<ReportFact> import_facts(const Json& report);

/// What a folder of `hearth scenarios` holds.
struct ScenarioResults {
  ReportTable runs;    ///< the results table
  ReportTable months;  ///< without cells where there are none
  std::vector<std::pair<std::string, std::string>> failed{};  ///< id and reason
  long count = 0;                                             ///< of runs
};

/// Reads the tables of a set; throws what reading a CSV file throws.
ScenarioResults read_scenario_results(const std::filesystem::path& folder, const std::string& name);

/// Returns the time series that the first runs of a set have recorded; a series without a constant
/// step is a warning and left out.
std::vector<RunSeries> scenario_series(const std::filesystem::path& folder,
                                       Diagnostics& diagnostics);

/// How many values a page holds: at four bytes each, base64, they stay below 5 MB.
inline constexpr long kMostValues = 850'000;

/// Returns the signals of runs in plots by quantity, measured ones first; at most about eight lines
/// in a plot. Where there are more than `most` values, each stretch of rows keeps its smallest and
/// its largest value, with what was measured at those rows, and the note says so.
ReportSeries collect_series(const std::vector<RunSeries>& runs, long most = kMostValues);

}  // namespace hearth::apps
