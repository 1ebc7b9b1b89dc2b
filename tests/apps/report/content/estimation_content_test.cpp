// SPDX-License-Identifier: MIT
// What reports show of results of estimation and control, compared with their result files.
#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/apps/report/collect/result_parts.hpp"
#include "hearth/apps/report/page/report_figures.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/tests/apps/report/content/content.hpp"

namespace estimation_content_test {

using namespace hearth;
using namespace hearth::test;
using nlohmann::json;

namespace {

constexpr double kNormal95 = 1.959963984540054;
constexpr int kNotBuiltIn = 5;  // exit code of `optimize` in a build without Ipopt

/// Runs a command on a file; returns its result.
std::string made(const RoomShop& shop, const std::string& verb, const std::string& problem,
                 const Words& more = {}) {
  const std::string result = (shop / (verb + ".json")).string();
  const Outcome outcome =
      run_hearth(shop, Words{verb, problem, "-o", result, "-j", "1", "-q"} + more);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  return result;
}

/// A cooling room whose measurements were simulated with other parameters and with noise.
std::string problem(const RoomShop& shop, const std::string& more = "") {
  const std::string model = R"({"hearth": 1, "site": {"timezone": "+01:00"},
    "simulation": {"start": "2024-01-15T00:00:00+01:00", "end": "2024-01-17T00:00:00+01:00",
                   "step": 1800},
    "components": {
      "out": {"type": "Schedule", "config": {"value": {"default": 2, "unit": "degC",
        "rules": [{"from": "08:00", "to": "17:00", "value": 12}]}}},
      "heater": {"type": "TimeSeries", "config": {"value": {"default": 200, "unit": "W",
        "rules": [{"from": "05:00", "to": "10:00", "value": 2000}]}}},
      "gains": {"type": "Noise", "parameters": {"sd": 200}, "config": {"seed": 3}},
      "room": {"type": "ThermalNode", "initial": {"temperature": 20},
               "parameters": {"C": 5e6, "R": {"out": 0.01}}}},
    "connections": ["out.scheduleValue -> room.adjacentTemperature[out]",
                    "heater.value -> room.heatGain[heater]"GAINS]})";
  const auto with = [&model](const std::string& gains) {
    std::string text = model;
    text.replace(text.find("GAINS"), 5, gains);
    return text;
  };
  const std::string truth =
      shop.write("truth.hearth.json", with(R"(, "gains.y -> room.heatGain[gains]")"));
  shop.write("room.hearth.json", with(""));
  const Outcome run = run_hearth(shop, {"simulate", truth, "--record", "room.temperature", "-o",
                                        (shop / "truth.csv").string(), "-q"});
  INFO(run.err);
  REQUIRE(run.code == 0);
  return shop.write("problem.json", R"({"hearth": 1, "model": "room.hearth.json", "step": 1800,
    "periods": [{"start": "2024-01-15T00:00:00+01:00", "end": "2024-01-16T00:00:00+01:00",
                 "warmup": "PT2H"}],
    "validation": [{"start": "2024-01-16T00:00:00+01:00", "end": "2024-01-17T00:00:00+01:00"}],
    "parameters": [
      {"name": "R", "targets": ["room.R[out]"], "initial": 0.02, "min": 0.001, "max": 0.1},
      {"name": "C", "targets": ["room.C"], "initial": 3e6, "min": 1e6, "max": 1e7}],
    "measurements": [{"port": "room.temperature", "file": "truth.csv",
                      "column": "room.temperature", "sd": 0.1}])" +
                                        more + "}");
}

template <class Body>
const Body& body_of(const apps::ReportFigure& figure) {
  REQUIRE(std::holds_alternative<Body>(figure.body));
  return std::get<Body>(figure.body);
}

const apps::ReportFigures& group_of(const std::vector<apps::ReportFigures>& groups,
                                    const std::string& title) {
  const auto found =
      std::find_if(groups.begin(), groups.end(),
                   [&](const apps::ReportFigures& group) { return group.title == title; });
  INFO(title);
  REQUIRE(found != groups.end());
  return *found;
}

