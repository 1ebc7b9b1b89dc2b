// SPDX-License-Identifier: MIT
#include "hearth/apps/views/judgement_table.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "hearth/apps/views/name_width.hpp"
#include "hearth/data/sources/measurement.hpp"
#include "hearth/data/text/time_text.hpp"

namespace hearth::apps {
namespace {

std::string end_text(const estimation::ProfileEnd& end) {
  using Kind = estimation::ProfileEnd::Kind;
  if (end.kind == Kind::Open) return "open";
  return fmt::format("{:.6g}{}", end.value, end.kind == Kind::AtBound ? " (bound)" : "");
}

std::string linearised_text(const CalibrationResult& result, std::size_t parameter) {
  if (parameter >= result.uncertainty.parameters.size()) return "-";
  const auto& interval = result.uncertainty.parameters[parameter].ci95;
  return interval ? fmt::format("{:.6g} .. {:.6g}", interval->low, interval->high) : "-";
}

/// Returns the reasons why intervals are open, one line each.
std::string open_text(const std::string& name, const char* side,
                      const estimation::ProfileEnd& end) {
  if (end.message.empty()) return "";
  return fmt::format("  {}, {} end: {}\n", name, side, end.message);
}

std::string profiles_text(const CalibrationResult& result) {
  if (result.profiles.empty()) return "";
  const std::string_view title = "profile";
  std::size_t width = title.size();
  for (const ParameterProfile& own : result.profiles) {
    width = width_with(width, result.parameters[own.parameter].parameter.name);
  }
  std::string text = fmt::format("{:<{}}  {:>12}  {:>20}  {:>20}  {:>28}\n", title, width, "best",
                                 "lower", "upper", "linearised interval");
  std::string remarks;
  for (const ParameterProfile& own : result.profiles) {
    const CalibrationParameter& parameter = result.parameters[own.parameter];
    const std::string& name = parameter.parameter.name;
    text += fmt::format("{:<{}}  {:>12.6g}  {:>20}  {:>20}  {:>28}  {}\n", name, width,
                        result.summary.parameters[own.parameter], end_text(own.lower),
                        end_text(own.upper), linearised_text(result, own.parameter),
                        parameter.unit ? parameter.unit->symbol : "");
    remarks += open_text(name, "lower", own.lower) + open_text(name, "upper", own.upper);
  }
  if (!result.profiles.front().at_minimum) {
    remarks +=
        "  The calibration is not at its minimum: the ends of these profiles are not confidence "
        "limits.\n";
  }
  return text + remarks;
}

std::string percent_text(const std::optional<double>& share) {
  return share ? fmt::format("{:.2f} %", 100.0 * *share) : "-";
}

/// Returns a line for each measurement in a fold, or in all of them.
std::string agreement_lines(const std::string& first, const std::map<std::string, Agreement>& own,
                            std::size_t width) {
  std::string text;
  for (const auto& [port, row] : own) {
    if (row.n == 0) continue;
    text += fmt::format("{:<52}  {:<{}}  {:>7}  {:>10.4g} {:<6} {:>10} {:>10}\n", first, port,
                        width, row.n, row.rmse, difference_unit(row.unit),
                        percent_text(row.cv_rmse), percent_text(row.nmbe));
  }
  return text;
}

std::string folds_text(const std::string& title, const CrossValidation& validation,
                       const std::string& timezone) {
  if (validation.folds.empty()) return "";
  const Zone zone = timezone.empty() ? Zone::fixed(Duration(0)) : Zone(timezone);
  const std::string port = "left out";
  std::size_t width = port.size();
  for (const auto& [name, own] : validation.pooled) width = width_with(width, name);
  std::string text = fmt::format("{:<52}  {:<{}}  {:>7}  {:>10} {:<6} {:>10} {:>10}\n", title, port,
                                 width, "n", "rmse", "", "cv(rmse)", "nmbe");
  for (const Fold& fold : validation.folds) {
    const std::string range = format_time(fold.start, zone) + "/" + format_time(fold.end, zone);
    text += agreement_lines(range, fold.measurements, width);
    if (fold.measurements.empty()) text += fmt::format("{:<52}  {}\n", range, fold.message);
  }
  return text + agreement_lines("all", validation.pooled, width);
}

}  // namespace

std::string judgement_text(const CalibrationResult& result) {
  const std::string& timezone = result.settings.timezone;
  return profiles_text(result) + folds_text("folds", result.folds, timezone) +
         folds_text("rolling", result.rolling, timezone);
}

}  // namespace hearth::apps
