// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "hearth/apps/report/collect/result_parts.hpp"
#include "hearth/data/text/time_text.hpp"

namespace hearth::apps {
namespace {

constexpr const char* kDecided = "decided";
constexpr const char* kBaseline = "as it is";

/// The plots of one control problem.
class ControlPlots {
 public:
  ControlPlots(const Json& result, const std::string& name) : result_(result), name_(name) {}

  ReportSeries plots() {
    for (const Json& decision : list_member(result_, "decisions")) add_decision(decision);
    for (const Json& output : list_member(result_, "outputs")) {
      if (!flag_member(output, "means")) add_limited(output);
    }
    add_prices();
    for (const Json& output : list_member(result_, "outputs")) {
      if (flag_member(output, "means")) add_cost(output);
    }
    add_objectives();
    return std::move(series_);
  }

 private:
  /// Begins a plot of numbers that belong to the steps, or to the ends of the steps (`at_ends`).
  void begin(const std::string& title, const std::string& unit, std::size_t steps, bool at_ends) {
    plot_ = {titled(title, name_), unit, {}, ReportPart::Control, "value"};
    at_ends_ = at_ends;
    steps_ = steps;
    times_ = -1;
    const auto step = number_member(result_, "step");
    auto times = times_from(text_member(result_, "start"), step, steps + (at_ends ? 0 : 1));
    if (!times) return;
    if (at_ends) times->start += *step;
    times_ = static_cast<int>(series_.times.size());
    series_.times.push_back(*times);
  }

  /// Adds a curve. Each number holds to the end of its step, also that of the last step.
  void add(const std::string& signal, const std::string& run, std::vector<double> values,
           bool limit = false) {
    const auto known = [](double value) { return std::isfinite(value); };
    if (times_ < 0 || values.size() != steps_) return;
    if (std::none_of(values.begin(), values.end(), known)) return;
    if (!at_ends_) values.push_back(values.back());
    ReportSignal own;
    own.name = signal;
    own.unit = plot_.unit;
    own.run = run;
    own.times = times_;
    own.values = floats(values);
    own.steps = !at_ends_;
    own.limit = limit;
    plot_.signals.push_back(add_signal(std::move(own), series_));
  }

  void end() {
    if (!plot_.signals.empty()) series_.plots.push_back(plot_);
  }

  static std::vector<double> list(const Json& object, const char* key) {
    return numbers_of(list_member(object, key));
  }

  void add_decision(const Json& decision) {
    const std::string target = text_member(decision, "target");
    const std::vector<double> values = list(decision, "values");
    begin("Decision: " + target, text_member(decision, "unit"), values.size(), false);
    add(target, kDecided, values);
    add(target, kBaseline, list(decision, "baseline"));
    for (const auto& [key, words] : {std::pair{"min", "lower bound"}, {"max", "upper bound"}}) {
      const auto bound = number_member(decision, key);
      if (bound) add(words, "", std::vector<double>(steps_, *bound), true);
    }
    end();
  }

  void add_limited(const Json& output) {
    const std::string port = text_member(output, "output");
    const std::vector<double> values = list(output, "decided");
    begin("Limited: " + port, text_member(output, "unit"), values.size(), true);
    add(port, kDecided, values);
    add(port, kBaseline, list(output, "baseline"));
    add("lower limit", "", list(output, "min"), true);
    add("upper limit", "", list(output, "max"), true);
    end();
  }

  void add_prices() {
    std::size_t steps = 0;
    for (const Json& output : list_member(result_, "outputs")) {
      steps = std::max(steps, list_member(output, "price").size());
    }
    begin("Prices", "", steps, false);
    for (const Json& output : list_member(result_, "outputs")) {
      add("price of " + text_member(output, "output"), "", list(output, "price"));
    }
    end();
  }

  void add_cost(const Json& output) {
    const std::string port = text_member(output, "output");
    const std::vector<double> values = list(output, "decided");
    begin("Cost term: " + port, text_member(output, "unit"), values.size(), false);
    add(port, kDecided, values);
    add(port, kBaseline, list(output, "baseline"));
    end();
  }