const apps::ReportChart& chart_of(const apps::ReportFigures& group, const std::string& title) {
  const auto found =
      std::find_if(group.figures.begin(), group.figures.end(),
                   [&](const apps::ReportFigure& figure) { return figure.title == title; });
  INFO(title);
  REQUIRE(found != group.figures.end());
  return body_of<apps::ReportChart>(*found);
}

const apps::ReportPlot& plot_of(const apps::ReportContent& content, const std::string& title) {
  const auto& plots = content.series.plots;
  const auto found = std::find_if(plots.begin(), plots.end(), [&](const apps::ReportPlot& plot) {
    return plot.title == title;
  });
  INFO(title);
  REQUIRE(found != plots.end());
  return *found;
}

const apps::ReportSignal& signal_in(const apps::ReportContent& content,
                                    const apps::ReportPlot& plot, std::size_t position) {
  REQUIRE(position < plot.signals.size());
  return content.series.signals.at(static_cast<std::size_t>(plot.signals[position]));
}

/// The numbers of a list of the file in the precision of plots, from a row on.
std::vector<float> floats_from(const json& list, std::size_t first = 0) {
  std::vector<float> values;
  for (std::size_t k = first; k < list.size(); ++k) {
    values.push_back(list[k].is_number() ? list[k].get<float>() : NAN);
  }
  return values;
}

bool same(const std::vector<float>& a, const std::vector<float>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

std::vector<double> list_of(const json& list) { return list.get<std::vector<double>>(); }

}  // namespace

TEST_CASE("estimates are drawn with the intervals and bounds of the file") {
  const RoomShop shop;
  const apps::ReportContent content = shop.collect({made(shop, "calibrate", problem(shop))});
  const json result = json::parse(shop.read("calibrate.json"));
  const auto& group = group_of(content.calibration_figures, "Estimates within their bounds");
  const auto& estimates = body_of<apps::ReportEstimates>(group.figures.front());
  REQUIRE(estimates.rows.size() == 2);
  for (const apps::ReportEstimate& row : estimates.rows) {
    const json& found = result["parameters"][row.name];
    CHECK(row.value == found["value"].get<double>());
    REQUIRE(row.interval);
    CHECK(row.interval->low == found["ci95"][0].get<double>());
    CHECK(row.interval->high == found["ci95"][1].get<double>());
    CHECK(row.min == found["min"].get<double>());
    CHECK(row.max == found["max"].get<double>());
    CHECK(row.initial == found["initial"].get<double>());
    CHECK(row.logarithmic == (found["scale"] == "log"));
    CHECK_FALSE(row.other);
  }
  const auto& correlation = body_of<apps::ReportMatrix>(
      group_of(content.calibration_figures, "Correlation of the estimates").figures.front());
  CHECK(json(correlation.names) == result["uncertainty"]["parameters"]);
  CHECK(json(correlation.values) == result["uncertainty"]["correlation"]);
}

