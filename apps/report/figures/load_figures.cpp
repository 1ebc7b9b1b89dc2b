// SPDX-License-Identifier: MIT
#include "hearth/apps/report/figures/load_figures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hearth/apps/report/content/plain_names.hpp"
#include "hearth/apps/report/content/table_parts.hpp"
#include "hearth/components/physics/psychrometrics.hpp"
#include "hearth/data/results/result_columns.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/run/signal_patterns.hpp"

namespace hearth::apps {
namespace {

using Style = ReportCurve::Style;

constexpr double kSecondsPerHour = 3600.0;
constexpr std::size_t kCurvePoints = 400;     // points of a load duration curve
constexpr std::size_t kMostCurves = 6;        // in one chart
constexpr std::size_t kFewestDays = 7;        // needed for an energy signature
constexpr std::size_t kFewestCarpetDays = 3;  // needed for a carpet plot
constexpr std::size_t kMostCarpets = 8;
constexpr std::size_t kMostStates = 1200;  // dots in a chart of states of air
constexpr std::size_t kHoursOfDay = 24;

double energy_of(const RunKpis& run, const std::vector<double>& watts) {
  double sum = 0.0;
  for (std::size_t k = 0; k < watts.size(); ++k) {
    sum += watts[k] * seconds(run.powers.ends[k + 1] - run.powers.ends[k]);
  }
  return sum / kJoulesPerKilowattHour;
}

/// The end uses of energy, the largest first.
std::vector<const UsePower*> largest_uses(const RunKpis& run) {
  std::vector<const UsePower*> uses;
  for (const UsePower& use : run.powers.uses) {
    if (energy_of(run, use.watts) > 0.0) uses.push_back(&use);
  }
  std::stable_sort(uses.begin(), uses.end(), [&run](const UsePower* a, const UsePower* b) {
    return energy_of(run, a->watts) > energy_of(run, b->watts);
  });
  if (uses.size() > kMostCurves) uses.resize(kMostCurves);
  return uses;
}

/// The number of hours during which a power is at least as large: powers in descending order.
ReportCurve duration_curve(const RunPowers& powers, const std::vector<double>& watts) {
  std::vector<std::size_t> order(watts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&watts](std::size_t a, std::size_t b) { return watts[a] > watts[b]; });
  ReportCurve curve{"", Style::Line};
  const std::size_t stride =
      std::max<std::size_t>(1, (order.size() + kCurvePoints - 1) / kCurvePoints);
  double hours = 0.0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i % stride == 0) {
      curve.x.push_back(hours);
      curve.y.push_back(watts[order[i]] / 1000.0);
    }
    hours += seconds(powers.ends[order[i] + 1] - powers.ends[order[i]]) / kSecondsPerHour;
    if (i + 1 < order.size()) continue;
    curve.x.push_back(hours);
    curve.y.push_back(watts[order[i]] / 1000.0);
  }
  return curve;
}

std::optional<ReportFigure> duration_figure(const RunKpis& run) {
  ReportChart chart;
  chart.x = {"hours with at least this power", "h"};
  chart.y = {"power", "kW"};
  for (const UsePower* use : largest_uses(run)) {
    ReportCurve curve = duration_curve(run.powers, use->watts);
    curve.name = use_words(run.powers.uses, *use);
    curve.color = end_use_color(use->end_use, chart.curves.size());
    for (const ReportCurve& other : chart.curves) {
      if (other.color == curve.color) curve.color = (curve.color + 2) % 8;
    }
    chart.curves.push_back(std::move(curve));
  }
  if (chart.curves.empty()) return std::nullopt;
  return ReportFigure{titled("Load duration", run.run), "", std::move(chart)};
}

/// The days that a run covers completely, with their mean outdoor temperature.
struct Days {
  std::vector<Instant> edges{};
  std::vector<std::size_t> whole{};  ///< positions of complete days
  std::vector<double> outdoor{};     ///< mean of each day, degC
};

Days days_of(const RunKpis& run, const RowMeans& outdoor) {
  Days days;
  const Instant begin = run.powers.ends.front(), end = run.powers.ends.back();
  days.edges = span_edges(begin, end, Zone(run.zone), Span::Day);
  days.outdoor = span_means(outdoor, days.edges);
  for (std::size_t d = 0; d + 1 < days.edges.size(); ++d) {
    const bool whole = days.edges[d] >= begin && days.edges[d + 1] <= end;
    if (whole && std::isfinite(days.outdoor[d])) days.whole.push_back(d);
  }
  return days;
}

