// SPDX-License-Identifier: MIT
#include "hearth/apps/report/figures/scenario_figures.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <Eigen/Dense>
#include <fmt/format.h>

#include "hearth/apps/report/content/table_parts.hpp"

namespace hearth::apps {
namespace {

using Style = ReportCurve::Style;

constexpr std::size_t kMostBars = 30;
constexpr std::size_t kMostPlaces = 16;  // on an axis of a heat map
constexpr std::size_t kMostLabels = 14;  // points with labels
constexpr std::size_t kMostParameters = 40;

/// The results table of a set, with the roles of its columns.
class ScenarioTable {
 public:
  explicit ScenarioTable(const ReportTable& table) : table_(table) {
    const auto& columns = table.columns;
    status_ = static_cast<std::size_t>(std::find(columns.begin(), columns.end(), "status") -
                                       columns.begin());
    for (std::size_t row = 0; row < table.cells.size(); ++row) {
      if (status_ < columns.size() && table.cells[row][status_] == "done") done_.push_back(row);
    }
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (c > status_ && table.numeric[c] && varies(c)) kpis_.push_back(c);
      if (c >= status_ || c == 0) continue;
      if (table.numeric[c] && columns[c].find('.') != std::string::npos && varies(c)) {
        parameters_.push_back(c);
      }
    }
  }

  const ReportTable& table() const { return table_; }
  const std::vector<std::size_t>& done() const { return done_; }
  const std::vector<std::size_t>& kpis() const { return kpis_; }
  const std::vector<std::size_t>& parameters() const { return parameters_; }
  std::size_t status() const { return status_; }
  const std::string& text(std::size_t row, std::size_t column) const {
    return table_.cells[row][column];
  }
  double number(std::size_t row, std::size_t column) const {
    const std::string& digits = text(row, column);
    const char* end = digits.data() + digits.size();
    double value = NAN;
    const auto read = std::from_chars(digits.data(), end, value);
    return read.ec == std::errc() && read.ptr == end ? value : NAN;
  }
  std::string unit(std::size_t column) const {
    return column < table_.units.size() ? table_.units[column] : "";
  }
  const std::string& name(std::size_t column) const { return table_.columns[column]; }

  /// Whether a run is a point of a sweep: it has a value of each parameter that was varied.
  bool is_swept(std::size_t row) const {
    return !parameters_.empty() &&
           std::all_of(parameters_.begin(), parameters_.end(),
                       [&](std::size_t column) { return std::isfinite(number(row, column)); });
  }
  /// The finished runs that are not points of a sweep.
  std::vector<std::size_t> measures() const {
    std::vector<std::size_t> rows = done_;
    std::erase_if(rows, [this](std::size_t row) { return is_swept(row); });
    return rows;
  }

  /// The first of these KPIs that the table has; nothing if it has none of them.
  std::optional<std::size_t> kpi_of(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names) {
      for (const std::size_t column : kpis_) {
        if (table_.columns[column] == name) return column;
      }
    }
    return std::nullopt;
  }

  /// The distinct texts of a column, in their order.
  std::vector<std::string> places(std::size_t column) const {
    std::vector<std::string> places;
    for (const std::size_t row : done_) {
      const std::string& place = text(row, column);
      if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
    }
    return places;
  }

 private:
  bool varies(std::size_t column) const {
    std::set<std::string> values;
    for (const std::size_t row : done_) {
      if (std::isfinite(number(row, column))) values.insert(text(row, column));
    }
    return values.size() > 1;
  }

  const ReportTable& table_;
  std::size_t status_ = 0;
  std::vector<std::size_t> done_, kpis_, parameters_;
};

/// The KPI by which runs are compared: energy, cost, or the first other one.
std::optional<std::size_t> main_kpi(const ScenarioTable& table) {
  if (const auto known = table.kpi_of({"ener_tot", "cost_tot", "emis_tot"})) return known;
  for (const std::size_t column : table.kpis()) {
    if (table.name(column).starts_with("ener_")) return column;
  }
  if (table.kpis().empty()) return std::nullopt;
  return table.kpis().front();
}

/// The columns of axes if the set has scenarios too: a scenario is compared with the first one of
/// the same climate, model and so on. Empty if the axes are all that differs.
std::vector<std::size_t> common_columns(const ScenarioTable& table) {
  const auto& columns = table.table().columns;
  const auto begin = columns.begin();
  const auto end = begin + static_cast<std::ptrdiff_t>(std::min(table.status(), columns.size()));
  std::vector<std::size_t> common;
  if (std::find(begin, end, "scenario") == end) return common;
  for (auto column = begin + 1; column < end; ++column) {
    if (*column == "scenario" || column->find('.') != std::string::npos) continue;
    common.push_back(static_cast<std::size_t>(column - begin));
  }
  return common;
}

