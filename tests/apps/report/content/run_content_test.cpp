// SPDX-License-Identifier: MIT
#include <cmath>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/data/results/results_csv.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/tests/apps/report/content/content.hpp"

namespace run_content_test {

using namespace hearth;
using namespace hearth::test;

TEST_CASE("a report shows every number of a results file that changes") {
  const RoomShop shop;
  const std::string file = shop.run(shop.measured_room(), "week");
  const apps::ReportContent content = shop.collect({file});
  const Results results = read_results_csv(file);
  std::size_t constants = 0;
  for (std::size_t i = 0; i < results.signals.size(); ++i) {
    bool changes = false;
    for (long k = 1; k < results.rows(); ++k) {
      changes = changes || results.row(k)[i] != results.row(0)[i];
    }
    if (!changes) {
      ++constants;
      continue;
    }
    const apps::ReportSignal& signal = signal_of(content, results.signals[i].name);
    CHECK(signal.unit == results.signals[i].unit.symbol);
    REQUIRE(signal.values.size() == 145);
    for (long k = 0; k < 145; ++k) {
      // A page has floats: the nearest number, without any further loss.
      REQUIRE(signal.values[k] == static_cast<float>(results.row(k)[i]));
    }
  }
  const apps::ReportTimes& times = content.series.times.at(0);
  CHECK(times.start == 1705273200.0);  // 2024-01-14T23:00:00Z
  CHECK(times.step == 600.0);
  CHECK(times.rows == 145);
  CHECK(times.zone == "Europe/Copenhagen");
  CHECK(content.series.signals.size() == results.signals.size() - constants);
  CHECK(constants > 0);
  CHECK(content.series.note.find("Outdoor temperature of outdoors 2 degC") != std::string::npos);
}

TEST_CASE("a report shows what was measured at the rows of a run") {
  const RoomShop shop;
  const apps::ReportContent content = shop.collect({shop.run(shop.measured_room(), "week")});
  const apps::ReportSignal& signal = signal_of(content, "room.indoorTemperature");
  REQUIRE(signal.measured.size() == 145);
  CHECK(signal.measured[0] == 20.0f);
  CHECK(std::isnan(signal.measured[1]));
  CHECK(signal.measured[6] == 19.5f);
  CHECK(signal.measured[12] == 19.25f);
  CHECK(signal_of(content, "heater.Power").measured.empty());
  // The first plot is the one with a measurement, and the measured signal is its first.
  const apps::ReportPlot& plot = content.series.plots.at(0);
  CHECK(plot.title == "Temperature");
  CHECK(content.series.signals[plot.signals.at(0)].name == "room.indoorTemperature");
}

TEST_CASE("the errors of a report are those that simulate prints") {
  const RoomShop shop;
  const std::string model = shop.measured_room();
  const std::string file = shop.run(model, "week");
  const apps::ReportContent content = shop.collect({file});
  const Results results = read_results_csv(file);
  const auto temperature = [&](long row) {
    for (std::size_t i = 0; i < results.signals.size(); ++i) {
      if (results.signals[i].name == "room.indoorTemperature") return results.row(row)[i];
    }
    return 0.0;
  };
  const double errors[] = {temperature(0) - 20.0, temperature(6) - 19.5, temperature(12) - 19.25};
  const double bias = (errors[0] + errors[1] + errors[2]) / 3.0;
  const double squares = errors[0] * errors[0] + errors[1] * errors[1] + errors[2] * errors[2];
  const apps::ReportTable& table = table_of(content.agreement, "Simulated against measured");
  CHECK(cell(table, "room.indoorTemperature", "n") == "3");
  CHECK(cell(table, "room.indoorTemperature", "missing") == "142");
  CHECK(cell(table, "room.indoorTemperature", "unit") == "K");
  // The sums of three numbers are added in another order: a few units of the last place.
  CHECK(std::stod(cell(table, "room.indoorTemperature", "rmse")) ==
        Approx(std::sqrt(squares / 3.0)).epsilon(1e-14));
  CHECK(std::stod(cell(table, "room.indoorTemperature", "bias")) == Approx(bias).epsilon(1e-13));
  CHECK(std::find(table.columns.begin(), table.columns.end(), "CV(RMSE)") == table.columns.end());
}

TEST_CASE("Guideline 14 judges power but not temperature") {
  const RoomShop shop;
  std::string model = kHeatedRoom;
  model.insert(model.rfind('}'), R"(, "measurements": {
    "heater.Power": {"file": "p.csv", "column": "p", "unit": "W", "resample": "hold"},
    "room.indoorTemperature": {"file": "p.csv", "column": "t", "unit": "degC", "resample": "hold"}})");
  shop.write("p.csv",
             "time,p,t\n2024-01-14T00:00:00+01:00,500,20\n2024-01-17T00:00:00+01:00,500,20\n");
  const apps::ReportContent content =
      shop.collect({shop.run(shop.write("room.hearth.json", model), "week")});
  const apps::ReportTable& table = table_of(content.agreement, "Simulated against measured");
  const double bias = std::stod(cell(table, "heater.Power", "bias"));
  // NMBE = sum(m - s) / ((n - 1) mean m), n = 145, mean m = 500; in percent.
  CHECK(std::stod(cell(table, "heater.Power", "NMBE")) ==
        Approx(-100.0 * bias * 145.0 / 144.0 / 500.0).epsilon(1e-12));
  CHECK((cell(table, "heater.Power", "Guideline 14") == "inside" ||
         cell(table, "heater.Power", "Guideline 14") == "outside"));
  CHECK(cell(table, "room.indoorTemperature", "NMBE").empty());
}