/// Adds dots of daily energy and the line fitted to them; returns a description of the fit.
std::string add_signature(const RunKpis& run, const Days& days, const std::string& end_use,
                          bool heating, ReportChart& chart) {
  ReportCurve dots{end_use + ", one point per day", Style::Dots};
  dots.color = end_use_color(end_use, 0);
  std::vector<double> sums(days.edges.size() - 1);
  for (const UsePower& use : run.powers.uses) {
    if (use.end_use != end_use) continue;
    const std::vector<double> own = span_sums({run.powers.ends, use.watts}, days.edges);
    for (std::size_t d = 0; d < sums.size(); ++d) sums[d] += own[d] / kJoulesPerKilowattHour;
  }
  for (const std::size_t d : days.whole) {
    dots.x.push_back(days.outdoor[d]);
    dots.y.push_back(sums[d]);
  }
  if (std::all_of(dots.y.begin(), dots.y.end(), [](double y) { return y == 0.0; })) return "";
  const auto fit = fit_change_point(dots.x, dots.y, heating);
  std::string words;
  if (fit) {
    const auto [low, high] = std::minmax_element(dots.x.begin(), dots.x.end());
    ReportCurve line{end_use + ", fitted", Style::Line};
    line.color = dots.color;
    line.x = {*low, std::clamp(fit->base, *low, *high), *high};
    for (const double x : line.x) line.y.push_back(fit->at(x));
    words = fmt::format(
        "{}: {:.3g} kWh/d for each kelvin {} {:.1f} °C, which is {:.3g} W/K, and {:.3g} kWh/d "
        "otherwise. ",
        capitalised(end_use), fit->slope, heating ? "below" : "above", fit->base,
        fit->slope * 1000.0 / 24.0, fit->rest);
    chart.curves.push_back(std::move(dots));
    chart.curves.push_back(std::move(line));
  } else {
    chart.curves.push_back(std::move(dots));
  }
  return words;
}

std::optional<ReportFigure> signature_figure(const RunKpis& run,
                                             const std::optional<RowMeans>& outdoor) {
  if (!outdoor || run.powers.uses.empty()) return std::nullopt;
  const Days days = days_of(run, *outdoor);
  if (days.whole.size() < kFewestDays) return std::nullopt;
  ReportChart chart;
  chart.x = {"mean outdoor temperature of the day", "degC"};
  chart.y = {"energy of the day", "kWh"};
  std::string note = add_signature(run, days, "heating", true, chart);
  note += add_signature(run, days, "cooling", false, chart);
  if (chart.curves.empty()) return std::nullopt;
  return ReportFigure{titled("Energy signature", run.run), std::move(note), std::move(chart)};
}

/// Hourly means of one quantity, a column for each day.
std::optional<ReportFigure> carpet_figure(const RowMeans& rows, const std::string& zone_name,
                                          const std::string& title, const std::string& value_name,
                                          const std::string& unit) {
  const Zone zone(zone_name);
  const Instant begin = rows.ends.front(), end = rows.ends.back();
  const std::vector<Instant> days = span_edges(begin, end, zone, Span::Day);
  const std::vector<Instant> hours = span_edges(begin, end, zone, Span::Hour);
  if (days.size() < kFewestCarpetDays + 1 || hours.size() < 2) return std::nullopt;
  const std::vector<double> means = span_means(rows, hours);
  ReportGrid grid{.value_name = value_name, .unit = unit};
  grid.y_title = "hour of the day";
  grid.values.assign(kHoursOfDay, std::vector<double>(days.size() - 1, NAN));
  const LocalTime first = midnight(zone.local(begin));
  for (std::size_t h = 0; h < means.size(); ++h) {
    const LocalTime local = zone.local(hours[h]);
    const auto day = std::chrono::floor<std::chrono::days>(local - first).count();
    const auto hour =
        std::chrono::duration_cast<std::chrono::hours>(local - midnight(local)).count();
    // Of the hour that occurs twice when clocks are put back, the first value is kept.
    double& cell = grid.values[static_cast<std::size_t>(hour)].at(static_cast<std::size_t>(day));
    if (!std::isfinite(cell)) cell = means[h];
  }
  for (std::size_t hour = 0; hour < kHoursOfDay; ++hour) {
    grid.rows.push_back(hour % 6 == 0 ? fmt::format("{:02}:00", hour) : "");
  }
  const std::size_t count = days.size() - 1;
  for (std::size_t d = 0; d < count; ++d) {
    const std::string stamp = format_time(days[d], zone).substr(0, 10);
    const bool marked = count > 62 ? stamp.ends_with("-01") : count <= 14 || d % 7 == 0;
    grid.columns.push_back(marked ? stamp : "");
  }
  return ReportFigure{title, "", std::move(grid)};
}