std::optional<ReportFigure> savings_figure(const ScenarioTable& table) {
  const auto kpi = main_kpi(table);
  const std::vector<std::size_t> rows = table.measures();  // a point of a sweep is not a base
  if (!kpi || rows.size() < 2) return std::nullopt;
  const std::vector<std::size_t> common = common_columns(table);
  std::map<std::vector<std::string>, std::size_t> bases;  // rows, by the options they share
  ReportSpans spans;
  for (const std::size_t row : rows) {
    std::vector<std::string> options;
    for (const std::size_t column : common) options.push_back(table.text(row, column));
    const std::size_t base_row = bases.emplace(std::move(options), row).first->second;
    const double base = table.number(base_row, *kpi), value = table.number(row, *kpi);
    if (row == base_row || !std::isfinite(value) || !std::isfinite(base) || base == 0.0) continue;
    const double change = 100.0 * (value - base) / std::abs(base);
    spans.rows.push_back({table.text(row, 0), 0.0, change, fmt::format("{:+.1f} %", change)});
  }
  if (spans.rows.empty()) return std::nullopt;
  std::string against = fmt::format("'{}'", table.text(rows.front(), 0));
  if (bases.size() > 1) {
    against = "the first run";
    for (const std::size_t column : common) {
      against += (column == common.front() ? " of the same " : " and ") + table.name(column);
    }
  }
  spans.x = {fmt::format("{} against {}", table.name(*kpi), against), "%"};
  std::stable_sort(spans.rows.begin(), spans.rows.end(),
                   [](const auto& a, const auto& b) { return a.to < b.to; });
  std::string note = fmt::format("A value below 0 means that the run uses less than {}.",
                                 bases.size() > 1 ? against : "the first run");
  if (rows.size() < table.done().size()) note += " Without the points of the sweep.";
  if (spans.rows.size() > kMostBars) {
    note +=
        fmt::format(" The {} with the largest savings of {} runs.", kMostBars, spans.rows.size());
    spans.rows.resize(kMostBars);
  }
  return ReportFigure{"Savings compared with the base", std::move(note), std::move(spans)};
}

/// A heat map over two columns with few distinct values, whose combinations were all run.
std::optional<ReportFigure> heat_map(const ScenarioTable& table) {
  const auto kpi = main_kpi(table);
  if (!kpi) return std::nullopt;
  std::vector<std::size_t> axes;
  for (std::size_t column = 1; column < table.status(); ++column) {
    const std::size_t count = table.places(column).size();
    if (count > 1 && count <= kMostPlaces) axes.push_back(column);
  }
  for (std::size_t i = 0; i < axes.size(); ++i) {
    for (std::size_t j = i + 1; j < axes.size(); ++j) {
      ReportGrid grid{.value_name = table.name(*kpi), .unit = table.unit(*kpi)};
      grid.rows = table.places(axes[i]);
      grid.columns = table.places(axes[j]);
      // A sweep whose columns have few distinct values does not fill a grid.
      if (grid.rows.size() * grid.columns.size() > table.done().size()) continue;
      grid.y_title = table.name(axes[i]);
      grid.x_title = table.name(axes[j]);
      grid.values.assign(grid.rows.size(), std::vector<double>(grid.columns.size(), NAN));
      for (const std::size_t row : table.done()) {
        const auto place = [&](const std::vector<std::string>& names, std::size_t column) {
          return static_cast<std::size_t>(
              std::find(names.begin(), names.end(), table.text(row, column)) - names.begin());
        };
        double& cell = grid.values[place(grid.rows, axes[i])][place(grid.columns, axes[j])];
        if (!std::isfinite(cell)) cell = table.number(row, *kpi);
      }
      const std::string title =
          fmt::format("{} by {} and {}", table.name(*kpi), grid.y_title, grid.x_title);
      std::string note = grid.unit.empty() ? "" : "In " + grid.unit + ".";
      return ReportFigure{title, std::move(note), std::move(grid)};
    }
  }
  return std::nullopt;
}