TEST_CASE("residuals are drawn against measurements, hours, lags and frequencies") {
  const RoomShop shop;
  const apps::ReportContent content = shop.collect({made(shop, "calibrate", problem(shop))});
  const json result = json::parse(shop.read("calibrate.json"));
  const auto& group = group_of(content.agreement_figures, "room.temperature");
  const json& fitted = result["runs"][0]["signals"]["room.temperature"];
  const json& validated = result["runs"][1]["signals"]["room.temperature"];
  std::vector<double> simulated, measured;
  std::map<int, std::vector<double>> by_hour;  // rows begin at midnight, two per hour
  for (std::size_t k = 0; k < fitted["measured"].size(); ++k) {
    if (!fitted["measured"][k].is_number()) continue;
    simulated.push_back(fitted["simulated"][k]);
    measured.push_back(fitted["measured"][k]);
    by_hour[static_cast<int>(k / 2 % 24)].push_back(simulated.back() - measured.back());
  }
  const auto& scatter = chart_of(group, "Simulated against measured");
  REQUIRE(scatter.curves.size() == 2);
  CHECK(scatter.curves[0].x == measured);
  CHECK(scatter.curves[0].y == simulated);
  CHECK(scatter.curves[1].y == list_of(validated["simulated"]));

  const auto& hours = chart_of(group, "Residual by hour of the day");
  const apps::ReportCurve& mean = hours.curves[1];
  REQUIRE(mean.y.size() == 24);
  for (int hour = 0; hour < 24; ++hour) {
    INFO(hour);
    if (!by_hour.contains(hour)) {  // it is in the warm-up
      CHECK(std::isnan(mean.y[hour]));
      continue;
    }
    double sum = 0.0;
    for (const double value : by_hour[hour]) sum += value;
    // The same numbers are added in the same order and divided by the same count.
    CHECK(mean.y[hour] ==
          Approx(sum / static_cast<double>(by_hour[hour].size())).epsilon(1e-12).margin(1e-12));
  }

  const auto& distribution = chart_of(group, "Distribution of the residuals");
  const apps::ReportCurve &columns = distribution.curves[0], &normal = distribution.curves[1];
  REQUIRE(columns.x.size() == columns.y.size() + 1);
  for (std::size_t bin = 0; bin < columns.y.size(); ++bin) {
    double inside = 0.0;
    for (std::size_t k = 0; k < simulated.size(); ++k) {
      const double value = simulated[k] - measured[k];
      const bool last = bin + 1 == columns.y.size();
      if (value >= columns.x[bin] && (last || value < columns.x[bin + 1])) inside += 1.0;
    }
    // A value on the edge of a bin may count in either of them.
    CHECK(std::abs(columns.y[bin] - 100.0 * inside / static_cast<double>(simulated.size())) <
          101.0 / static_cast<double>(simulated.size()));
  }
  double area = 0.0;  // of the normal distribution, within the bins
  for (std::size_t k = 1; k < normal.x.size(); ++k) {
    area += 0.5 * (normal.y[k] + normal.y[k - 1]) * (normal.x[k] - normal.x[k - 1]) /
            (columns.x[1] - columns.x[0]);
  }
  CHECK(area == Approx(100.0).margin(5.0));

  const json& described = result["measurements"]["room.temperature"];
  const auto& lags = chart_of(group, "Autocorrelation of residuals");
  CHECK(lags.curves[0].y == list_of(described["residuals"]["autocorrelation"]));
  CHECK(lags.limits[0].at == Approx(kNormal95 / std::sqrt(described["n"].get<double>())));
  const auto& spectrum = chart_of(group, "Cumulative periodogram of residuals");
  CHECK(spectrum.curves[0].y.back() == Approx(1.0));
  CHECK(spectrum.curves[0].x.back() == Approx(24.0).epsilon(0.05));  // half of 48 rows a day
}

