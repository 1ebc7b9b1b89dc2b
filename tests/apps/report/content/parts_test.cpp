// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstring>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/apps/report/collect/collectors.hpp"
#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/tests/apps/report/content/content.hpp"

namespace parts_test {

using namespace hearth;
using namespace hearth::test;
using nlohmann::json;

namespace {

/// A run of one signal whose value at row k is `value(k)`.
template <class Value>
apps::RunSeries run_of(long rows, const Value& value) {
  apps::RunSeries run{.run = ""};
  run.zone = "UTC";
  run.results.step = std::chrono::seconds(60);
  run.results.signals = {{"a.b", unit::W}};
  for (long k = 0; k < rows; ++k) run.results.values.push_back(value(k));
  return run;
}

apps::ReportSignal signal(const std::string& name, const std::string& unit, float value = 0.5f) {
  return {name, unit, "", 0, {value}, {}};
}

}  // namespace

TEST_CASE("if there are too many values, the extremes of each stretch are kept") {
  apps::RunSeries run = run_of(
      1000, [](long k) { return k % 100 == 37 ? 1e3 : std::sin(0.1 * static_cast<double>(k)); });
  run.measured["a.b"].assign(1000, 5.0);
  run.measured["a.b"][37] = 7.0;
  const apps::ReportSeries series = apps::collect_series({run}, 200);
  const apps::ReportTimes& times = series.times.at(0);
  CHECK(times.rows == 200 / 2);
  CHECK(times.step * static_cast<double>(times.rows - 1) == Approx(60.0 * 999.0));  // the last row
  const auto& values = series.signals.at(0).values;
  REQUIRE(values.size() == static_cast<std::size_t>(times.rows));
  CHECK(std::count(values.begin(), values.end(), 1e3f) == 10);
  // A measured value is in the same row as before.
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(series.signals[0].measured[k] == (values[k] == 1e3f && k < 4 ? 7.0f : 5.0f));
  }
  CHECK(series.note.find("2000 values") == 0);
}

TEST_CASE("a series that is short enough is exact to the last row") {
  const apps::RunSeries run = run_of(1001, [](long k) { return 0.1 * static_cast<double>(k); });
  const apps::ReportSeries series = apps::collect_series({run}, 1001);
  CHECK(series.note.empty());
  CHECK(series.signals[0].values.back() == 100.0f);
}

TEST_CASE("rows without a value stay empty when rows are left out") {
  const apps::RunSeries run = run_of(100, [](long k) { return k < 50 ? std::nan("") : 1.0; });
  const apps::ReportSeries series = apps::collect_series({run}, 20);
  const auto& values = series.signals[0].values;
  CHECK(std::isnan(values.front()));
  CHECK(values.back() == 1.0f);
}

TEST_CASE("constants are listed once for all runs") {
  apps::RunSeries run = run_of(10, [](long) { return 0.0; });
  run.results.signals = {{"a.b", unit::W}, {"c.d", unit::W}};
  run.results.values.clear();
  for (int k = 0; k < 10; ++k) {
    run.results.values.push_back(k);
    run.results.values.push_back(3.0);
  }
  apps::RunSeries other = run;
  other.run = "other";
  const apps::ReportSeries series = apps::collect_series({run, other}, 1000);
  REQUIRE(series.signals.size() == 2);
  CHECK(series.signals[0].name == "a.b");
  CHECK(series.signals[1].run == "other");
  CHECK(series.note == "Not drawn because they do not change: D of c 3 W.");
}

TEST_CASE("plots hold one quantity and at most eight signals") {
  std::vector<apps::ReportSignal> signals;
  for (int i = 0; i < 20; ++i) {
    signals.push_back(signal("room" + std::to_string(i) + ".indoorTemperature", "degC"));
  }
  signals.push_back(signal("room0.indoorCO2", "ppm"));
  signals.push_back(signal("valve.valvePosition", "1"));
  signals.push_back(signal("damper.damperPosition", "1"));
  signals.push_back(signal("counter.value", "1", 7.0f));
  signals.push_back(signal("heater.Power", "W"));
  signals.push_back(signal("chiller.Power", "kW"));
  const auto plots = apps::plot_groups(signals);
  std::vector<std::string> titles;
  std::vector<int> all;
  for (const apps::ReportPlot& plot : plots) {
    titles.push_back(plot.title);
    CHECK(plot.signals.size() <= 8);
    for (const int s : plot.signals) {
      CHECK(signals[s].unit == plot.unit);
      all.push_back(s);
    }
  }
  CHECK(titles == Words{"Temperature, 1 of 3", "Temperature, 2 of 3", "Temperature, 3 of 3",
                        "CO2 concentration", "Power", "Power", "Positions and signals, 0 to 1",
                        "Dimensionless"});
  std::sort(all.begin(), all.end());
  CHECK(all.size() == signals.size());
  CHECK(std::unique(all.begin(), all.end()) == all.end());
}

TEST_CASE("a report's JSON has floats as base64 of little-endian bytes") {
  apps::ReportContent content;
  content.title = "a \xFF b";  // not UTF-8
  content.series.signals.push_back({"a.b", "W", "", 0, {1.0f, -2.5f}, {}});
  const json parsed = json::parse(apps::report_json(content));
  CHECK(parsed["series"]["signals"][0]["values"] == "AACAPwAAIMA=");
  CHECK(parsed["series"]["signals"][0]["measured"] == "");
  CHECK(parsed["graph"].is_null());
  CHECK(parsed["title"] == "a \xEF\xBF\xBD b");
}

TEST_CASE("a grid for uneven rows of very many signals is coarse") {
  apps::RunSeries run{.run = ""};
  run.zone = "UTC";
  run.results.start = Instant{};
  for (const int second : {0, 1, 1'000'000}) {
    run.results.times.push_back(Instant{} + std::chrono::seconds(second));
  }
  for (int i = 0; i < 4000; ++i)
    run.results.signals.push_back({"a.b" + std::to_string(i), unit::W});
  run.results.values.assign(3 * 4000, 1.0);
  const apps::ReportSeries series = apps::collect_series({run});
  CHECK(series.times.at(0).rows <= 5001);
  CHECK(series.signals.size() == 4000);
}

}  // namespace parts_test
