// SPDX-License-Identifier: MIT
// Figures of the differences between a calibrated model and its measurements.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <numbers>

#include <fmt/format.h>

#include "hearth/apps/report/collect/result_parts.hpp"
#include "hearth/data/sources/measurement.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/estimation/solver/whiteness.hpp"

namespace hearth::apps {
namespace {

using Style = ReportCurve::Style;
using Along = ReportLimit::Along;

constexpr std::size_t kMostDots = 3000;   // dots of a scatter plot
constexpr std::size_t kLinePoints = 600;  // points of a line
constexpr double kNormal95 = 1.959963984540054;
constexpr double kSecondsOfDay = 86400.0;  // s

/// One measured output in one period, by row.
struct PeriodSignal {
  std::string run;
  ReportTimes times;
  std::vector<double> simulated, measured;
  std::vector<double> expected, sd;  ///< for a Kalman filter, without sensor noise
  bool validation = false;
};

/// A measured output in all periods.
struct MeasuredOutput {
  std::string port;
  Unit unit = unit::one;
  std::vector<PeriodSignal> periods;
};

std::vector<MeasuredOutput> outputs_of(const Json& result) {
  std::vector<MeasuredOutput> outputs;
  const std::string zone = text_member(member(result, "settings"), "timezone");
  for (const Json& run : list_member(result, "runs")) {
    for (const auto& [port, signal] : member(run, "signals").items()) {
      PeriodSignal own;
      own.run = text_member(run, "name");
      own.validation = own.run.starts_with("validation");
      own.simulated = numbers_of(list_member(signal, "simulated"));
      own.measured = numbers_of(list_member(signal, "measured"));
      own.expected = numbers_of(list_member(signal, "expected"));
      own.sd = numbers_of(list_member(signal, "sd"));
      own.measured.resize(own.simulated.size(), NAN);
      const auto times = times_from(text_member(run, "start"), number_member(run, "step"),
                                    own.simulated.size(), zone.empty() ? "+00:00" : zone);
      if (!times) continue;
      own.times = *times;
      if (own.expected.size() != own.simulated.size() || own.sd.size() != own.expected.size()) {
        own.expected.clear();
      }
      const auto same = [&port = port](const MeasuredOutput& output) {
        return output.port == port;
      };
      auto found = std::find_if(outputs.begin(), outputs.end(), same);
      if (found == outputs.end()) {
        found = outputs.insert(outputs.end(), MeasuredOutput{port, unit::one, {}});
        found->unit = parse_unit(text_member(signal, "unit")).value_or(Unit(unit::one));
      }
      found->periods.push_back(std::move(own));
    }
  }
  return outputs;
}

/// The standard deviation of an output's sensor, either estimated or given.
double sensor_sd(const Json& result, const MeasuredOutput& output) {
  for (const auto& [name, parameter] : member(result, "parameters").items()) {
    const std::vector<std::string> ports = text_list(member(parameter, "sd_of"));
    const auto value = number_member(parameter, "value");
    if (!value || std::find(ports.begin(), ports.end(), output.port) == ports.end()) continue;
    const auto unit = parse_unit(text_member(parameter, "unit"));
    const Unit own = parse_unit(difference_unit(output.unit)).value_or(output.unit);
    const auto factor = unit ? difference_factor(*unit, own) : std::nullopt;
    return *value * factor.value_or(1.0);
  }
  return number_member(member(member(result, "settings"), "sd"), output.port).value_or(0.0);
}

/// Measured minus expected values, divided by the standard deviation of the difference.
std::vector<double> innovations(const PeriodSignal& period, double sensor) {
  std::vector<double> values;
  for (std::size_t k = 0; k < period.expected.size(); ++k) {
    values.push_back((period.measured[k] - period.expected[k]) / std::hypot(period.sd[k], sensor));
  }
  return values;
}

std::vector<double> residuals(const PeriodSignal& period) {
  std::vector<double> values;
  for (std::size_t k = 0; k < period.simulated.size(); ++k) {
    values.push_back(period.simulated[k] - period.measured[k]);
  }
  return values;
}

/// The most frequent distance of values, in rows.
long usual_distance(const std::vector<double>& values) {
  std::map<long, long> counts;
  long last = -1;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (std::isnan(values[k])) continue;
    if (last >= 0) ++counts[static_cast<long>(k) - last];
    last = static_cast<long>(k);
  }
  const auto usual = std::max_element(counts.begin(), counts.end(),
                                      [](auto& a, auto& b) { return a.second < b.second; });
  return usual == counts.end() ? 1 : usual->first;
}

/// Values at that distance, one period after the other; NaN for missing values.
std::vector<double> even_series(const std::vector<std::vector<double>>& periods) {
  std::vector<double> series;
  for (const std::vector<double>& values : periods) {
    const long distance = usual_distance(values);
    long last = -1;
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (std::isnan(values[k])) continue;
      const long gap = last < 0 ? 0 : (static_cast<long>(k) - last) / distance - 1;
      series.insert(series.end(), static_cast<std::size_t>(std::max(0L, gap)), NAN);
      series.push_back(values[k]);
      last = static_cast<long>(k);
    }
    if (periods.size() > 1) series.push_back(NAN);
  }
  return series;
}