TEST_CASE("innovations of a filter have the standard deviation and the step of the file") {
  const RoomShop shop;
  const std::string file = problem(shop, R"(, "error_model": "kalman",
    "process_noise": [{"state": "room@temperature", "sd": "0.3 K", "noise_time": "PT1H"}])");
  const apps::ReportContent content = shop.collect({made(shop, "calibrate", file)});
  const json result = json::parse(shop.read("calibrate.json"));
  const json& described = result["measurements"]["room.temperature"]["innovations"];
  const json& run = result["runs"][0]["signals"]["room.temperature"];

  const apps::ReportPlot& ahead = plot_of(content, "One step ahead: room.temperature");
  CHECK(ahead.part == apps::ReportPart::Agreement);
  const apps::ReportSignal& expected = signal_in(content, ahead, 0);
  std::size_t first = 0;  // the first row that is compared
  while (!run["measured"][first].is_number()) ++first;
  CHECK(first == 4);  // two hours of warm-up
  CHECK(same(expected.values, floats_from(run["expected"], first)));
  CHECK(same(expected.measured, floats_from(run["measured"], first)));
  REQUIRE(expected.bands.size() == 1);
  for (std::size_t k = 0; k < expected.values.size(); ++k) {
    const double reach = kNormal95 * std::hypot(run["sd"][k + first].get<double>(), 0.1);
    // Plots have seven digits.
    CHECK(expected.bands[0].high[k] - expected.values[k] == Approx(reach).epsilon(1e-4));
    CHECK(expected.values[k] - expected.bands[0].low[k] == Approx(reach).epsilon(1e-4));
  }

  const apps::ReportPlot& normalised = plot_of(content, "Normalised innovations: room.temperature");
  REQUIRE(normalised.signals.size() == 4);  // two periods, two limits
  const apps::ReportSignal& innovations = signal_in(content, normalised, 0);
  double square = 0.0, count = 0.0;
  for (const float value : innovations.values) {
    if (std::isnan(value)) continue;
    square += static_cast<double>(value) * value;
    count += 1.0;
  }
  CHECK(count == described["n"].get<double>());
  // The file has seven digits, and an innovation is a small difference of such numbers.
  CHECK(std::sqrt(square / count) == Approx(described["sd"].get<double>()).epsilon(1e-4));
  for (const std::size_t limit : {2U, 3U}) {
    const apps::ReportSignal& line = signal_in(content, normalised, limit);
    CHECK(line.limit);
    CHECK(std::abs(line.values[0]) == Approx(kNormal95));
  }

  const auto& group = group_of(content.agreement_figures, "room.temperature");
  CHECK(chart_of(group, "Autocorrelation of innovations").curves[0].y ==
        list_of(described["autocorrelation"]));
  const auto& spectrum = chart_of(group, "Cumulative periodogram of innovations");
  double distance = 0.0;
  const auto& line = spectrum.curves[0];
  for (std::size_t k = 0; k < line.y.size(); ++k) {
    distance = std::max(distance, std::abs(line.y[k] - line.x[k] / line.x.back()));
  }
  CHECK(distance == Approx(described["periodogram"]["distance"].get<double>()).epsilon(1e-3));
  CHECK(1.0 - spectrum.limits[0].y.high ==
        Approx(described["periodogram"]["limit"].get<double>()).epsilon(1e-9));
}

TEST_CASE("profiles and folds of a calibration are shown if the file has them") {
  const apps::Json result = apps::Json::parse(R"({
    "parameters": {"R": {"value": 2, "unit": "K/W", "ci95": [1, 3], "min": 0.5, "max": 9}},
    "profiles": {"R": {"unit": "K/W", "limit": 3.84, "scale": 1,
      "lower": {"value": 1.2, "end": "crossed"},
      "upper": {"value": 9, "end": "at_bound"},
      "points": {"value": [1.2, 3, 1.5], "ratio": [3.84, 2, 1]}}},
    "cross_validation": {"folds": {"residual_sd": 1,
      "measurements": {"a.y": {"n": 9, "rmse": 0.5, "bias": 0, "mae": 0.4, "unit": "K"}},
      "folds": [
        {"start": "2024-01-15T00:00:00+00:00", "end": "2024-01-16T00:00:00+00:00",
         "parameters": {"R": 1.9},
         "measurements": {"a.y": {"n": 4, "rmse": 0.6, "bias": 0, "mae": 0.4, "unit": "K"}}},
        {"start": "2024-01-16T00:00:00+00:00", "end": "2024-01-17T00:00:00+00:00",
         "parameters": {"R": 2.1},
         "measurements": {"a.y": {"n": 5, "rmse": 0.7, "bias": 0, "mae": 0.4, "unit": "K"}}}]}}})");
  const auto groups = apps::estimate_figures(result, "");
  const auto& row = body_of<apps::ReportEstimates>(groups.front().figures.front()).rows.front();
  REQUIRE(row.other);
  CHECK(row.other->low == 1.2);
  CHECK(row.other->high == 9.0);
  const auto& profiles = group_of(groups, "Profiles of the objective");
  const auto& chart = chart_of(profiles, "R");
  CHECK(chart.curves[0].x == std::vector<double>{1.2, 1.5, 2.0, 3.0});
  CHECK(chart.curves[0].y == std::vector<double>{3.84, 1.0, 0.0, 2.0});
  REQUIRE(chart.limits.size() == 3);
  CHECK(chart.limits[0].at == 3.84);
  CHECK(chart.limits[1].at == 1.2);
  CHECK(chart.limits[2].at == 9.0);
  CHECK(profiles.figures[0].note == "The upper end is at its bound.");
  const auto tables = apps::calibration_agreement(result, "");
  const apps::ReportTable& folds = table_of(tables, "Cross-validation");
  CHECK(cell(folds, "fold 2", "rmse") == "0.7");
  CHECK(cell(folds, "all", "rmse") == "0.5");
  CHECK(cell(table_of(tables, "Cross-validation, parameters"), "R", "fold 1") == "1.9");
}