/// The carpet plot of a power, if no signals are chosen: of electricity, otherwise of the carrier
/// with the most energy.
std::optional<ReportFigure> power_carpet(const RunKpis& run) {
  std::map<std::string, std::vector<double>> carriers;
  for (const UsePower& use : run.powers.uses) {
    std::vector<double>& sum = carriers[use.carrier];
    sum.resize(use.watts.size());
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += use.watts[k] / 1000.0;
  }
  const std::string* chosen = nullptr;
  for (const auto& [carrier, kilowatts] : carriers) {
    const bool more =
        chosen == nullptr || energy_of(run, kilowatts) > energy_of(run, carriers[*chosen]);
    if (more) chosen = &carrier;
  }
  if (const auto found = carriers.find("electricity");
      found != carriers.end() && energy_of(run, found->second) > 0.0) {
    chosen = &found->first;
  }
  if (chosen == nullptr) return std::nullopt;
  const std::string words = plain_words(*chosen);
  return carpet_figure({run.powers.ends, carriers[*chosen]}, run.zone,
                       titled("Power of " + words + " by hour and day", run.run), words, "kW");
}

void add_carpets(const RunSeries& run, const std::vector<std::string>& patterns,
                 std::vector<ReportFigure>& figures, Diagnostics& diagnostics) {
  PatternWork work;
  const std::int64_t letters = letters_of(run.results.signals);
  for (const std::string& pattern : patterns) {
    bool any = false;
    work.add(pattern, letters, {.pointer = "carpet"});
    for (std::size_t i = 0; i < run.results.signals.size(); ++i) {
      const Signal& signal = run.results.signals[i];
      if (!glob_match(pattern, signal.name) || figures.size() > kMostCarpets) continue;
      any = true;
      auto figure = carpet_figure(row_means(run, i), run.zone,
                                  titled(plain_signal(column_name(signal)), run.run), signal.name,
                                  signal.unit.symbol);
      if (figure) figures.push_back(std::move(*figure));
    }
    if (any) continue;
    diagnostics.warning(
        "report.signal_unknown", {},
        fmt::format("no signal of the results{} matches '{}' of the configuration's "
                    "carpet",
                    run.run.empty() ? "" : " '" + run.run + "'", pattern));
  }
}

/// A line of equal relative humidity from the coldest to the warmest shown temperature.
ReportCurve humidity_line(double share, double low, double high) {
  ReportCurve line{share == 1.0 ? "saturated air" : "", Style::Line};
  line.color = -1;
  for (int i = 0; i <= 60; ++i) {
    const double temperature = low + (high - low) * i / 60.0;
    const double vapour = share * physics::saturation_pressure(temperature);
    line.x.push_back(temperature);
    line.y.push_back(1000.0 *
                     physics::humidity_ratio_of_vapour(vapour, physics::kStandardPressure));
  }
  return line;
}