ReportFigure scatter_figure(const MeasuredOutput& output) {
  std::size_t count = 0;
  for (const PeriodSignal& period : output.periods) count += period.simulated.size();
  const std::size_t stride = (count + kMostDots - 1) / kMostDots;
  ReportChart chart;
  chart.x = {"measured", std::string(output.unit.symbol)};
  chart.y = {"simulated", std::string(output.unit.symbol)};
  double low = INFINITY, high = -INFINITY;
  for (const bool validation : {false, true}) {
    ReportCurve dots{validation ? "validation" : "calibration", Style::Dots};
    dots.color = validation ? 1 : 0;
    for (const PeriodSignal& period : output.periods) {
      if (period.validation != validation) continue;
      for (std::size_t k = 0; k < period.simulated.size(); k += stride) {
        if (!std::isfinite(period.measured[k]) || !std::isfinite(period.simulated[k])) continue;
        dots.x.push_back(period.measured[k]);
        dots.y.push_back(period.simulated[k]);
        low = std::min({low, dots.x.back(), dots.y.back()});
        high = std::max({high, dots.x.back(), dots.y.back()});
      }
    }
    if (!dots.x.empty()) chart.curves.push_back(std::move(dots));
  }
  if (low <= high) {
    chart.limits.push_back({"simulated = measured", Along::Between, 0.0, {low, high}, {low, high}});
  }
  ReportFigure figure{"Simulated against measured", "", std::move(chart)};
  if (stride > 1) figure.note = fmt::format("The plot shows every {}th row.", stride);
  return figure;
}

/// Sums over one hour of the day.
struct HourSums {
  double count = 0.0, sum = 0.0, squares = 0.0;
  double mean() const { return count > 0.0 ? sum / count : NAN; }
  double sd() const {
    return count > 1.0 ? std::sqrt(std::max(0.0, squares / count - mean() * mean())) : NAN;
  }
};

std::array<HourSums, 24> sums_by_hour(const MeasuredOutput& output, bool validation) {
  std::array<HourSums, 24> hours{};
  for (const PeriodSignal& period : output.periods) {
    if (period.validation != validation) continue;
    const Zone zone(period.times.zone);
    const std::vector<double> values = residuals(period);
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (!std::isfinite(values[k])) continue;
      const double time = period.times.start + period.times.step * static_cast<double>(k);
      const Instant instant{std::chrono::round<Duration>(std::chrono::duration<double>(time))};
      const LocalTime local = zone.local(instant);
      const auto clock = local - std::chrono::floor<std::chrono::days>(local);
      HourSums& hour = hours.at(
          static_cast<std::size_t>(std::chrono::duration_cast<std::chrono::hours>(clock).count()));
      hour.count += 1.0;
      hour.sum += values[k];
      hour.squares += values[k] * values[k];
    }
  }
  return hours;
}