TEST_CASE("profiles that do not begin at a minimum are marked") {
  const auto note = [](bool at_minimum) {
    apps::Json result = apps::Json::parse(R"({"parameters": {"R": {"value": 2, "unit": "K/W"}},
      "profiles": {"R": {"limit": 3.84, "points": {"value": [1, 3], "ratio": [4, 4]},
        "lower": {"value": 1, "end": "crossed"}, "upper": {"value": 3, "end": "crossed"}}}})");
    result["profiles"]["R"]["at_minimum"] = at_minimum;
    return group_of(apps::estimate_figures(result, ""), "Profiles of the objective").note;
  };
  CHECK(note(true).find("not at its minimum") == std::string::npos);
  CHECK(note(false).find("not at its minimum") != std::string::npos);
}

TEST_CASE("a calibration without parameters has no empty tables and figures") {
  const apps::Json result = apps::Json::parse(R"({"status": "converged", "parameters": {},
    "starts": [{"initial": 2, "final": 2, "parameters": [], "best": true, "status": "converged"},
               {"initial": 2, "final": 2, "parameters": [], "status": "converged"}],
    "identifiability": {"flat": [], "correlated": [], "dead": [], "at_bound": [],
                        "singular_values": []},
    "uncertainty": {"parameters": [], "covariance": [], "correlation": []}})");
  CHECK(apps::estimate_figures(result, "").empty());
  const auto tables = apps::calibration_tables(result, "");
  REQUIRE(tables.size() == 2);
  CHECK(tables[0].note ==
        "No parameter was estimated: the unchanged model is compared with the data.");
  CHECK(tables[1].title == "Starts");
}

TEST_CASE("effects of parameters are drawn with the numbers of the file") {
  const RoomShop shop;
  const std::string file = problem(shop);
  const apps::ReportContent morris =
      shop.collect({made(shop, "sensitivity", file,
                         {"--trajectories", "4", "--report", (shop / "page.html").string()})});
  CHECK(shop.read("page.html").find("Elementary effects (Morris)") != std::string::npos);
  const json screened = json::parse(shop.read("sensitivity.json"));
  const auto& group = group_of(morris.sensitivity_figures, "Elementary effects (Morris)");
  REQUIRE(group.figures.size() == screened["quantities"].size());
  for (std::size_t q = 0; q < group.figures.size(); ++q) {
    const json& quantity = screened["quantities"][q];
    const apps::ReportCurve& points = body_of<apps::ReportChart>(group.figures[q]).curves[0];
    CHECK(json(points.labels) == quantity["ranking"]);
    for (std::size_t i = 0; i < points.x.size(); ++i) {
      const json& effect = quantity["parameters"][points.labels[i]];
      CHECK(points.x[i] == effect["mu_star"].get<double>());
      CHECK(points.y[i] == effect["sigma"].get<double>());
      CHECK(points.across[i].low == effect["mu_star_ci95"][0].get<double>());
      CHECK(points.across[i].high == effect["mu_star_ci95"][1].get<double>());
    }
  }
  const apps::ReportTable& effects = table_of(morris.sensitivity, "Effects");
  CHECK(effects.cells.size() == 2 * group.figures.size());
  CHECK(effects.cells[0][3] ==
        number_text(
            screened["quantities"][0]["parameters"][effects.cells[0][1]]["mu_star"].get<double>()));
  // The unit of a change of a temperature is that of a difference.
  CHECK(effects.cells.back()[0] == "mean of room.temperature");
  CHECK(effects.cells.back()[2] == "K");

  const apps::ReportContent sobol =
      shop.collect({made(shop, "sensitivity", file, {"--method", "sobol", "--points", "8"})});
  const json shares = json::parse(shop.read("sensitivity.json"));
  const auto& bars = body_of<apps::ReportBars>(
      group_of(sobol.sensitivity_figures, "Shares of the variance (Sobol)").figures[1]);
  for (const auto& row : bars.rows) {
    const json& effect = shares["quantities"][1]["parameters"][row.name];
    CHECK(row.bars[0].value == effect["s1"].get<double>());
    CHECK(row.bars[0].interval->high == effect["s1_ci95"][1].get<double>());
    CHECK(row.bars[1].value == effect["st"].get<double>());
    CHECK(row.bars[1].interval->low == effect["st_ci95"][0].get<double>());
  }
  CHECK(fact(sobol, "Sensitivity") == "Sobol, 8 points");
}

