// SPDX-License-Identifier: MIT
// Figures of the parameters that a calibration estimated.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hearth/apps/report/collect/result_parts.hpp"

namespace hearth::apps {
namespace {

using Style = ReportCurve::Style;
using Along = ReportLimit::Along;

/// The interval between the ends of the profile of a parameter.
std::optional<ReportRange> profile_range(const Json& profile) {
  const auto lower = number_member(member(profile, "lower"), "value");
  const auto upper = number_member(member(profile, "upper"), "value");
  if (!lower || !upper) return std::nullopt;
  return ReportRange{*lower, *upper};
}

ReportEstimates estimates_of(const Json& result) {
  ReportEstimates estimates;
  for (const auto& [key, parameter] : member(result, "parameters").items()) {
    auto row = estimate_of(key, parameter, "value", "initial");
    if (!row) continue;
    row->other = profile_range(member(member(result, "profiles"), key));
    row->logarithmic = text_member(parameter, "scale") == "log";
    estimates.rows.push_back(*std::move(row));
  }
  return estimates;
}

/// How much the objective rises away from the estimate, as far as the interval reaches.
ReportFigure profile_figure(const std::string& name, const Json& profile, const Json& parameter) {
  ReportCurve curve{"rise of the objective", Style::Line};
  const std::vector<double> values = numbers_of(list_member(member(profile, "points"), "value"));
  const std::vector<double> ratios = numbers_of(list_member(member(profile, "points"), "ratio"));
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i < std::min(values.size(), ratios.size()); ++i) {
    points.emplace_back(values[i], ratios[i]);
  }
  if (const auto best = number_member(parameter, "value")) points.emplace_back(*best, 0.0);
  std::sort(points.begin(), points.end());
  for (const auto& [value, ratio] : points) {
    curve.x.push_back(value);
    curve.y.push_back(ratio);
  }
  ReportChart chart;
  chart.x = {name, text_member(parameter, "unit")};
  chart.y = {"rise of the objective / scale"};
  chart.curves = {std::move(curve)};
  const auto limit = number_member(profile, "limit");
  if (limit) chart.limits.push_back({"95 % limit", Along::X, *limit});
  for (const char* side : {"lower", "upper"}) {
    const auto end = number_member(member(profile, side), "value");
    if (end) chart.limits.push_back({"", Along::Y, *end});
  }
  ReportFigure figure{name, "", std::move(chart)};
  for (const char* side : {"lower", "upper"}) {
    const Json& end = member(profile, side);
    if (text_member(end, "end") == "crossed") continue;
    const std::string why = text_member(end, "message");
    figure.note += fmt::format("{}The {} end is {}{}.", figure.note.empty() ? "" : " ", side,
                               text_member(end, "end") == "at_bound" ? "at its bound" : "open",
                               why.empty() ? "" : ": " + why);
  }
  return figure;
}

}  // namespace

std::vector<ReportFigures> estimate_figures(const Json& result, const std::string& name) {
  std::vector<ReportFigures> groups;
  ReportEstimates estimates = estimates_of(result);
  if (!estimates.rows.empty()) {
    groups.push_back({titled("Estimates within their bounds", name),
                      "",
                      {ReportFigure{"", "", std::move(estimates)}}});
  }
  const Json& uncertainty = member(result, "uncertainty");
  auto correlation = correlation_figure(text_list(member(uncertainty, "parameters")),
                                        member(uncertainty, "correlation"));
  if (correlation) {
    groups.push_back({titled("Correlation of the estimates", name), "", {*std::move(correlation)}});
  }
  ReportFigures profiles{
      titled("Profiles of the objective", name),
      "Rise of the objective if one parameter is fixed and the others are estimated again. If the "
      "profile is a parabola, its interval agrees with the interval of the linearised problem.",
      {}};
  const Json& parameters = member(result, "parameters");
  bool at_minimum = true;
  for (const auto& [key, profile] : member(result, "profiles").items()) {
    const Json& flag = member(profile, "at_minimum");
    at_minimum = at_minimum && (!flag.is_boolean() || flag.get<bool>());
    profiles.figures.push_back(profile_figure(key, profile, member(parameters, key)));
  }
  if (!at_minimum) {
    profiles.note +=
        " The calibration is not at its minimum: the ends of these profiles are not confidence "
        "limits.";
  }
  if (!profiles.figures.empty()) groups.push_back(std::move(profiles));
  return groups;
}

}  // namespace hearth::apps