ReportFigure hour_figure(const MeasuredOutput& output) {
  ReportChart chart;
  chart.x = {"hour of the day", "", ReportRange{0.0, 24.0}};
  chart.y = {"simulated − measured", difference_unit(output.unit)};
  for (const bool validation : {false, true}) {
    ReportCurve mean{validation ? "validation, mean" : "calibration, mean", Style::Line};
    ReportCurve band{validation ? "" : "calibration, ± standard deviation", Style::Band};
    mean.color = band.color = validation ? 1 : 0;
    const auto hours = sums_by_hour(output, validation);
    double count = 0.0;
    for (std::size_t hour = 0; hour < hours.size(); ++hour) {
      mean.x.push_back(static_cast<double>(hour) + 0.5);
      mean.y.push_back(hours[hour].mean());
      band.y.push_back(hours[hour].mean() - hours[hour].sd());
      band.upper.push_back(hours[hour].mean() + hours[hour].sd());
      count += hours[hour].count;
    }
    band.x = mean.x;
    if (count == 0.0) continue;
    if (!validation) chart.curves.push_back(std::move(band));
    chart.curves.push_back(std::move(mean));
  }
  chart.limits.push_back({"", Along::X, 0.0});
  ReportFigure figure{"Residual by hour of the day", "", std::move(chart)};
  figure.note = fmt::format(
      "A daily pattern indicates gains or schedules that are missing in the model. Hours are in "
      "the time zone {}.",
      output.periods.front().times.zone);
  return figure;
}