TEST_CASE("a posterior is drawn with its chains, densities and predictions") {
  const RoomShop shop;
  const std::string chains = (shop / "chains.csv").string();
  const std::string file =
      made(shop, "sample", problem(shop),
           {"--sampler", "nuts", "--chains", "2", "--draws", "50", "--warmup", "50", "--chains-csv",
            chains, "--report", (shop / "page.html").string()});
  CHECK(shop.read("page.html").find("Traces of the chains") != std::string::npos);
  const json result = json::parse(shop.read("sample.json"));
  const apps::ReportContent content = shop.collect({file});

  std::map<std::string, std::vector<std::vector<double>>> draws;
  std::istringstream text(shop.read("chains.csv"));
  std::string line;
  std::getline(text, line);
  CHECK(line == "chain,draw,log_posterior,R [K/W],C [J/K]");
  while (std::getline(text, line)) {
    std::istringstream cells(line);
    std::string chain, draw, density, r, c;
    for (std::string* cell : {&chain, &draw, &density, &r, &c}) std::getline(cells, *cell, ',');
    for (const char* name : {"R", "C"}) draws[name].resize(std::stoul(chain));
    draws["R"].back().push_back(std::stod(r));
    draws["C"].back().push_back(std::stod(c));
  }
  const auto& traces = group_of(content.posterior_figures, "Traces of the chains");
  const auto& densities = group_of(content.posterior_figures, "Marginal densities");
  for (const char* name : {"R", "C"}) {
    INFO(name);
    const json& found = result["parameters"][name];
    const auto& trace = chart_of(traces, name);
    REQUIRE(trace.curves.size() == 2);
    CHECK(trace.curves[0].y == draws[name][0]);
    CHECK(trace.curves[1].y == draws[name][1]);
    const auto& density = chart_of(densities, name);
    const apps::ReportCurve& bins = density.curves[0];
    double integral = 0.0;
    for (std::size_t b = 0; b < bins.y.size(); ++b) {
      integral += bins.y[b] * (bins.x[b + 1] - bins.x[b]);
    }
    CHECK(integral == Approx(1.0));
    // The prior is uniform between the bounds.
    CHECK(density.curves[1].y[30] ==
          Approx(1.0 / (found["max"].get<double>() - found["min"].get<double>())));
    CHECK(density.limits[0].at == found["ci95"][0].get<double>());
    CHECK(density.limits[1].at == found["ci95"][1].get<double>());
    const apps::ReportTable& table = table_of(content.posterior, "Posterior");
    CHECK(cell(table, name, "mean") == number_text(found["mean"].get<double>()));
    CHECK(cell(table, name, "R-hat") == number_text(found["r_hat"].get<double>()));
    CHECK(cell(table, name, "ESS, interval") == number_text(found["ess_tail"].get<double>()));
  }

  const json& run = result["predictive"][0]["signals"]["room.temperature"];
  const apps::ReportPlot& plot =
      plot_of(content, "Posterior prediction: room.temperature, period 1");
  CHECK(plot.part == apps::ReportPart::Posterior);
  const apps::ReportSignal& signal = signal_in(content, plot, 0);
  constexpr std::size_t kFirst = 4;  // after two hours of warm-up
  CHECK(same(signal.values, floats_from(run["mean"], kFirst)));
  CHECK(same(signal.measured, floats_from(run["measured"], kFirst)));
  REQUIRE(signal.bands.size() == 2);
  CHECK(same(signal.bands[0].low, floats_from(run["measured_low"], kFirst)));
  CHECK(same(signal.bands[1].high, floats_from(run["high"], kFirst)));
  const apps::ReportTimes& times = content.series.times.at(static_cast<std::size_t>(signal.times));
  CHECK(times.start == 1705280400.0);  // 2024-01-15T02:00:00+01:00
  CHECK(times.rows == static_cast<long>(signal.values.size()));

  SECTION("without the chains, a note names the option that writes them") {
    std::filesystem::remove(chains);
    Diagnostics diagnostics;
    const apps::ReportContent less = shop.collect({file}, diagnostics);
    CHECK(has(diagnostics, "report.chains_missing"));
    CHECK(less.posterior_figures.size() + 2 == content.posterior_figures.size());
  }
  SECTION("chains elsewhere may be named") {
    std::filesystem::rename(chains, shop / "elsewhere.csv");
    const apps::ReportContent again = shop.collect({file, (shop / "elsewhere.csv").string()});
    CHECK(again.posterior_figures.size() == content.posterior_figures.size());
    CHECK_THROWS_AS(shop.collect({(shop / "elsewhere.csv").string()}), InputError);
  }
}