  /// Plots the objective of each search of a receding horizon, from its time to the next search.
  void add_objectives() {
    const Json& searches = list_member(result_, "searches");
    if (searches.size() < 3) return;
    std::vector<double> at, objective;
    for (const Json& search : searches) {
      const auto stamp = parse_time(text_member(search, "time"));
      if (!stamp || !stamp->offset) return;
      at.push_back(std::chrono::duration<double>(stamp->instant().time_since_epoch()).count());
      objective.push_back(number_member(search, "objective").value_or(NAN));
    }
    const double step = at[1] - at[0];
    for (std::size_t i = 1; i < at.size(); ++i) {
      if (std::abs(at[i] - at[i - 1] - step) > 1e-3) return;
    }
    auto times = times_from(text_member(searches[0], "time"), step, at.size() + 1);
    if (!times) return;
    plot_ = {titled("Objective of each search over its horizon", name_),
             "1",
             {},
             ReportPart::Control,
             "value"};
    at_ends_ = false;
    steps_ = at.size();
    times_ = static_cast<int>(series_.times.size());
    series_.times.push_back(*times);
    add("objective", "", objective);
    end();
  }

  const Json& result_;
  const std::string& name_;
  ReportSeries series_;
  ReportPlot plot_;
  std::size_t steps_ = 0;
  int times_ = -1;
  bool at_ends_ = false;
};

/// The change of the costs by optimal control, in percent.
std::string change_text(const Json& costs) {
  const auto decided = number_member(costs, "decided"), baseline = number_member(costs, "baseline");
  if (!decided || !baseline || *baseline == 0.0) return "";
  return digits(Json(100.0 * (*decided - *baseline) / std::abs(*baseline)));
}

ReportTable cost_table(const Json& result, const std::string& name) {
  ReportTable table = make_table(titled("Cost", name), {"term", kDecided, kBaseline, "change"},
                                 {false, true, true, true});
  table.units = {"", "", "", "%"};
  const auto add = [&table](const std::string& term, const Json& costs) {
    table.cells.push_back({term, digits(member(costs, "decided")),
                           digits(member(costs, "baseline")), change_text(costs)});
  };
  for (const Json& term : list_member(result, "terms")) add(text_member(term, "output"), term);
  for (const Json& limit : list_member(result, "constraints")) {
    const Json& penalty = member(limit, "penalty");
    if (penalty.is_object()) {
      add("penalty of the limits of " + text_member(limit, "output"), penalty);
    }
  }
  if (member(result, "objective").is_object()) add("objective", member(result, "objective"));
  return table;
}

ReportTable limit_table(const Json& result, const std::string& name) {
  ReportTable table = make_table(titled("Beyond limits", name),
                                 {"output", "unit", "limit", "largest, decided", "when",
                                  "largest, as it is", "over time, decided", "over time, as it is"},
                                 {false, false, false, true, false, true, true, true});
  table.units = {"", "", "", "", "", "", "unit·h", "unit·h"};
  for (const Json& limit : list_member(result, "constraints")) {
    const Json& decided = member(limit, "decided");
    const Json& baseline = member(limit, "baseline");
    table.cells.push_back(
        {text_member(limit, "output"), text_member(limit, "unit"),
         flag_member(limit, "hard") ? "hard" : "with a penalty", digits(member(decided, "largest")),
         text_member(decided, "at"), digits(member(baseline, "largest")),
         digits(member(decided, "unit_hours")), digits(member(baseline, "unit_hours"))});
  }
  return table;
}

ReportTable search_table(const Json& result, const std::string& name) {
  ReportTable table = make_table(titled("Searches", name),
                                 {"time", "status", "iterations", "objective", "took", "message"},
                                 {false, false, true, true, true, false});
  table.units = {"", "", "", "", "s", ""};
  for (const Json& search : list_member(result, "searches")) {
    table.cells.push_back({text_member(search, "time"), text_member(search, "status"),
                           digits(member(search, "iterations")),
                           digits(member(search, "objective")), digits(member(search, "seconds")),
                           text_member(search, "message")});
  }
  return table;
}

}  // namespace

ResultParts control_parts(const Json& result, const std::string& name) {
  ResultParts parts;
  parts.series = ControlPlots(result, name).plots();
  for (ReportTable table : {cost_table(result, name), limit_table(result, name)}) {
    if (!table.cells.empty()) parts.tables.push_back(std::move(table));
  }
  parts.searches = {search_table(result, name)};
  if (parts.searches.front().cells.empty()) parts.searches.clear();
  const std::string message = text_member(result, "message");
  parts.facts.push_back({titled("Optimal control", name),
                         text_member(result, "status") + (message.empty() ? "" : ": " + message)});
  const Json& objective = member(result, "objective");
  const auto decided = number_member(objective, "decided");
  const auto baseline = number_member(objective, "baseline");
  if (decided && baseline) {
    parts.facts.push_back({titled("Objective of control", name),
                           fmt::format("{:.5g}, as it is {:.5g}", *decided, *baseline)});
  }
  return parts;
}

}  // namespace hearth::apps