/// The distribution of the residuals with the normal distribution of the same mean and standard
/// deviation.
std::optional<ReportFigure> distribution_figure(const MeasuredOutput& output) {
  constexpr double kFewestBins = 5.0, kMostBins = 40.0;
  std::array<std::vector<double>, 2> all;  // of calibration and validation
  double low = INFINITY, high = -INFINITY;
  for (const PeriodSignal& period : output.periods) {
    for (const double value : residuals(period)) {
      if (!std::isfinite(value)) continue;
      all.at(period.validation ? 1 : 0).push_back(value);
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (!(high - low > 1e-12 * std::max(std::abs(low), std::abs(high)))) return std::nullopt;
  ReportChart chart;
  chart.x = {"simulated − measured", difference_unit(output.unit)};
  chart.y = {"share of the values", "%"};
  for (const std::size_t part : {0, 1}) {
    const std::vector<double>& values = all.at(part);
    const auto count = static_cast<double>(values.size());
    if (count < kFewestBins) continue;
    const double bins = std::clamp(std::ceil(std::sqrt(count)), kFewestBins, kMostBins);
    const double width = (high - low) / bins;
    ReportCurve columns{part == 1 ? "validation" : "calibration", Style::Bins};
    ReportCurve normal{part == 1 ? "" : "normal distribution", Style::Line};
    columns.color = normal.color = static_cast<int>(part);
    columns.y.assign(static_cast<std::size_t>(bins), 0.0);
    double sum = 0.0, squares = 0.0;
    for (const double value : values) {
      const double place = std::min(std::floor((value - low) / width), bins - 1.0);
      columns.y[static_cast<std::size_t>(place)] += 100.0 / count;
      sum += value;
      squares += value * value;
    }
    for (double k = 0.0; k <= bins; ++k) columns.x.push_back(low + k * width);
    const double mean = sum / count;
    const double sd = std::sqrt(std::max(0.0, squares / count - mean * mean));
    constexpr int kCurvePoints = 80;
    for (int k = 0; sd > 0.0 && k <= kCurvePoints; ++k) {
      const double x = low + (high - low) * k / kCurvePoints;
      const double z = (x - mean) / sd;
      normal.x.push_back(x);
      normal.y.push_back(100.0 * width * std::exp(-0.5 * z * z) /
                         (sd * std::sqrt(2.0 * std::numbers::pi)));
    }
    chart.curves.push_back(std::move(columns));
    chart.curves.push_back(std::move(normal));
  }
  if (chart.curves.empty()) return std::nullopt;
  return ReportFigure{"Distribution of the residuals", "", std::move(chart)};
}

std::optional<ReportFigure> autocorrelation_figure(const Json& described, double count) {
  ReportCurve stems{"", Style::Stems};
  stems.y = numbers_of(list_member(described, "autocorrelation"));
  if (stems.y.empty() || !(count > 0.0)) return std::nullopt;
  for (std::size_t lag = 1; lag <= stems.y.size(); ++lag) {
    stems.x.push_back(static_cast<double>(lag));
  }
  const double limit = kNormal95 / std::sqrt(count);
  ReportChart chart;
  chart.x = {"lag in values"};
  chart.x.range = ReportRange{0.0, static_cast<double>(stems.y.size()) + 1.0};
  chart.y = {"autocorrelation"};
  chart.curves = {std::move(stems)};
  chart.limits = {{"95 % of white noise lie within", Along::X, limit}, {"", Along::X, -limit}};
  return ReportFigure{"Autocorrelation", "", std::move(chart)};
}

std::optional<ReportFigure> periodogram_figure(const std::vector<double>& series, double distance) {
  const std::vector<double> cumulative = estimation::cumulative_periodogram(series);
  const double limit = estimation::whiteness(series).periodogram_limit;
  if (cumulative.size() < 2 || !(limit > 0.0)) return std::nullopt;
  ReportCurve line{"share of the variance at lower frequencies", Style::Line};
  const double base =
      kSecondsOfDay / (static_cast<double>(series.size()) * distance);  // cycles per day
  const std::size_t stride = (cumulative.size() + kLinePoints - 1) / kLinePoints;
  for (std::size_t k = 0; k < cumulative.size(); ++k) {
    if (k % stride != 0 && k + 1 != cumulative.size()) continue;
    line.x.push_back(base * static_cast<double>(k + 1));
    line.y.push_back(cumulative[k]);
  }
  const double last = base * static_cast<double>(cumulative.size());
  const double inner = std::max(0.0, 1.0 - limit);
  ReportChart chart;
  chart.x = {"frequency", "1/d", ReportRange{0.0, last}};
  chart.y = {"cumulative periodogram", "", ReportRange{0.0, 1.0}};
  chart.curves = {std::move(line)};
  chart.limits = {{"white noise lies within, in 95 % of series",
                   Along::Between,
                   0.0,
                   {last * (1.0 - inner), last},
                   {0.0, inner}},
                  {"", Along::Between, 0.0, {0.0, last * inner}, {1.0 - inner, 1.0}}};
  return ReportFigure{"Cumulative periodogram", "", std::move(chart)};
}

/// Adds figures that show whether the innovations, or the residuals without a filter, are white.
void add_whiteness(const Json& result, const MeasuredOutput& output, double sensor,
                   std::vector<ReportFigure>& figures) {
  const Json& described = member(member(result, "measurements"), output.port);
  const Json& filtered = member(described, "innovations");
  const bool kalman = filtered.is_object();
  std::vector<std::vector<double>> periods;
  double step = 0.0;
  for (const PeriodSignal& period : output.periods) {
    if (period.validation || (kalman && period.expected.empty())) continue;
    periods.push_back(kalman ? innovations(period, sensor) : residuals(period));
    step = period.times.step * static_cast<double>(usual_distance(periods.back()));
  }
  const auto count = number_member(kalman ? filtered : described, "n").value_or(0.0);
  auto lags = autocorrelation_figure(kalman ? filtered : member(described, "residuals"), count);
  auto spectrum = periodogram_figure(even_series(periods), step);
  for (auto* figure : {&lags, &spectrum}) {
    if (!*figure) continue;
    (*figure)->title += kalman ? " of innovations" : " of residuals";
    figures.push_back(std::move(**figure));
  }
}

/// The values that the filter expected, each from the measured values before it.
ReportSignal expected_signal(const PeriodSignal& period, const MeasuredOutput& output,
                             double sensor) {
  ReportSignal own;
  own.name = output.port;
  own.unit = output.unit.symbol;
  own.values = floats(period.expected);
  own.measured = floats(period.measured);
  ReportBand band{"95 % of a measured value", {}, {}};
  for (std::size_t k = 0; k < period.expected.size(); ++k) {
    const double reach = kNormal95 * std::hypot(period.sd[k], sensor);
    band.low.push_back(static_cast<float>(period.expected[k] - reach));
    band.high.push_back(static_cast<float>(period.expected[k] + reach));
  }
  own.bands = {std::move(band)};
  return own;
}

/// Adds two lines from the first to the last row of the series.
void add_limits(ReportPlot& plot, ReportSeries& series) {
  double begin = INFINITY, end = -INFINITY;
  for (const int signal : plot.signals) {
    const ReportTimes& times = series.times[static_cast<std::size_t>(
        series.signals[static_cast<std::size_t>(signal)].times)];
    begin = std::min(begin, times.start);
    end = std::max(end, times.start + times.step * static_cast<double>(times.rows - 1));
  }
  if (!(begin < end)) return;
  series.times.push_back({begin, end - begin, 2, series.times.back().zone});
  for (const double limit : {kNormal95, -kNormal95}) {
    ReportSignal own;
    own.name = limit > 0.0 ? "95 % of white noise: upper limit" : "lower limit";
    own.unit = "1";
    own.times = static_cast<int>(series.times.size()) - 1;
    own.values.assign(2, static_cast<float>(limit));
    own.limit = true;
    plot.signals.push_back(add_signal(std::move(own), series));
  }
}

/// Adds the values that a filter expected in all periods, and the innovations.
void add_filter(const MeasuredOutput& output, double sensor, const std::string& name,
                ReportSeries& series) {
  ReportPlot ahead{titled("One step ahead: " + output.port, name),
                   std::string(output.unit.symbol),
                   {},
                   ReportPart::Agreement,
                   "expected"};
  ReportPlot normalised{titled("Normalised innovations: " + output.port, name),
                        "1",
                        {},
                        ReportPart::Agreement,
                        "value"};
  for (const PeriodSignal& period : output.periods) {
    if (period.expected.empty()) continue;
    ReportSignal expected = expected_signal(period, output, sensor);
    expected.run = period.run;
    expected.times = static_cast<int>(series.times.size());
    ReportSignal own;
    own.name = "(measured − expected) / sd";
    own.unit = "1";
    own.run = period.run;
    own.times = expected.times + 1;
    own.values = floats(innovations(period, sensor));
    for (ReportSignal* signal : {&expected, &own}) {
      ReportTimes times = period.times;
      signal->measured = floats(period.measured);
      leave_out_warmup(*signal, times);
      series.times.push_back(times);
    }
    own.measured.clear();
    ahead.signals.push_back(add_signal(std::move(expected), series));
    normalised.signals.push_back(add_signal(std::move(own), series));
  }
  if (ahead.signals.empty()) return;
  add_limits(normalised, series);
  series.plots.push_back(std::move(ahead));
  series.plots.push_back(std::move(normalised));
}

}  // namespace

ResultParts residual_parts(const Json& result, const std::string& name) {
  ResultParts parts;
  for (const MeasuredOutput& output : outputs_of(result)) {
    const double sensor = sensor_sd(result, output);
    ReportFigures group{titled(output.port, name), "", {}};
    group.figures = {scatter_figure(output), hour_figure(output)};
    if (auto figure = distribution_figure(output)) group.figures.push_back(*std::move(figure));
    add_whiteness(result, output, sensor, group.figures);
    parts.figures.push_back(std::move(group));
    add_filter(output, sensor, name, parts.series);
  }
  return parts;
}

}  // namespace hearth::apps