TEST_CASE("a plan is drawn with its bounds, limits and prices") {
  const RoomShop shop;
  shop.write("room.hearth.json", R"({"hearth": 1, "components": {
      "outdoors": {"type": "Schedule", "config": {"value": "2 degC"}},
      "command": {"type": "Schedule", "config": {"value": 0.5}},
      "power": {"type": "Gain", "parameters": {"k": 2000}},
      "air": {"type": "ThermalNode", "initial": {"temperature": 19},
              "parameters": {"C": 4e6, "R": {"outdoors": 0.02}}}},
    "connections": ["outdoors.scheduleValue -> air.adjacentTemperature[outdoors]",
                    "command.scheduleValue -> power.u", "power.y -> air.heatGain[heater]"]})");
  const std::string file = shop.write("control.json", R"({"hearth": 1,
    "model": "room.hearth.json", "step": 900,
    "start": "2024-01-15T00:00:00+01:00", "end": "2024-01-15T12:00:00+01:00",
    "decisions": [{"target": "power.in.u", "min": 0.1, "max": 1, "block": "PT1H"}],
    "objective": [{"output": "power.y", "unit": "W",
      "price": {"default": 0.1, "rules": [{"from": "06:00", "to": "10:00", "value": 0.2}]}}],
    "constraints": [{"output": "air.temperature", "min": "18 degC", "penalty": 1}],
    "receding_horizon": {"horizon": "PT4H", "every": "PT2H"}})");
  const std::string output = (shop / "plan.json").string();
  const Outcome outcome = run_hearth(
      shop, {"optimize", file, "-o", output, "-q", "--report", (shop / "plan.html").string()});
  INFO(outcome.err);
  if (outcome.code == kNotBuiltIn) return;
  REQUIRE(outcome.code == 0);
  const json result = json::parse(shop.read("plan.json"));
  CHECK(shop.read("plan.html").find("Decision: power.in.u") != std::string::npos);
  const apps::ReportContent content = shop.collect({output});

  const auto held = [](const json& list) {  // to the end of the last step
    std::vector<float> values = floats_from(list);
    values.push_back(values.back());
    return values;
  };
  const apps::ReportPlot& decision = plot_of(content, "Decision: power.in.u");
  CHECK(decision.part == apps::ReportPart::Control);
  REQUIRE(decision.signals.size() == 4);
  const apps::ReportSignal& decided = signal_in(content, decision, 0);
  CHECK(same(decided.values, held(result["decisions"][0]["values"])));
  CHECK(decided.steps);
  const auto& times = content.series.times.at(static_cast<std::size_t>(decided.times));
  CHECK(times.start == 1705273200.0);  // 2024-01-15T00:00:00+01:00
  CHECK(times.step == 900.0);
  CHECK(result["decisions"][0]["min"] == 0.1);
  CHECK(signal_in(content, decision, 2).values.front() == 0.1F);
  CHECK(signal_in(content, decision, 3).values.back() == 1.0F);
  CHECK(signal_in(content, decision, 3).limit);

  const apps::ReportPlot& limited = plot_of(content, "Limited: air.temperature");
  const apps::ReportSignal& temperature = signal_in(content, limited, 0);
  CHECK(same(temperature.values, floats_from(result["outputs"][1]["decided"])));
  CHECK_FALSE(temperature.steps);
  CHECK(content.series.times.at(static_cast<std::size_t>(temperature.times)).start ==
        1705273200.0 + 900.0);  // at the end of each step
  CHECK(same(signal_in(content, limited, 2).values, floats_from(result["outputs"][1]["min"])));
  const apps::ReportPlot& prices = plot_of(content, "Prices");
  CHECK(same(signal_in(content, prices, 0).values, held(result["outputs"][0]["price"])));
  const apps::ReportPlot& cost = plot_of(content, "Cost term: power.y");
  CHECK(same(signal_in(content, cost, 1).values, held(result["outputs"][0]["baseline"])));

  const apps::ReportTable& costs = table_of(content.control, "Cost");
  CHECK(cell(costs, "objective", "decided") ==
        number_text(result["objective"]["decided"].get<double>()));
  CHECK(cell(costs, "power.y", "as it is") ==
        number_text(result["terms"][0]["baseline"].get<double>()));
  CHECK(table_of(content.searches, "Searches").cells.size() == result["searches"].size());
  const apps::ReportPlot& objectives =
      plot_of(content, "Objective of each search over its horizon");
  CHECK(signal_in(content, objectives, 0).values[1] ==
        result["searches"][1]["objective"].get<float>());
  CHECK(fact(content, "Optimal control") == "solved");
}

