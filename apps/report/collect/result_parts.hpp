// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hearth/apps/report/content/json_members.hpp"
#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/content/table_parts.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {

/// The parts that one result of estimation or control adds to a report.
struct ResultParts {
  std::vector<ReportFact> facts{};
  std::vector<ReportTable> tables{};
  std::vector<ReportTable> searches{};  ///< searches of optimal control, shown last
  std::vector<ReportFigures> figures{};
  ReportSeries series{};  ///< signals, with the plots of this result
};

/// Returns figures and plots of the residuals of a calibration and, if it used a Kalman filter, of
/// the innovations. Parts that the result does not have are left out; `name` is added to titles
/// unless it is "".
ResultParts residual_parts(const Json& result, const std::string& name);

/// Returns the estimates of a calibration within their bounds, their correlation and, if the result
/// has them, profiles of the objective.
std::vector<ReportFigures> estimate_figures(const Json& result, const std::string& name);

/// All draws of the chains of `hearth sample`.
struct ChainDraws {
  std::vector<std::string> names{};                       ///< names of parameters
  std::vector<std::vector<std::vector<double>>> draws{};  ///< by parameter, chain and draw
};

/// Reads the file of `--chains-csv`; throws the errors of reading a CSV file.
ChainDraws read_chains(const std::filesystem::path& path);

/// Returns the parts of a result of `hearth sample`; traces and densities need `draws`.
ResultParts posterior_parts(const Json& result, const std::optional<ChainDraws>& draws,
                            const std::string& name);

/// Returns the parts of a result of `hearth sensitivity`.
ResultParts sensitivity_parts(const Json& result, const std::string& name);

/// Returns the parts of a result of `hearth optimize`.
ResultParts control_parts(const Json& result, const std::string& name);

/// Adds signals and plots to those of a page.
void add_series(ReportSeries from, ReportSeries& to);

/// Returns the numbers of a list; NaN for null.
std::vector<double> numbers_of(const Json& list);

/// Returns the two numbers of a list; nothing if the list does not consist of two numbers.
std::optional<ReportRange> range_of(const Json& list);

/// Returns the estimate of an entry of `parameters` with its interval and bounds. The keys name the
/// members for its value and its start. Returns nothing if the estimate has no value.
std::optional<ReportEstimate> estimate_of(const std::string& name, const Json& parameter,
                                          const char* value, const char* initial);

/// Returns a correlation matrix with names; nothing if the matrix is empty.
std::optional<ReportFigure> correlation_figure(const std::vector<std::string>& names,
                                               const Json& matrix);

/// Returns numbers in the precision of plots.
std::vector<float> floats(const std::vector<double>& values);

/// Returns the times of rows that begin at a stamp, in the given zone or that of the stamp; nothing
/// if the stamp or the step cannot be read.
std::optional<ReportTimes> times_from(const std::string& start, std::optional<double> step,
                                      std::size_t rows, const std::string& zone = "");

/// Removes the rows before the first measured value, which are not compared. Without a measured
/// value, all rows remain.
void leave_out_warmup(ReportSignal& signal, ReportTimes& times);

/// Adds a signal to a series; returns its position.
int add_signal(ReportSignal signal, ReportSeries& series);

}  // namespace hearth::apps
