// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <variant>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/apps/report/content/plain_names.hpp"
#include "hearth/apps/report/figures/load_figures.hpp"
#include "hearth/data/results/results_csv.hpp"
#include "hearth/tests/apps/report/content/content.hpp"

namespace results_content_test {

using namespace hearth;
using namespace hearth::test;

namespace {

const apps::ReportFigure& figure_of(const apps::ReportContent& content, const std::string& title) {
  for (const apps::ReportFigures& group : content.results_figures) {
    for (const apps::ReportFigure& figure : group.figures) {
      if (figure.title.rfind(title, 0) == 0) return figure;
    }
  }
  FAIL("no figure " + title);
  return content.results_figures.front().figures.front();
}

const apps::ReportFact& tile(const apps::ReportContent& content, const std::string& label) {
  const auto found =
      std::find_if(content.facts.begin(), content.facts.end(),
                   [&label](const apps::ReportFact& fact) { return fact.label == label; });
  INFO(label);
  REQUIRE(found != content.facts.end());
  return *found;
}

/// The values of a column of a results file, row by row.
std::vector<double> column(const Results& results, const std::string& name) {
  for (std::size_t i = 0; i < results.signals.size(); ++i) {
    if (results.signals[i].name != name) continue;
    std::vector<double> values;
    for (long k = 0; k < results.rows(); ++k) values.push_back(results.row(k)[i]);
    return values;
  }
  FAIL("no column " + name);
  return {};
}

/// Runs the room from one stamp to another; returns its results.
std::string run_from(const RoomShop& shop, const std::string& start, const std::string& end,
                     const std::string& step, const Words& more = {}) {
  const std::string file = (shop / "run.csv").string();
  const Outcome outcome =
      run_hearth(shop, Words{"simulate", shop.measured_room(), "-o", file, "-q", "-j", "1",
                             "--record", "all", "--start", start, "--end", end, "--step", step} +
                           more);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  return file;
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

TEST_CASE("the columns of energy of a day are the sums of power of each hour of the results") {
  const RoomShop shop;
  const std::string file = shop.run(shop.measured_room(), "week");
  const apps::ReportContent content = shop.collect({file});
  const auto& columns = std::get<apps::ReportColumns>(figure_of(content, "Energy by hour").body);
  const std::vector<double> power = column(read_results_csv(file), "heater.Power");
  REQUIRE(columns.groups.size() == 1);
  CHECK(columns.groups[0].name == "heating");
  CHECK(columns.y.unit == "kWh");
  REQUIRE(columns.names.size() == 24);
  CHECK(columns.names[8] == "08:00");
  for (std::size_t hour = 0; hour < 24; ++hour) {
    double watts = 0.0;  // six steps of 600 s; a row has the mean of the step that ends there
    for (std::size_t k = 6 * hour + 1; k <= 6 * hour + 6; ++k) watts += power[k];
    // The sums are added in another order: a few units of the last place.
    CHECK(columns.groups[0].values[hour] == Approx(watts * 600.0 / 3.6e6).epsilon(1e-12));
  }
}

TEST_CASE("longer runs show days, and runs of more than two months show months") {
  const RoomShop shop;
  const std::string days =
      run_from(shop, "2024-03-29T00:00:00+01:00", "2024-04-03T00:00:00+02:00", "3600");
  const apps::ReportContent by_day = shop.collect({days});
  const auto& columns = std::get<apps::ReportColumns>(figure_of(by_day, "Energy by day").body);
  REQUIRE(columns.names.size() == 5);
  CHECK(columns.names[2] == "31 Mar");
  const std::vector<double> power = column(read_results_csv(days), "heater.Power");
  double watts = 0.0;  // 31 March has 23 hours: rows 49 to 71
  for (std::size_t k = 49; k <= 71; ++k) watts += power[k];
  CHECK(columns.groups.at(0).values[2] == Approx(watts / 1000.0).epsilon(1e-12));

  const std::string months =
      run_from(shop, "2024-01-15T00:00:00+01:00", "2024-04-01T00:00:00+02:00", "3600");
  const apps::ReportContent by_month = shop.collect({months});
  const auto& bars = std::get<apps::ReportColumns>(figure_of(by_month, "Energy by month").body);
  CHECK(bars.names == std::vector<std::string>{"Jan", "Feb", "Mar"});
  const std::vector<double> all = column(read_results_csv(months), "heater.Power");
  double february = 0.0;  // hours from 1 February on: 17 days of 24 rows before, 29 days long
  for (std::size_t k = 17 * 24 + 1; k <= (17 + 29) * 24; ++k) february += all[k];
  // A kWh of KPIs is that of BOPTEST, which is 8e-7 larger than an exact one.
  CHECK(bars.groups.at(0).values[1] == Approx(february / 1000.0).epsilon(2e-6));
}

TEST_CASE("results begin with energy, peaks and comfort, the program comes last") {
  const RoomShop shop;
  const std::string file = shop.run(shop.measured_room(), "week");
  const apps::ReportContent content = shop.collect({file});
  const std::vector<double> power = column(read_results_csv(file), "heater.Power");
  CHECK(content.facts.front().label == "Energy");
  CHECK(std::stod(tile(content, "Heating").value) ==
        Approx(sum({power.begin() + 1, power.end()}) * 600.0 / 3.6e6).epsilon(5e-3));  // 3 digits
  CHECK(tile(content, "Heating").note == "district heating");
  CHECK(tile(content, "Peak of district heating").note.find("2024-01-15") == 0);
  CHECK(tile(content, "Comfort").note.find("20 to 26 °C") != std::string::npos);
  for (const char* label : {"Components", "Levels", "Wall time"}) {
    const auto is_named = [label](const apps::ReportFact& fact) { return fact.label == label; };
    CHECK(std::none_of(content.facts.begin(), content.facts.end(), is_named));
    CHECK(std::any_of(content.about.begin(), content.about.end(), is_named));
  }
}

TEST_CASE("shares of comfort are the shares of rows in each category") {
  const RoomShop shop;
  const std::string file = shop.run(shop.measured_room(), "week");
  const apps::ReportContent content = shop.collect({file});
  const auto& shares = std::get<apps::ReportShares>(figure_of(content, "Comfort by zone").body);
  REQUIRE(shares.rows.size() == 1);
  CHECK(shares.rows[0].name == "room");
  REQUIRE(shares.parts.size() == 5);
  CHECK(sum(shares.rows[0].shares) == Approx(1.0));
  const std::vector<double> temperature = column(read_results_csv(file), "room.indoorTemperature");
  double first = 0.0;  // both ends of a step count half
  for (std::size_t k = 0; k + 1 < temperature.size(); ++k) {
    for (const double value : {temperature[k], temperature[k + 1]}) {
      if (value >= 21.0 && value <= 25.5) first += 0.5;
    }
  }
  CHECK(shares.rows[0].shares[0] ==
        Approx(first / static_cast<double>(temperature.size() - 1)).margin(1e-12));
}

TEST_CASE("a load duration curve falls from the largest power and contains all energy") {
  const RoomShop shop;
  const std::string file = shop.run(shop.measured_room(), "week");
  const apps::ReportContent content = shop.collect({file});
  const auto& chart = std::get<apps::ReportChart>(figure_of(content, "Load duration").body);
  std::vector<double> power = column(read_results_csv(file), "heater.Power");
  power.erase(power.begin());
  const apps::ReportCurve& curve = chart.curves.at(0);
  CHECK(curve.y.front() == Approx(*std::max_element(power.begin(), power.end()) / 1000.0));
  CHECK(curve.x.back() == Approx(24.0));
  CHECK(std::is_sorted(curve.y.rbegin(), curve.y.rend()));
  double energy = 0.0;  // 144 steps are drawn one by one
  for (std::size_t i = 0; i + 1 < curve.x.size(); ++i) {
    energy += curve.y[i] * (curve.x[i + 1] - curve.x[i]);
  }
  CHECK(energy == Approx(sum(power) * 600.0 / 3.6e6));
}

TEST_CASE("a fit recovers a line with one bend") {
  std::vector<double> x, y;
  for (int day = 0; day < 60; ++day) {
    x.push_back(-5.0 + 0.5 * day);
    y.push_back(12.0 + 3.0 * std::max(0.0, 14.5 - x.back()));
  }
  const auto fit = apps::fit_change_point(x, y, true);
  REQUIRE(fit);
  // The search for the bend has steps of a 200th of the 29.5 K.
  CHECK(fit->base == Approx(14.5).margin(0.08));
  CHECK(fit->slope == Approx(3.0).epsilon(0.01));
  CHECK(fit->rest == Approx(12.0).epsilon(0.01));
  CHECK_FALSE(apps::fit_change_point(x, y, false));
  CHECK_FALSE(apps::fit_change_point({1.0, 2.0}, {1.0, 2.0}, true));
}

TEST_CASE("with a baseline, the differences of a run to it are shown") {
  const RoomShop shop;
  const std::string model = shop.measured_room();
  const std::string today = shop.run(model, "today");
  const std::string later = shop.run(model, "later", {"--set", "room.R_out=0.1"});
  apps::ReportRequest request;
  request.results = {later};
  request.baseline = today;
  request.output = shop / "report.html";
  Diagnostics diagnostics;
  const apps::ReportContent content = apps::collect_report(request, diagnostics);
  const auto energy = [](const std::string& file) {
    const std::vector<double> power = column(read_results_csv(file), "heater.Power");
    return sum({power.begin() + 1, power.end()}) * 600.0 / 3.6e6;
  };
  const apps::ReportTable& table = table_of(content.comparison, "Compared with the baseline");
  REQUIRE(table.columns.size() == 6);
  const auto row = std::find_if(table.cells.begin(), table.cells.end(),
                                [](const auto& cells) { return cells[0] == "Heating"; });
  REQUIRE(row != table.cells.end());
  CHECK(std::stod((*row)[2]) == Approx(energy(today)).epsilon(2e-6));
  CHECK(std::stod((*row)[3]) == Approx(energy(later)).epsilon(2e-6));
  CHECK(std::stod((*row)[4]) == Approx(energy(later) - energy(today)).epsilon(1e-5));
  CHECK(std::stod((*row)[5]) ==
        Approx(100.0 * (energy(later) / energy(today) - 1.0)).epsilon(1e-5));
  CHECK(tile(content, "Heating").note.find("% against the baseline") != std::string::npos);
}

TEST_CASE("a configuration sets prices, sections and the signals of carpet plots") {
  const RoomShop shop;
  const std::string file =
      run_from(shop, "2024-01-15T00:00:00+01:00", "2024-01-19T00:00:00+01:00", "3600");
  apps::ReportRequest request;
  request.results = {file};
  request.output = shop / "report.html";
  request.config = shop.write("config.json", R"({"hearth": 1,
    "kpi": {"carriers": {"district_heating": {"price": 0.25, "emission": 0.1}},
            "comfort": {"lower": 18, "upper": 25}},
    "report": {"sections": ["results", "series"], "carpet": "room.indoor*"}})");
  Diagnostics diagnostics;
  const apps::ReportContent content = apps::collect_report(request, diagnostics);
  CHECK(content.sections == std::vector<std::string>{"results", "series"});
  const double energy = std::stod(tile(content, "Heating").value);
  CHECK(std::stod(tile(content, "Cost").value) == Approx(0.25 * energy).epsilon(0.01));  // 3 digits
  CHECK(std::stod(tile(content, "CO2 emissions").value) == Approx(0.1 * energy).epsilon(0.01));
  CHECK(tile(content, "Comfort").note.find("18 to 25 °C") != std::string::npos);
  const auto& grid = std::get<apps::ReportGrid>(figure_of(content, "Temperature of room").body);
  const std::vector<double> temperature = column(read_results_csv(file), "room.indoorTemperature");
  REQUIRE(grid.values.size() == 24);
  for (std::size_t day = 0; day < 4; ++day) {
    for (std::size_t hour = 0; hour < 24; ++hour) {
      const std::size_t k = 24 * day + hour;
      CHECK(grid.values[hour].at(day) ==
            Approx(0.5 * (temperature[k] + temperature[k + 1])).epsilon(1e-12));
    }
  }
}

TEST_CASE("a configuration that names an unknown section is refused with the known ones") {
  const RoomShop shop;
  const std::string file = shop.run(shop.measured_room(), "week");
  shop.write("config.json", R"({"hearth": 1, "report": {"sections": ["result"]}})");
  const Outcome outcome = run_hearth(shop, {"report", file, "-o", (shop / "report.html").string(),
                                            "--config", (shop / "config.json").string()});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("report.section_unknown"));
  CHECK(outcome.said("results, scenarios"));
}

TEST_CASE("names of signals are written in words") {
  CHECK(apps::plain_signal("office2.indoorTemperature") == "Temperature of office 2");
  CHECK(apps::plain_signal("living/space.indoorCO2") == "CO2 of living");
  CHECK(apps::plain_signal("Z101/gains.Power") == "Power of Z101 gains");
  CHECK(apps::plain_signal("unit/supply_fan.airFlowRate mean") ==
        "Air flow rate of unit supply fan mean");
  CHECK(apps::plain_signal("unit/supply.airFlowRateOut[north]") ==
        "Air flow rate out of unit supply, north");
  CHECK(apps::plain_signal("office_temperature_sensor.measuredValue") ==
        "Office temperature sensor");
  CHECK(apps::plain_signal("no port") == "no port");
  CHECK(apps::plain_signals({"a_b.Power", "a-b.Power"}) ==
        std::vector<std::string>{"a_b.Power", "a-b.Power"});
}

}  // namespace results_content_test
