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

/// What one result of estimation or control adds to a report.
struct ResultParts {
  std::vector<ReportFact> facts{};
  std::vector<ReportTable> tables{};
  std::vector<ReportTable> searches{};  ///< of optimal control, shown last
  std::vector<ReportFigures> figures{};
  ReportSeries series{};  ///< with plots of the result's part of the page
};

/// Returns the residuals of a calibration and, of a Kalman filter, its innovations: figures and
/// plots. Parts that the result does not have are left out; `name` is added to titles where it is
/// not "".
ResultParts residual_parts(const Json& result, const std::string& name);

/// Returns the estimates of a calibration within their bounds, their correlation and, if the result
/// has them, profiles of the objective.
std::vector<ReportFigures> estimate_figures(const Json& result, const std::string& name);

/// All draws of the chains of `hearth sample`.
struct ChainDraws {
  std::vector<std::string> names{};                       ///< of parameters
  std::vector<std::vector<std::vector<double>>> draws{};  ///< by parameter, chain and draw
};

/// Reads the file of `--chains-csv`; throws what reading a CSV file throws.
ChainDraws read_chains(const std::filesystem::path& path);

/// Returns the result of `hearth sample`; without draws there are no traces and no densities.
ResultParts posterior_parts(const Json& result, const std::optional<ChainDraws>& draws,
                            const std::string& name);

/// Returns the result of `hearth sensitivity`.
ResultParts sensitivity_parts(const Json& result, const std::string& name);

/// Returns the result of `hearth optimize`.
ResultParts control_parts(const Json& result, const std::string& name);

/// Adds signals and plots to those of a page.
void add_series(ReportSeries from, ReportSeries& to);

/// Returns the numbers of a list; NaN for null.
std::vector<double> numbers_of(const Json& list);

/// Returns the two numbers of a list, if it has them.
std::optional<ReportRange> range_of(const Json& list);

/// Returns the estimate of an entry of `parameters`, whose value and start have those keys, with
/// its interval and bounds; nothing if it has no value.
std::optional<ReportEstimate> estimate_of(const std::string& name, const Json& parameter,
                                          const char* value, const char* initial);

/// Returns a matrix with names, unless it is empty.
std::optional<ReportFigure> correlation_figure(const std::vector<std::string>& names,
                                               const Json& matrix);

/// Returns numbers as plots hold them.
std::vector<float> floats(const std::vector<double>& values);

/// Returns rows of time that begin at a stamp, in the given zone or that of the stamp; nothing if
/// the stamp or the step cannot be read.
std::optional<ReportTimes> times_from(const std::string& start, std::optional<double> step,
                                      std::size_t rows, const std::string& zone = "");

/// Leaves out the rows before the first measured value, which are not compared, if there is one.
void leave_out_warmup(ReportSignal& signal, ReportTimes& times);

/// Adds a signal to a series; returns its position.
int add_signal(ReportSignal signal, ReportSeries& series);

}  // namespace hearth::apps