/// Temperature and humidity of air at the places at which both are recorded.
std::optional<ReportFigure> psychrometric_figure(const RunSeries& run) {
  constexpr std::string_view kHumidity = "HumidityRatio";
  const auto& signals = run.results.signals;
  ReportChart chart;
  chart.x = {"temperature", "degC"};
  chart.y = {"humidity ratio", "g/kg"};
  double low = INFINITY, high = -INFINITY, most = 0.0;
  for (std::size_t i = 0; i < signals.size() && chart.curves.size() < kMostCurves; ++i) {
    const std::string& name = signals[i].name;
    const std::size_t at = name.rfind(kHumidity);
    if (at == std::string::npos || signals[i].statistic != Statistic::End) continue;
    const std::string paired = std::string(name).replace(at, kHumidity.size(), "Temperature");
    const auto other = std::find_if(signals.begin(), signals.end(), [&](const Signal& signal) {
      return signal.name == paired && signal.statistic == Statistic::End &&
             signal.unit == unit::degC;
    });
    if (other == signals.end()) continue;
    const auto column = static_cast<std::size_t>(other - signals.begin());
    ReportCurve dots{plain_signal(paired), Style::Dots};
    dots.color = static_cast<int>(chart.curves.size());
    const long stride = std::max(1L, run.results.rows() / static_cast<long>(kMostStates));
    double humid = 0.0, dry = INFINITY;
    for (long k = 0; k < run.results.rows(); k += stride) {
      const double ratio = 1000.0 * run.results.row(k)[i];
      const double temperature = run.results.row(k)[column];
      if (!std::isfinite(ratio) || !std::isfinite(temperature)) continue;
      dots.x.push_back(temperature);
      dots.y.push_back(ratio);
      low = std::min(low, temperature);
      high = std::max(high, temperature);
      humid = std::max(humid, ratio);
      dry = std::min(dry, ratio);
    }
    if (!(humid > dry)) continue;  // the model does not compute this humidity
    most = std::max(most, humid);
    chart.curves.push_back(std::move(dots));
  }
  if (chart.curves.empty() || !(high > -60.0) || !(low < 90.0)) return std::nullopt;
  const double from = std::max(-60.0, std::floor(low - 2.0)),
               to = std::min(90.0, std::ceil(high + 2.0));
  chart.x.range = ReportRange{from, to};
  chart.y.range = ReportRange{0.0, 1.15 * most};
  for (const double share : {1.0, 0.8, 0.6, 0.4, 0.2}) {
    ReportCurve line = humidity_line(share, from, to);
    for (double& y : line.y) {
      if (y > 1.15 * most) y = NAN;
    }
    chart.curves.push_back(std::move(line));
  }
  return ReportFigure{titled("Psychrometric chart", run.run),
                      "Lines of 20, 40, 60, 80 and 100 % relative humidity at 101.325 kPa.",
                      std::move(chart)};
}

}  // namespace

int end_use_color(const std::string& end_use, std::size_t position) {
  static const std::map<std::string, int> kColors = {
      {"heating", 1},      {"cooling", 0},
      {"fans", 5},         {"pumps", 2},
      {"lighting", 4},     {"lights", 4},
      {"equipment", 7},    {"metered", 7},
      {"photovoltaic", 4}, {"domestic_hot_water", 6}};
  const auto found = kColors.find(end_use);
  return found != kColors.end() ? found->second : static_cast<int>(3 + position) % 8;
}

std::optional<ChangePoint> fit_change_point(const std::vector<double>& x,
                                            const std::vector<double>& y, bool heating) {
  constexpr int kTrials = 200;
  const std::size_t n = std::min(x.size(), y.size());
  if (n < kFewestDays) return std::nullopt;
  const auto [low, high] = std::minmax_element(x.begin(), x.end());
  if (!(*high > *low)) return std::nullopt;
  std::optional<ChangePoint> best;
  double least = std::numeric_limits<double>::infinity();
  for (int trial = 0; trial <= kTrials; ++trial) {
    ChangePoint fit{.base = *low + (*high - *low) * trial / kTrials, .heating = heating};
    double sum_u = 0.0, sum_y = 0.0, sum_uu = 0.0, sum_uy = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const double u = fit.beyond(x[i]);
      sum_u += u;
      sum_y += y[i];
      sum_uu += u * u;
      sum_uy += u * y[i];
    }
    const double count = static_cast<double>(n);
    const double spread = sum_uu - sum_u * sum_u / count;
    if (!(spread > 0.0)) continue;
    fit.slope = (sum_uy - sum_u * sum_y / count) / spread;
    fit.rest = (sum_y - fit.slope * sum_u) / count;
    if (!(fit.slope > 0.0)) continue;
    double squares = 0.0;
    for (std::size_t i = 0; i < n; ++i) squares += std::pow(y[i] - fit.at(x[i]), 2);
    if (squares >= least) continue;
    least = squares;
    best = fit;
  }
  return best;
}

std::vector<ReportFigures> load_figures(const RunKpis* kpis, const RunSeries& run,
                                        const std::optional<RowMeans>& outdoor,
                                        const std::vector<std::string>& carpets,
                                        Diagnostics& diagnostics) {
  ReportFigures group;
  const auto add = [&group](std::optional<ReportFigure> figure) {
    if (figure) group.figures.push_back(std::move(*figure));
  };
  if (run.results.rows() < 2) return {};
  const bool powers = kpis != nullptr && kpis->powers.ends.size() > 1;
  if (powers) {
    add(duration_figure(*kpis));
    add(signature_figure(*kpis, outdoor));
    if (carpets.empty()) add(power_carpet(*kpis));
  }
  add_carpets(run, carpets, group.figures, diagnostics);
  add(psychrometric_figure(run));
  if (group.figures.empty()) return {};
  return {std::move(group)};
}

}  // namespace hearth::apps