TEST_CASE("of results with missing or wrong members, the remaining parts are shown") {
  for (const char* text :
       {"{}", R"({"parameters": 3, "quantities": [7], "decisions": "x", "runs": [{}]})",
        R"({"decisions": [{"values": [1, null, "x"]}], "searches": [{}, {}, {}], "step": -1,
            "start": "2024-01-15", "outputs": [{"means": true, "price": [1]}]})",
        R"({"runs": [{"start": "2024-01-15T00:00:00Z", "step": 600, "signals":
            {"a.y": {"simulated": [1], "expected": [1, 2], "sd": []}}}]})",
        R"({"predictive": [{"start": "2024-01-15T00:00:00Z", "step": 600, "signals":
            {"a.y": {"mean": [1, 2], "low": [1]}}}], "chains": [3], "correlation": [[1]]})",
        R"({"method": "morris", "quantities": [{"ranking": ["a"], "parameters": {"a": {}}}]})"}) {
    INFO(text);
    const apps::Json result = apps::Json::parse(text);
    for (const auto& figures :
         {apps::residual_parts(result, "").figures, apps::estimate_figures(result, ""),
          apps::posterior_parts(result, std::nullopt, "").figures,
          apps::sensitivity_parts(result, "").figures}) {
      CHECK(apps::figures_html(figures).find("nan") == std::string::npos);
    }
    for (const apps::ReportSeries& series :
         {apps::control_parts(result, "").series, apps::residual_parts(result, "").series,
          apps::posterior_parts(result, std::nullopt, "").series}) {
      for (const apps::ReportPlot& plot : series.plots) {
        CHECK(apps::plot_svg(series, plot).find("nan") == std::string::npos);
      }
    }
  }
}

}  // namespace estimation_content_test