TEST_CASE("runs of one model share plots and have the names of their folders") {
  const RoomShop shop;
  const std::string model = shop.measured_room();
  const std::string first = shop.run(model, "before");
  const std::string second = shop.run(model, "after", {"--set", "room.C_air=3e6"});
  const apps::ReportContent content = shop.collect({first, second});
  const auto& before = signal_of(content, "room.indoorTemperature", "before");
  const auto& after = signal_of(content, "room.indoorTemperature", "after");
  CHECK(before.times == after.times);
  CHECK(before.values[100] != after.values[100]);
  for (const apps::ReportPlot& plot : content.series.plots) {
    CHECK(plot.signals.size() % 2 == 0);
    CHECK(plot.signals.size() <= 8);
  }
  CHECK(content.agreement.size() == 2);
  CHECK(content.subtitle == "2 simulations");
}

TEST_CASE("a report of a run that stopped early states it") {
  const RoomShop shop;
  const std::string file = shop.run(shop.measured_room(), "week");
  shop.write("week/results.csv", "# incomplete: interrupted\n" + shop.read("week/results.csv"));
  Diagnostics diagnostics;
  const apps::ReportContent content = shop.collect({file}, diagnostics);
  CHECK(has(diagnostics, "report.incomplete"));
  CHECK(content.series.times.at(0).rows == 145);
}

TEST_CASE("KPIs of a run are those that the verb kpi prints") {
  const RoomShop shop;
  const std::string model = shop.measured_room();
  const std::string file = shop.run(model, "week");
  const Outcome printed = run_hearth(shop, {"kpi", file, "--model", model, "--json"});
  INFO(printed.err);
  REQUIRE(printed.code == 0);
  const auto kpis = nlohmann::json::parse(printed.out)["kpis"];
  const apps::ReportContent content = shop.collect({file});
  const apps::ReportTable& table = table_of(content.kpis, "KPIs");
  CHECK(kpis.contains("tdis_tot"));
  std::size_t values = 0;
  for (const auto& [name, kpi] : kpis.items()) {
    if (kpi["value"].is_null()) continue;  // the verb reports the input that the model lacks
    ++values;
    CHECK(cell(table, name, "value") == number_text(kpi["value"].get<double>()));
    CHECK(cell(table, name, "unit") == kpi["unit"].get<std::string>());
  }
  const auto& rows = table.cells;
  CHECK(static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [](const auto& row) {
          return !row.back().empty();
        })) == values);
}

TEST_CASE("KPIs that lack a signal are left out with a warning") {
  const RoomShop shop;
  const std::string model = shop.measured_room();
  std::filesystem::create_directories(shop / "week");
  const std::string file = (shop / "week/results.csv").string();
  REQUIRE(run_hearth(shop, Words{"simulate", model, "-o", file, "-q", "--record", "measurements"} +
                               kOneDay)
              .code == 0);
  Diagnostics diagnostics;
  const apps::ReportContent content = shop.collect({file}, diagnostics);
  CHECK(has(diagnostics, "kpi.not_recorded"));
  CHECK_FALSE(diagnostics.has_errors());
  for (const apps::ReportTable& table : content.kpis) {
    for (const auto& row : table.cells) CHECK(row[0].rfind("ener_", 0) == std::string::npos);
  }
}

}  // namespace run_content_test
