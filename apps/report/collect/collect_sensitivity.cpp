// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/report/collect/result_parts.hpp"
#include "hearth/data/sources/measurement.hpp"

namespace hearth::apps {
namespace {

using Style = ReportCurve::Style;
using Along = ReportLimit::Along;

/// The name of a quantity: `objective`, `rmse of room.temperature`.
std::string quantity_name(const Json& quantity) {
  const std::string port = text_member(quantity, "port");
  const std::string word = text_member(quantity, "quantity");
  return port.empty() ? word : word + " of " + port;
}

/// The unit of a change of a quantity.
std::string effect_unit(const Json& quantity) {
  const std::string symbol = text_member(quantity, "unit");
  const auto unit = parse_unit(symbol);
  return unit ? difference_unit(*unit) : symbol;
}

/// The parameters that act on a quantity, the strongest first.
std::vector<std::string> ranked(const Json& quantity) {
  std::vector<std::string> names;
  for (const std::string& name : text_list(member(quantity, "ranking"))) {
    if (member(member(quantity, "parameters"), name).is_object()) names.push_back(name);
  }
  return names;
}

ReportFigure morris_figure(const Json& quantity) {
  ReportCurve points{"", Style::Points};
  double most = 0.0;
  for (const std::string& name : ranked(quantity)) {
    const Json& effect = member(member(quantity, "parameters"), name);
    const auto mu = number_member(effect, "mu_star");
    const auto sigma = number_member(effect, "sigma");
    if (!mu || !sigma) continue;
    points.x.push_back(*mu);
    points.y.push_back(*sigma);
    points.labels.push_back(name);
    points.across.push_back(
        range_of(member(effect, "mu_star_ci95")).value_or(ReportRange{*mu, *mu}));
    most = std::max(most, std::min(*mu, *sigma));
  }
  ReportChart chart;
  const std::string unit = effect_unit(quantity);
  chart.x = {"μ*, mean size of the effect", unit};
  chart.y = {"σ, spread of the effect", unit};
  chart.curves = {std::move(points)};
  chart.limits = {{"σ = μ*", Along::Between, 0.0, {0.0, most}, {0.0, most}}};
  return {quantity_name(quantity), "", std::move(chart)};
}

ReportFigure sobol_figure(const Json& quantity) {
  ReportBars bars{{"first order: parameter alone", "total: with all interactions"}, {}};
  for (const std::string& name : ranked(quantity)) {
    const Json& effect = member(member(quantity, "parameters"), name);
    const auto first = number_member(effect, "s1");
    const auto total = number_member(effect, "st");
    if (!first || !total) continue;
    bars.rows.push_back({name,
                         {{*first, range_of(member(effect, "s1_ci95"))},
                          {*total, range_of(member(effect, "st_ci95"))}}});
  }
  return {quantity_name(quantity), "", std::move(bars)};
}

/// All effects: a row for each quantity and parameter, the strongest first.
ReportTable effect_table(const Json& result, bool morris, const std::string& name) {
  ReportTable table = morris ? make_table(titled("Effects", name),
                                          {"quantity", "parameter", "unit", "mu*", "95 % from",
                                           "95 % to", "sigma", "mu"},
                                          {false, false, false, true, true, true, true, true})
                             : make_table(titled("Shares of the variance", name),
                                          {"quantity", "parameter", "first order", "95 % from",
                                           "95 % to", "total", "total from", "total to"},
                                          {false, false, true, true, true, true, true, true});
  const auto ends = [](const Json& interval, std::vector<std::string>& row) {
    const bool known = interval.is_array() && interval.size() == 2;
    row.push_back(known ? digits(interval[0]) : "");
    row.push_back(known ? digits(interval[1]) : "");
  };
  for (const Json& quantity : list_member(result, "quantities")) {
    for (const std::string& parameter : ranked(quantity)) {
      const Json& effect = member(member(quantity, "parameters"), parameter);
      std::vector<std::string> row{quantity_name(quantity), parameter};
      if (morris) row.push_back(effect_unit(quantity));
      row.push_back(digits(member(effect, morris ? "mu_star" : "s1")));
      ends(member(effect, morris ? "mu_star_ci95" : "s1_ci95"), row);
      row.push_back(digits(member(effect, morris ? "sigma" : "st")));
      if (morris) {
        row.push_back(digits(member(effect, "mu")));
      } else {
        ends(member(effect, "st_ci95"), row);
      }
      table.cells.push_back(std::move(row));
    }
  }
  return table;
}

ReportTable quantity_table(const Json& result, const std::string& name) {
  ReportTable table = make_table(titled("Quantities over all runs", name),
                                 {"quantity", "unit", "mean", "sd", "min", "max"},
                                 {false, false, true, true, true, true});
  for (const Json& quantity : list_member(result, "quantities")) {
    std::vector<std::string> row{quantity_name(quantity), text_member(quantity, "unit")};
    for (const char* key : {"mean", "sd", "min", "max"}) {
      row.push_back(digits(member(quantity, key)));
    }
    table.cells.push_back(std::move(row));
  }
  return table;
}

ReportTable range_table(const Json& result, const std::string& name) {
  ReportTable table = make_table(titled("Varied parameters", name),
                                 {"parameter", "unit", "from", "to", "scale", "targets", "remark"},
                                 {false, false, true, true, false, false, false});
  const std::vector<std::string> dead = text_list(member(result, "dead"));
  for (const auto& [key, parameter] : member(result, "parameters").items()) {
    const bool none = std::find(dead.begin(), dead.end(), key) != dead.end();
    table.cells.push_back(
        {key, text_member(parameter, "unit"), digits(member(parameter, "min")),
         digits(member(parameter, "max")), text_member(parameter, "scale"),
         fmt::format("{}", fmt::join(text_list(member(parameter, "targets")), ", ")),
         none ? "has no effect: the measurements cannot determine it" : ""});
  }
  for (const auto& [key, reason] : member(result, "left_out").items()) {
    table.cells.push_back(
        {key, "", "", "", "", "",
         "not varied: " + (reason.is_string() ? reason.get<std::string>() : std::string())});
  }
  return table;
}

ReportTable failure_table(const Json& result, const std::string& name) {
  ReportTable table = make_table(titled("Failed runs", name), {"number", "reason", "parameters"},
                                 {true, false, false});
  table.note = "Trajectories or points with a failed run are not evaluated.";
  for (const Json& failure : list_member(result, "failures")) {
    std::string values;
    for (const auto& [key, value] : member(failure, "parameters").items()) {
      values += (values.empty() ? "" : ", ") + key + " " + digits(value);
    }
    table.cells.push_back(
        {digits(member(failure, "number")), text_member(failure, "reason"), values});
  }
  return table;
}

}  // namespace

ResultParts sensitivity_parts(const Json& result, const std::string& name) {
  ResultParts parts;
  const bool morris = text_member(result, "method") == "morris";
  const Json& quantities = list_member(result, "quantities");
  ReportFigures group{
      titled(morris ? "Elementary effects (Morris)" : "Shares of the variance (Sobol)", name),
      "",
      {}};
  group.note =
      morris ? "Change of a quantity if one parameter passes through its whole range. A parameter "
               "far to the right has a large effect; above the line, its effect depends on the "
               "other parameters or changes its sign. Bars are 95 % intervals of μ*."
             : "Share of the variance of a quantity that each parameter causes if all parameters "
               "vary over their ranges. If the total share is much larger than the first-order "
               "share, the parameter interacts with others.";
  for (const Json& quantity : quantities) {
    group.figures.push_back(morris ? morris_figure(quantity) : sobol_figure(quantity));
  }
  parts.figures.push_back(std::move(group));
  parts.tables.push_back(effect_table(result, morris, name));
  parts.tables.push_back(quantity_table(result, name));
  parts.tables.push_back(range_table(result, name));
  ReportTable failures = failure_table(result, name);
  if (!failures.cells.empty()) parts.tables.push_back(std::move(failures));
  const std::string samples = morris ? digits(member(result, "trajectories")) + " trajectories"
                                     : digits(member(result, "points")) + " points";
  parts.facts.push_back({titled("Sensitivity", name), (morris ? "Morris, " : "Sobol, ") + samples});
  parts.facts.push_back({titled("Runs of the sensitivity", name),
                         fmt::format("{}, {} failed", integer_member(result, "runs"),
                                     integer_member(result, "failed_runs"))});
  return parts;
}

}  // namespace hearth::apps