std::optional<ReportFigure> pareto_figure(const ScenarioTable& table) {
  const auto energy = main_kpi(table);
  auto comfort = table.kpi_of({"tdis_tot", "unmet_hours", "degree_hours_low", "idis_tot"});
  if (!comfort) comfort = table.kpi_of({"cost_tot", "emis_tot"});
  if (!energy || !comfort || *energy == *comfort) return std::nullopt;
  struct Place {
    double x, y;
    std::string name;
  };
  std::vector<Place> places;
  for (const std::size_t row : table.done()) {
    const double x = table.number(row, *energy), y = table.number(row, *comfort);
    if (std::isfinite(x) && std::isfinite(y)) places.push_back({x, y, table.text(row, 0)});
  }
  if (places.size() < 3) return std::nullopt;
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return a.x != b.x ? a.x < b.x : a.y < b.y;
  });
  const bool labelled = places.size() <= kMostLabels;
  const auto add = [](const Place& place, bool with_name, ReportCurve& curve) {
    curve.x.push_back(place.x);
    curve.y.push_back(place.y);
    if (with_name) curve.labels.push_back(place.name);
  };
  ReportCurve line{"", Style::Line}, front{"Pareto front", Style::Points};
  ReportCurve others{"other runs", labelled ? Style::Points : Style::Dots};
  line.color = front.color = 1;
  for (const Place& place : places) {
    const bool better = front.y.empty() || place.y < front.y.back();
    if (better) add(place, false, line);
    add(place, better ? front.labels.size() < kMostLabels : labelled, better ? front : others);
  }
  ReportChart chart;
  chart.x = {table.name(*energy), table.unit(*energy)};
  chart.y = {table.name(*comfort), table.unit(*comfort)};
  chart.curves.push_back(std::move(line));
  if (!others.x.empty()) chart.curves.push_back(std::move(others));
  chart.curves.push_back(std::move(front));
  return ReportFigure{fmt::format("{} and {}", table.name(*energy), table.name(*comfort)),
                      "No run is better in one quantity than the runs on the front without being "
                      "worse in the other.",
                      std::move(chart)};
}

/// The change of a KPI over the range of each parameter, from a plane fitted to the sweep.
std::optional<ReportFigure> tornado_figure(const ScenarioTable& table) {
  const auto kpi = main_kpi(table);
  std::vector<std::size_t> parameters = table.parameters();
  if (!kpi || parameters.empty() || parameters.size() > kMostParameters) return std::nullopt;
  std::vector<std::size_t> rows;
  for (const std::size_t row : table.done()) {
    const auto known = [&](std::size_t column) { return std::isfinite(table.number(row, column)); };
    if (known(*kpi) && std::all_of(parameters.begin(), parameters.end(), known)) {
      rows.push_back(row);
    }
  }
  if (rows.size() < parameters.size() + 3) return std::nullopt;
  const auto n = static_cast<Eigen::Index>(rows.size());
  const auto p = static_cast<Eigen::Index>(parameters.size());
  Eigen::MatrixXd shares(n, p + 1);
  Eigen::VectorXd values(n);
  std::vector<ReportRange> ranges;
  for (Eigen::Index j = 0; j < p; ++j) {
    const std::size_t column = parameters[static_cast<std::size_t>(j)];
    ReportRange range{INFINITY, -INFINITY};
    for (const std::size_t row : rows) {
      range.low = std::min(range.low, table.number(row, column));
      range.high = std::max(range.high, table.number(row, column));
    }
    if (!(range.high > range.low)) return std::nullopt;
    ranges.push_back(range);
    for (Eigen::Index i = 0; i < n; ++i) {
      const double value = table.number(rows[static_cast<std::size_t>(i)], column);
      shares(i, j) = (value - range.low) / (range.high - range.low) - 0.5;
    }
  }
  shares.col(p).setOnes();
  for (Eigen::Index i = 0; i < n; ++i) {
    values[i] = table.number(rows[static_cast<std::size_t>(i)], *kpi);
  }
  const Eigen::VectorXd effects = shares.colPivHouseholderQr().solve(values);
  const double middle = effects[p];
  const double spread = (values.array() - values.mean()).square().sum();
  const double rest = (values - shares * effects).squaredNorm();
  ReportSpans spans;
  spans.x = {table.name(*kpi), table.unit(*kpi)};
  spans.middle = middle;
  for (Eigen::Index j = 0; j < p; ++j) {
    const std::size_t column = parameters[static_cast<std::size_t>(j)];
    const ReportRange& range = ranges[static_cast<std::size_t>(j)];
    std::string words = fmt::format("{:.3g} to {:.3g}", range.low, range.high);
    if (!table.unit(column).empty()) words += " " + table.unit(column);
    spans.rows.push_back({table.name(column), middle - 0.5 * effects[j], middle + 0.5 * effects[j],
                          std::move(words)});
  }
  std::stable_sort(spans.rows.begin(), spans.rows.end(), [](const auto& a, const auto& b) {
    return std::abs(a.to - a.from) > std::abs(b.to - b.from);
  });
  const std::string note = fmt::format(
      "Change of a linear model fitted to {} runs, from the smallest to the largest value of each "
      "parameter with the others at their middle values. The linear model explains {:.0f} % of the "
      "variance.",
      rows.size(), spread > 0.0 ? 100.0 * (1.0 - rest / spread) : 0.0);
  return ReportFigure{table.name(*kpi) + " over the range of each parameter", note,
                      std::move(spans)};
}

}  // namespace

std::vector<ReportFigures> scenario_figures(const ReportTable& runs) {
  const ScenarioTable table(runs);
  ReportFigures group;
  for (auto figure :
       {savings_figure(table), heat_map(table), pareto_figure(table), tornado_figure(table)}) {
    if (figure) group.figures.push_back(std::move(*figure));
  }
  if (group.figures.empty()) return {};
  return {std::move(group)};
}

}  // namespace hearth::apps
