// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/report/collect/collectors.hpp"
#include "hearth/data/text/time_text.hpp"

namespace hearth::apps {
namespace {

constexpr std::size_t kShownErrors = 6;

std::string joined(const std::set<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

/// Writes `2024-01-15 00:00`; seconds only if they are not zero.
std::string minute_text(Instant instant, const Zone& zone) {
  std::string text = format_time(instant, zone).substr(0, std::strlen("2024-01-15T00:00:00"));
  text[text.find('T')] = ' ';
  if (text.ends_with(":00")) text.resize(text.size() - std::strlen(":00"));
  return text;
}

std::string period_text(const RunSeries& run) {
  const Zone zone(run.zone);
  const Instant end = run.results.time(run.results.rows() - 1);
  return fmt::format("{} to {} ({})", minute_text(run.results.start, zone), minute_text(end, zone),
                     hearth::describe(end - run.results.start));
}

/// The name of a measured signal; that of a sensor without its port, which adds no information.
std::string measured_name(const std::string& signal) {
  constexpr std::string_view kSensorPort = ".measuredValue";
  if (!signal.ends_with(kSensorPort)) return signal;
  return signal.substr(0, signal.size() - kSensorPort.size());
}

/// Returns the position of a column in a table; the number of columns if there is no such column.
std::size_t column(const ReportTable& table, const std::string& name) {
  const auto found = std::find(table.columns.begin(), table.columns.end(), name);
  return static_cast<std::size_t>(found - table.columns.begin());
}

}  // namespace

std::vector<ReportFact> model_facts(const ReportedModel& model) {
  const Plan& plan = *model.viewed.plan;
  const auto number = [](std::size_t count) { return fmt::format("{}", count); };
  std::vector<ReportFact> facts = {
      {"Components", number(plan.instances.size())},
      {"Connections", number(plan.model.connections().size())},
      {"Removed connections", number(plan.lags.size())},
      {"Levels", number(plan.order.levels.size())},
  };
  if (!model.engine.empty()) facts.push_back({"Engine", model.engine});
  return facts;
}

std::vector<ReportFact> period_facts(const std::vector<RunSeries>& runs) {
  std::set<std::string> periods;
  for (const RunSeries& run : runs) {
    if (run.results.rows() > 0) periods.insert(period_text(run));
  }
  if (periods.size() == 1) return {{"Period", *periods.begin()}};
  if (periods.size() > 1) return {{"Periods", fmt::format("{}", periods.size())}};
  return {};
}

std::vector<ReportFact> run_facts(const std::vector<ResultFile>& results,
                                  const std::vector<RunSeries>& runs) {
  std::vector<ReportFact> facts;
  std::set<std::string> steps;
  for (const RunSeries& run : runs) {
    if (run.results.rows() == 0) continue;
    const std::string& interval = run.results.interval;
    steps.insert(interval.empty() ? hearth::describe(run.results.step) : "rows of " + interval);
  }
  if (!steps.empty()) facts.push_back({"Step", joined(steps)});
  std::set<std::string> statuses;
  double wall_seconds = 0.0;
  for (const ResultFile& result : results) {
    if (!result.record) continue;
    statuses.emplace(to_string(result.record->status));
    wall_seconds += result.record->wall_seconds;
  }
  if (statuses.empty()) return facts;
  facts.push_back({"Status", joined(statuses)});
  facts.push_back({"Wall time", fmt::format("{:.3g} s", wall_seconds)});
  return facts;
}

std::vector<ReportFact> error_facts(const std::vector<ReportTable>& agreement) {
  std::vector<ReportFact> facts;  // one for each port, with the errors of all runs
  for (const ReportTable& table : agreement) {
    const std::size_t rmse = column(table, "rmse");
    const std::size_t unit = column(table, "unit");
    if (rmse == table.columns.size() || unit == table.columns.size()) continue;  // a table of noise
    const std::size_t colon = table.title.find(": ");  // the name of the run follows it
    if (colon == std::string::npos && agreement.size() > 1) continue;
    for (const std::vector<std::string>& row : table.cells) {
      if (row[rmse].empty()) continue;
      std::string text = fmt::format("{:.3g}", std::stod(row[rmse]));
      if (row[unit] != "1") text += " " + row[unit];
      if (colon != std::string::npos) text += " (" + table.title.substr(colon + 2) + ")";
      const std::string label = "RMSE of " + measured_name(row[0]);
      const auto known = std::find_if(facts.begin(), facts.end(),
                                      [&](const ReportFact& fact) { return fact.label == label; });
      if (known != facts.end()) {
        known->value += ", " + text;
      } else if (facts.size() < kShownErrors) {
        facts.push_back({label, text});
      }
    }
  }
  return facts;
}

}  // namespace hearth::apps
