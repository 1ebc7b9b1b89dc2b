// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/framework/base/unit.hpp"

namespace hearth::apps {
namespace {

constexpr std::size_t kMostLines = 8;  // in a plot, unless one signal has more runs

/// A quantity with the title of its plot; plots of a smaller rank come first.
struct PlottedQuantity {
  int rank = 0;
  std::string title;
  friend auto operator<=>(const PlottedQuantity&, const PlottedQuantity&) = default;
};

struct KnownQuantity {
  Unit unit;
  const char* title;
};
const std::vector<KnownQuantity>& known_quantities() {
  static const std::vector<KnownQuantity> known = {
      {unit::degC, "Temperature"},
      {unit::K, "Temperature difference"},
      {unit::W, "Power"},
      {unit::J, "Energy"},
      {unit::kg_per_s, "Mass flow"},
      {unit::m3_per_s, "Volume flow"},
      {unit::W_per_m2, "Irradiance"},
      {unit::Pa, "Pressure"},
      {unit::m_per_s, "Speed"},
      {unit::s, "Time"},
      {unit::J_per_kg, "Enthalpy"},
  };
  return known;
}

/// Whether all values are shares: positions, signals of controllers, dimmed lights.
bool is_share(const ReportSignal& signal) {
  return std::all_of(signal.values.begin(), signal.values.end(), [](float value) {
    return !(value < 0.0f) && !(value > 1.0f);  // NaN is neither
  });
}

PlottedQuantity quantity_of(const ReportSignal& signal) {
  if (signal.unit == unit::ppm.symbol) return {1, "CO2 concentration"};
  const std::optional<Unit> unit = parse_unit(signal.unit);
  const bool plain = !unit || *unit == unit::one || unit->bare;
  if (!plain) {
    const auto& known = known_quantities();
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (unit->compatible(known[i].unit)) {
        return {i == 0 ? 0 : static_cast<int>(i) + 1, known[i].title};
      }
    }
  }
  if (lower_case(signal.name).find("humidity") != std::string::npos) return {19, "Humidity"};
  if (signal.unit == unit::percent.symbol) return {21, "Percentage"};
  if (!plain) return {30, signal.unit};
  return is_share(signal) ? PlottedQuantity{20, "Positions and signals, 0 to 1"}
                          : PlottedQuantity{22, "Dimensionless"};
}

/// The runs of one signal.
struct Lines {
  std::string name;
  PlottedQuantity quantity;
  bool measured = false;
  std::vector<int> signals;

  std::string port() const { return name.substr(name.rfind('.') + 1); }
};

/// Groups the runs by signal. A signal whose values are shares in some runs only stays together.
std::vector<Lines> lines_of(const std::vector<ReportSignal>& signals) {
  std::map<std::pair<std::string, std::string>, Lines> by_name;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    const ReportSignal& signal = signals[i];
    Lines& lines = by_name[{signal.name, signal.unit}];
    lines.name = signal.name;
    lines.measured = lines.measured || !signal.measured.empty();
    lines.quantity = std::max(lines.quantity, quantity_of(signal));
    lines.signals.push_back(static_cast<int>(i));
  }
  std::vector<Lines> list;
  for (auto& [name, lines] : by_name) list.push_back(std::move(lines));
  return list;
}

struct Group {
  PlottedQuantity quantity;
  std::string unit;
  std::vector<Lines> lines;

  bool measured() const {
    return std::any_of(lines.begin(), lines.end(), [](const Lines& l) { return l.measured; });
  }
};

std::vector<Group> groups_of(const std::vector<ReportSignal>& signals) {
  std::map<std::pair<PlottedQuantity, std::string>, Group> groups;
  for (Lines& lines : lines_of(signals)) {
    const std::string unit = signals[lines.signals.front()].unit;
    Group& group = groups[{lines.quantity, unit}];
    group.quantity = lines.quantity;
    group.unit = unit;
    group.lines.push_back(std::move(lines));
  }
  std::vector<Group> list;
  for (auto& [key, group] : groups) list.push_back(std::move(group));
  std::stable_sort(list.begin(), list.end(),
                   [](const Group& a, const Group& b) { return a.measured() && !b.measured(); });
  return list;
}

/// Distributes signals over plots; all runs of a signal stay in one plot.
void add_plots(Group group, std::vector<ReportPlot>& plots) {
  std::sort(group.lines.begin(), group.lines.end(), [](const Lines& a, const Lines& b) {
    return std::make_tuple(!a.measured, a.port(), a.name) <
           std::make_tuple(!b.measured, b.port(), b.name);
  });
  const std::size_t first = plots.size();
  for (const Lines& lines : group.lines) {
    const bool full =
        plots.size() > first && plots.back().signals.size() + lines.signals.size() > kMostLines;
    if (plots.size() == first || full) {
      plots.push_back({group.quantity.title, group.unit, {}});
    }
    std::vector<int>& shown = plots.back().signals;
    shown.insert(shown.end(), lines.signals.begin(), lines.signals.end());
  }
  const std::size_t count = plots.size() - first;
  for (std::size_t p = 0; p < count && count > 1; ++p) {
    plots[first + p].title += fmt::format(", {} of {}", p + 1, count);
  }
}

}  // namespace

std::vector<ReportPlot> plot_groups(const std::vector<ReportSignal>& signals) {
  std::vector<ReportPlot> plots;
  for (Group& group : groups_of(signals)) add_plots(std::move(group), plots);
  return plots;
}

}  // namespace hearth::apps
