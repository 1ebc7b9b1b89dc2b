// SPDX-License-Identifier: MIT
#include "hearth/tests/apps/report/page/fixture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <fmt/format.h>

#include "hearth/apps/report/page/html_text.hpp"

namespace hearth::tests {
namespace {

using namespace hearth::apps;

constexpr double kStart = 1672527600.0;  // 2023-01-01T00:00+01:00
constexpr double kQuarter = 900.0;       // s
constexpr double kDay = 86400.0;         // s
constexpr double kTurn = 6.283185307179586;

/// Numbers that are the same with every standard library.
class Noise {
 public:
  /// Uniform in [-1, 1).
  double operator()() { return static_cast<double>(engine_()) / 2147483648.0 - 1.0; }

 private:
  std::mt19937 engine_{42};
};

std::string node_name(int n) {
  static const char* const kNames[] = {"weather",        "occupancy",   "setpoint",
                                       "020B",           "020B_heater", "valve <1> & \"2\"",
                                       "020B_damper",    "020B_pid",    "</script><b>bold</b>",
                                       "020B_co2_sensor"};
  if (n < 10) return kNames[n];
  return n < 20 ? fmt::format("zone_{:03}", n) : fmt::format("zone_{:02}/part_{:03}", n / 12, n);
}

const char* node_type(int n) {
  static const char* const kTypes[] = {"OutdoorEnvironment",
                                       "Schedule",
                                       "Schedule",
                                       "BuildingSpace",
                                       "SpaceHeater",
                                       "Valve",
                                       "Damper",
                                       "PidController",
                                       "Sensor",
                                       "Sensor"};
  return kTypes[n % 10];
}

ReportNode node(int n, int levels, int count) {
  ReportNode result;
  result.id = node_name(n);
  result.type = node_type(n);
  result.iri = fmt::format("http://example.org/one_room#{}", n);
  result.doc = "One air volume with a heavy envelope & two exchanges.";
  result.level = std::min(levels - 1, n * levels / count);
  result.inputs = {{"outdoorTemperature", "degC", "air outside", {"weather.outdoorTemperature"}},
                   {"valvePosition", "1", "", {node_name(std::max(0, n - 1)) + ".out"}}};
  result.outputs = {
      {"indoorTemperature", "degC", "air inside", {node_name((n + 1) % count) + ".x"}}};
  result.parameters = {{"C_air", "2000000", "J/K", "default", "heat capacity", "1e6 … 1e7"},
                       {"R_out", "0.0512345678901", "K/W", "calibrated", "", "sd 0.0012"}};
  result.initial = {{"indoorTemperature", "20", "degC", "file", "", ""}};
  result.config = {
      {"value",
       R"({"default":0,"rules":[{"days":"Mon-Fri","from":"08:00","to":"16:00","value":4}]})", "",
       "file", "", ""}};
  return result;
}

ReportGraph graph(int count) {
  ReportGraph result;
  result.model = "one_room";
  result.levels = std::clamp(count / 3, 2, 14);
  for (int n = 0; n < count; ++n) result.nodes.push_back(node(n, result.levels, count));
  for (int n = 1; n < count; ++n) {
    const int from = std::max(0, n - 1 - (n * 7) % std::max(2, count / 4));
    if (result.nodes[from].level < result.nodes[n].level) {
      result.edges.push_back({from, n, false, "", {"outdoorTemperature -> outdoorTemperature"}});
    }
    const int next = std::min(count - 1, n + count / result.levels);
    if (result.nodes[next].level > result.nodes[n].level && n % 2 == 0) {
      result.edges.push_back({n, next, false, "", {"x -> y"}});
    }
  }
  result.edges.push_back({count - 1, count / 3, true, "state", {"measuredValue -> actualValue"}});
  result.edges.push_back({count / 2, 1, true, "algebraic", {"a<b -> c&d"}});
  result.svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300\" height=\"80\"><rect width=\"300\" "
      "height=\"80\" fill=\"white\"/><text x=\"20\" y=\"40\">drawing of the graph</text></svg>";
  return result;
}

/// A temperature over a year: seasons, days and random weather.
ReportSignal signal(int index, long rows, Noise& noise) {
  ReportSignal result;
  result.name = fmt::format("{}.indoorTemperature", node_name(index % 20));
  result.unit = "degC";
  double weather = 0.0;
  for (long row = 0; row < rows; ++row) {
    const double time = kQuarter * static_cast<double>(row);
    weather = 0.998 * weather + 0.06 * noise();
    const double value = 21.0 + 0.1 * index - 2.0 * std::cos(kTurn * time / (365.0 * kDay)) -
                         1.2 * std::cos(kTurn * (time / kDay - 0.1)) + weather;
    result.values.push_back(static_cast<float>(value));
    const double measured = std::round(20.0 * (value + 0.15 * noise() + 0.1)) / 20.0;
    const bool gap = row % 5000 > 4700 || row == 17;
    result.measured.push_back(gap ? std::numeric_limits<float>::quiet_NaN()
                                  : static_cast<float>(measured));
  }
  return result;
}

/// A run of one week in summer with another step, in a plot with the first signal.
void add_second_run(ReportSeries& series, Noise& noise) {
  if (series.signals.empty() || series.times[0].rows < 35040) return;
  series.times.push_back({kStart + 190.0 * kDay, 600.0, 1009, "Europe/Copenhagen"});
  ReportSignal week = signal(5, 1009, noise);
  week.run = "setpoint+1";
  week.times = 1;
  week.measured.clear();
  series.plots.push_back({"Two runs", "degC", {0, static_cast<int>(series.signals.size())}});
  series.signals.push_back(std::move(week));
}

ReportSeries series(const FixtureSize& size) {
  ReportSeries result;
  result.times = {{kStart, kQuarter, size.rows, "Europe/Copenhagen"}};
  Noise noise;
  for (int i = 0; i < size.signals; ++i) result.signals.push_back(signal(i, size.rows, noise));
  std::vector<int> all;
  for (int i = 0; i < size.signals; ++i) all.push_back(i);
  const auto part = [&](int first, int last) {
    return std::vector<int>(all.begin() + std::min(first, size.signals),
                            all.begin() + std::min(last, size.signals));
  };
  result.plots = {{"Indoor temperature, 020B", "degC", part(0, 1)},
                  {"Indoor temperature, ground floor", "degC", part(1, 4)},
                  {"Indoor temperature, other rooms", "degC", part(4, 12)},
                  {"Indoor temperature, <north> & \"south\"", "degC", part(12, 20)}};
  add_second_run(result, noise);
  std::erase_if(result.plots, [](const ReportPlot& plot) { return plot.signals.empty(); });
  return result;
}

ReportTable scenarios(int count) {
  ReportTable table{
      "Comparison of runs",
      "One week each; energy per floor area.",
      {"scenario", "status", "020B.R_out", "020B.C_air", "ener_tot", "tdis_tot", "pele_tot"},
      {"", "", "K/W", "J/K", "kWh/m2", "K h", "kW/m2"},
      {false, false, true, true, true, true, true},
      {}};
  Noise noise;
  for (int i = 0; i < count; ++i) {
    const double r = 0.05 + 0.03 * noise(), c = 2e6 * (1.5 + noise());
    table.cells.push_back({fmt::format("sobol-{:04}", i), i % 17 == 16 ? "failed" : "done",
                           fmt::format("{}", r), fmt::format("{}", c),
                           i % 17 == 16 ? "" : fmt::format("{}", 0.12 / r + 0.02 * noise()),
                           i % 17 == 16 ? "" : fmt::format("{}", 40.0 * r + noise() + 2.0),
                           i % 17 == 16 ? "" : fmt::format("{}", 0.01 + 0.002 * noise())});
  }
  return table;
}

void add_calibration(ReportContent& content) {
  content.calibration = {
      {"Parameters",
       "95 % intervals from the Jacobian at the solution.",
       {"parameter", "value", "unit", "sd", "95 % low", "95 % high", "start", "min", "max", "note"},
       {},
       {false, true, false, true, true, true, true, true, true, false},
       {{"C_air", "2843911.2233441", "J/K", "32113.7", "2780968.3", "2906854.1", "2000000", "1e6",
         "1e7", ""},
        {"R_out", "0.051234567890", "K/W", "0.00121", "0.0488", "0.0536", "0.05", "0.01", "1", ""},
        {"kp", "0.01", "1", "", "", "", "0.1", "0.01", "10", "at its lower bound"}}},
      {"Starts",
       "",
       {"start", "initial", "final", "status"},
       {},
       {true, true, true, false},
       {{"1", "18345.22", "291.8401", "converged"},
        {"2", "99210.4", "291.8402", "converged"},
        {"3", "4410.9", "388.113", "iterations used up"}}},
      {"Identifiability",
       "Ratios of singular values below 1e-6 are flat directions.",
       {"parameters", "finding", "number"},
       {},
       {false, false, true},
       {{"kp, Ti", "correlated", "0.987"}, {"R_out", "identified", "1"}}}};
  content.agreement = {{"Measured against simulated",
                        "bias: mean of simulated − measured",
                        {"signal", "n", "RMSE", "bias", "MAE"},
                        {"", "", "K", "K", "K"},
                        {false, true, true, true, true},
                        {{"020B.indoorTemperature", "32935", "0.134567", "-0.100123", "0.11234"}}}};
}

void add_rest(ReportContent& content) {
  content.kpis = {{"KPIs",
                   "As defined by BOPTEST.",
                   {"KPI", "value", "unit"},
                   {},
                   {false, true, false},
                   {{"ener_tot", "12.3456789", "kWh/m²"}, {"tdis_tot", "4.5678", "K h/zone"}}},
                  {"Energy by month",
                   "",
                   {"month", "heating", "fans"},
                   {"", "kWh", "kWh"},
                   {false, true, true},
                   {{"2023-01", "310.22", "12.5"}, {"2023-02", "280.4", "11.0"}}}};
  content.data = {{"Data files",
                   "",
                   {"file", "rows", "missing", "longest gap"},
                   {"", "", "%", "h"},
                   {false, true, true, true},
                   {{"t_indoor.csv", "35040", "5.98", "74.75"}}}};
  content.notes = {
      {"info", "data.offset_read", "t.csv:3", "times are read as Europe/Copenhagen"},
      {"warning", "data.flat_span", "t.csv:812", "flat for 30 h: <constant> & \"same\""},
      {"error", "data.gap", "t.csv", "gap of 74.75 h"}};
  content.provenance = {
      {"Run",
       "",
       {"what", "value"},
       {},
       {false, false},
       {{"Hearth", "0.1.0"}, {"command", "hearth calibrate problem.json -o <result>"}}},
      {"Files",
       "",
       {"file", "bytes", "hash"},
       {},
       {false, true, false},
       {{"one_room.hearth.json", "18344", "xxh3:9f3c0aa07d1b2c4455e1"}}}};
}

}  // namespace

namespace {

/// One figure of each kind that results have, with a carpet plot of a whole year.
void add_results(ReportContent& content) {
  ReportColumns months;
  months.names = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  months.y = {"energy", "kWh"};
  ReportColumns::Group heating{"heating", 1, {}}, solar{"photovoltaic", 4, {}};
  for (int month = 0; month < 12; ++month) {
    const double season = std::cos(kTurn * month / 12.0);
    heating.values.push_back(900.0 + 850.0 * season);
    solar.values.push_back(-150.0 + 120.0 * season);
  }
  months.groups = {heating, solar};
  ReportShares comfort{{"category I", "category II", "category III", "category IV", "beyond"}, {}};
  for (int room = 0; room < 8; ++room) {
    const double beyond = 0.03 * room;
    comfort.rows.push_back({room == 0 ? "<020B> & corridor" : fmt::format("Office {}", room),
                            {0.6 - beyond, 0.2, 0.12, 0.08, beyond}});
  }
  ReportGrid carpet{.value_name = "electricity", .unit = "kW", .y_title = "hour of the day"};
  carpet.values.assign(24, std::vector<double>(365));
  for (std::size_t hour = 0; hour < 24; ++hour) {
    carpet.rows.push_back(hour % 6 == 0 ? fmt::format("{:02}:00", hour) : "");
    for (std::size_t day = 0; day < 365; ++day) {
      const bool open = hour > 6 && hour < 19 && day % 7 < 5;
      carpet.values[hour][day] =
          (open ? 3.0 : 0.6) + 0.4 * std::cos(kTurn * static_cast<double>(day) / 365.0);
    }
  }
  for (std::size_t day = 0; day < 365; ++day) {
    carpet.columns.push_back(day % 91 == 0 ? fmt::format("day {}", day + 1) : "");
  }
  ReportGrid map{
      .value_name = "ener_tot", .unit = "kWh/m2", .x_title = "walls", .y_title = "climate"};
  map.rows = {"cold", "warm"};
  map.columns = {"as they are", "insulated"};
  map.values = {{120.0, 80.5}, {60.25, NAN}};
  ReportSpans spans{{"ener_tot", "kWh/m2"}, 100.0, {}};
  spans.rows = {{"020B.R_out", 130.0, 75.0, "0.02 to 0.08 K/W"},
                {"020B.<heater>", 92.0, 109.0, "1 to 2"}};
  ReportFlows flows{"kWh", {}, {}};
  flows.nodes = {
      {"Sun", 0}, {"Heat gain", 0}, {"Office <1>", 1}, {"Office 2", 1}, {"Transmission", 2}};
  flows.links = {{0, 2, 300.0}, {1, 2, 700.0}, {1, 3, 500.0}, {2, 4, 1000.0}, {3, 4, 500.0}};
  content.results_figures = {{"",
                              "",
                              {{"Energy by month", "", months},
                               {"Comfort by zone", "Categories of EN 16798-1.", comfort},
                               {"Power by hour and day", "", carpet},
                               {"Heat of the zones", "kWh: all accounted for.", flows}}}};
  content.scenario_figures = {
      {"", "", {{"Energy by climate and walls", "", map}, {"Range of parameters", "", spans}}}};
}

}  // namespace

ReportContent report_fixture(const FixtureSize& size) {
  ReportContent content;
  content.title = "One room <020B> & corridor";
  content.subtitle = "Calibrated twin, 2023, with \"what if\" scenarios";
  content.facts = {{"Energy", "12 345 kWh", "45 kWh/m² of 274 m²"},
                   {"Heating", "9 870 kWh", "gas"},
                   {"Peak of electricity", "3.2 kW", "2023-01-15 08:15, over 15 min"},
                   {"Comfort", "96.2 %", "of occupied hours; worst zone: <020B>, 71 %"},
                   {"RMSE 020B", "0.13 K"},
                   {"Period", "2023-01-01 – 2023-12-31"}};
  content.about = {{"Components", fmt::format("{}", size.components)},
                   {"Connections", "41, 2 removed"},
                   {"Step", "15 min"},
                   {"Status", "done"}};
  if (size.scenarios > 0) add_results(content);
  content.graph = graph(size.components);
  content.series = series(size);
  add_calibration(content);
  content.scenarios = {scenarios(size.scenarios)};
  add_rest(content);
  return content;
}

namespace {

/// A prediction with two bands, whose many rows are drawn as bins, and a stepwise plan.
void add_plots(ReportContent& content) {
  ReportSeries& series = content.series;
  series.times = {{kStart, 600.0, 8065, "Europe/Copenhagen"},
                  {kStart, 3600.0, 25, "Europe/Copenhagen"}};
  Noise noise;
  ReportSignal prediction{"020B.indoorTemperature", "degC", "period 1", 0, {}, {}};
  prediction.bands = {{"95 % of a measured value", {}, {}},
                      {"95 % of the simulated value", {}, {}}};
  for (long row = 0; row < 8065; ++row) {
    const double value = 21.0 - 1.5 * std::cos(kTurn * static_cast<double>(row) / 144.0);
    prediction.values.push_back(static_cast<float>(value));
    prediction.measured.push_back(static_cast<float>(value + 0.3 * noise()));
    for (std::size_t b = 0; b < 2; ++b) {
      const double reach = b == 0 ? 0.6 : 0.2;
      prediction.bands[b].low.push_back(static_cast<float>(value - reach));
      prediction.bands[b].high.push_back(static_cast<float>(value + reach));
    }
  }
  ReportSignal decided{"valve.inputSignal", "1", "decided", 1, {}, {}};
  decided.steps = true;
  for (int row = 0; row < 25; ++row) decided.values.push_back(row % 6 < 2 ? 0.75F : 0.25F);
  ReportSignal bound{"upper bound", "1", "", 1, std::vector<float>(25, 1.0F), {}};
  bound.limit = true;
  series.signals = {std::move(prediction), std::move(decided), std::move(bound)};
  series.plots = {{"Posterior prediction", "degC", {0}, ReportPart::Posterior, "mean"},
                  {"Decision", "1", {1, 2}, ReportPart::Control, "value"}};
}

ReportChart chart_of(ReportCurve::Style style) {
  ReportCurve curve{"curve", style};
  Noise noise;
  for (int i = 0; i < 20; ++i) {
    curve.x.push_back(i);
    curve.y.push_back(noise());
    curve.upper.push_back(curve.y.back() + 0.3);
    if (style == ReportCurve::Style::Points) {
      curve.labels.push_back(fmt::format("parameter_{}", i));
      curve.across.push_back({i - 0.4, i + 0.4});
    }
  }
  if (style == ReportCurve::Style::Bins) {
    for (double& value : curve.y) value = std::abs(value);
    curve.x.push_back(20.0);
  }
  ReportChart chart;
  chart.x = {"across", "K"};
  chart.y = {"up", "J/K"};
  chart.curves = {std::move(curve)};
  chart.limits = {{"limit", ReportLimit::Along::X, 0.5},
                  {"", ReportLimit::Along::Y, 5.0},
                  {"line", ReportLimit::Along::Between, 0.0, {0.0, 19.0}, {0.0, 1.0}}};
  return chart;
}

}  // namespace

ReportContent estimation_fixture() {
  ReportContent content;
  content.title = "Estimation and control";
  add_plots(content);
  using Style = ReportCurve::Style;
  ReportFigures charts{"Charts", "Of each style.", {}};
  for (const Style style :
       {Style::Line, Style::Dots, Style::Points, Style::Stems, Style::Bins, Style::Band}) {
    charts.figures.push_back({"A chart", "", chart_of(style)});
  }
  content.agreement_figures = {std::move(charts)};
  const std::string long_name = "VAV_Corridor_4100/" + std::string(40, 'x');
  ReportEstimates estimates;
  ReportMatrix matrix;
  for (int i = 0; i < 12; ++i) {
    ReportEstimate row;
    row.name = i == 3 ? long_name : fmt::format("parameter_{}", i);
    row.unit = "J/K";
    row.value = 1e6 * (i + 1);
    row.interval = ReportRange{0.8e6 * (i + 1), 1.3e6 * (i + 1)};
    row.min = 1e5;
    row.max = 1e8;
    row.initial = 3e6;
    row.logarithmic = i % 2 == 0;
    estimates.rows.push_back(row);
    matrix.names.push_back(row.name);
    matrix.values.emplace_back();
    for (int j = 0; j < 12; ++j) {
      matrix.values.back().push_back(i == j ? 1.0 : std::cos(3.0 * i + 5.0 * j));
    }
  }
  content.calibration_figures = {{"Estimates", "", {ReportFigure{"", "", estimates}}},
                                 {"Correlation", "", {ReportFigure{"", "", matrix}}}};
  ReportBars bars{{"first order", "total"}, {}};
  for (const std::string& name : matrix.names) {
    bars.rows.push_back({name, {{0.1, ReportRange{-0.05, 0.2}}, {0.4, ReportRange{0.3, 0.9}}}});
  }
  content.sensitivity_figures = {{"Shares", "", {ReportFigure{"objective", "", bars}}}};
  return content;
}

ReportContent hostile_fixture() {
  ReportContent content;
  content.title = std::string(90, 'W');
  // The hours around the end of summer time, one of which clocks repeat.
  content.series.times = {{1698534000.0, 1800.0, 9, "Europe/Copenhagen"}};
  ReportSignal signal{
      "VAV_Corridor_4100_NorthwestZone/" + std::string(60, 'x'), "degC", "", 0, {}, {}};
  for (int row = 0; row < 9; ++row) signal.values.push_back(static_cast<float>(row));
  content.series.signals = {std::move(signal)};
  content.series.plots = {{"Temperature", "degC", {0}}};
  ReportTable table{
      "", "", {"id", "total cost", "status", "cost"}, {"", "", "", "€"}, {false, true, false, true},
      {}};
  const std::vector<std::string> costs = {
      "-2",  "-2e-3", "-1.5e-3", "-1e-3", "-1e-9", "0", "1e-9", "1e-3", "0.02", "0.3",
      "1.5", "2",     "3e0",     "4",     "5",     "6", "",     "70",   "1e2",  "2.5E+2"};
  for (std::size_t i = 0; i < costs.size(); ++i) {
    std::string id = fmt::format("{:02}", i);
    for (int word = 0; i % 5 == 0 && word < 10; ++word) id += "-with-many-words";
    table.cells.push_back({id, "7", i == 19 ? "failed" : "done", costs[i]});
  }
  content.scenarios = {std::move(table)};
  return content;
}

std::string fixture_csv(const ReportSeries& series) {
  std::string text = "time";
  for (const ReportSignal& signal : series.signals) {
    if (signal.times == 0) text += "," + signal.name;
  }
  text += "\n";
  for (long row = 0; row < series.times[0].rows; ++row) {
    text +=
        fmt::format("{}", series.times[0].start + series.times[0].step * static_cast<double>(row));
    for (const ReportSignal& signal : series.signals) {
      if (signal.times != 0) continue;
      text += fmt::format(",{}", signal.values[row]);
    }
    text += "\n";
  }
  return text;
}

}  // namespace hearth::tests
