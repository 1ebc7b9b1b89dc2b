// SPDX-License-Identifier: MIT
// KPIs of published BOPTEST trajectories against the values its calculator gives.
#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/data/text/csv.hpp"
#include "hearth/tests/estimation/kpis/kpi_bench.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace boptest_kpis_test {

using namespace hearth;
using namespace hearth::test;
using nlohmann::json;

namespace {

json read_json(const std::filesystem::path& path) {
  std::ifstream stream(path);
  return json::parse(stream);
}

/// A trajectory as rows: columns have no units, times are seconds.
Rows rows_of(const std::filesystem::path& path) {
  const CsvTable table = read_csv(path);
  Rows rows;
  std::vector<std::vector<double>> columns;
  for (int i = 1; i < static_cast<int>(table.columns().size()); ++i) {
    rows.signals.push_back({table.columns()[i], unit::bare});
    columns.push_back(table.numbers(i));
  }
  const std::vector<double> times = table.numbers(0);
  for (std::size_t k = 0; k < times.size(); ++k) {
    std::vector<double> values;
    for (const std::vector<double>& column : columns) values.push_back(column[k]);
    rows.rows.emplace_back(times[k], std::move(values));
  }
  return rows;
}

json series(const json& times, const json& values) {
  return {{"times", times}, {"values", values}};
}

json kelvins(const json& times, const json& values) {
  json points = series(times, values);
  points["unit"] = "kelvin";
  return points;
}

void check_close(const Measured& found, const std::string& name, double expected, double relative) {
  CAPTURE(name, found.value.at(name), expected);
  CHECK(std::abs(found.value.at(name) - expected) <= relative * std::abs(expected));
}

}  // namespace

TEST_CASE("the KPIs of BOPTEST testcase2 are those of its calculator") {
  const auto folder = shared_data("data/boptest/kpi_testcase2");
  if (!folder) return;
  const json reference = read_json(*folder / "kpi_reference.json");
  const json& hold = reference["schedules_zero_order_hold"];
  const json& limits = hold["setpoints"];
  const json& expected = reference["expected_totals"];
  const Rows rows = rows_of(*folder / "tc2_results_python.csv.gz");
  KpiMeter::Request request = trapezoids();
  request.start = kStart + Duration(std::llround(1000.0 * rows.rows.front().first));
  for (const std::string tariff : {"Constant", "Dynamic", "HighlyDynamic"}) {
    const json settings = {
        {"floor_area", reference["floor_area_m2"]},
        {"zones",
         {{"room",
           {{"temperature", {{"signal", "TRooAir_y"}, {"unit", "kelvin"}}},
            {"co2", reference["signals"]["co2"]},
            {"lower", kelvins(limits["time"], limits["LowerSetp[1]"])},
            {"upper", kelvins(limits["time"], limits["UpperSetp[1]"])},
            {"co2_upper", series(limits["time"], limits["UpperCO2[1]"])}}}}},
        {"energy",
         {{{"signals", reference["signals"]["electric_power_W"]}, {"carrier", "electricity"}}}},
        {"carriers",
         {{"electricity",
           {{"price",
             series(hold["prices"]["time"], hold["prices"]["PriceElectricPower" + tariff])},
            {"emission",
             series(hold["emissions"]["time"], hold["emissions"]["EmissionsElectricPower"])}}}}}};
    const Measured found = measure(kpi_settings(settings.dump()), rows, request);
    check_close(found, "tdis_tot", expected["tdis_tot"], 1e-8);
    check_close(found, "idis_tot", expected["idis_tot"], 1e-8);
    check_close(found, "ener_tot", expected["ener_tot"], 1e-8);
    check_close(found, "emis_tot", expected["emis_tot"], 1e-8);
    const std::string cost = tariff == "Constant"  ? "cost_constant_tot"
                             : tariff == "Dynamic" ? "cost_dynamic_tot"
                                                   : "cost_highly_dynamic_tot";
    check_close(found, "cost_tot", expected[cost], 1e-8);
    // Its means of 15 minutes are of samples, Hearth's of time.
    check_close(found, "pele_tot", expected["pele_tot"], 1e-5);
    CHECK(found.value.count("pgas_tot") == 0);
    check_close(found, "degree_hours_low",
                reference["expected_by_signal"]["tdis_dict"]["TRooAir_dTlower_y"], 1e-8);
    check_close(found, "degree_hours_high",
                reference["expected_by_signal"]["tdis_dict"]["TRooAir_dTupper_y"], 1e-8);
  }
}

namespace {

/// KPIs of the two test days of a published trajectory: nine days from 500 points on a grid of
/// 1558 s, with seven days of warm-up.
Measured of_test_days(const std::filesystem::path& csv, const json& settings) {
  const Rows rows = rows_of(csv);
  KpiMeter::Request request = trapezoids();
  request.origin = kStart;  // second 0, the first of January
  request.start = kStart + Duration(std::llround(1000.0 * rows.rows.front().first)) +
                  std::chrono::hours(7 * 24);
  request.timezone = "UTC";
  return measure(kpi_settings(settings.dump()), rows, request);
}

std::map<std::string, double> published(const std::filesystem::path& csv) {
  std::map<std::string, double> values;
  std::ifstream stream(csv);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t comma = line.find(',');
    if (comma + 1 < line.size() && line != "keys,value") {
      values[line.substr(0, comma)] = std::stod(line.substr(comma + 1));
    }
  }
  return values;
}

/// Limits of the emulators in Brussels: occupied out of working hours.
json brussels(double occupied, double empty) {
  return {{"default", occupied},
          {"rules", {{{"days", "Mon-Fri"}, {"from", "07:00"}, {"to", "20:00"}, {"value", empty}}}}};
}

}  // namespace

TEST_CASE("published KPIs of a heat pump follow from its trajectory as far as that is resolved") {
  const auto folder = shared_data("data/boptest/trajectories/bestest_hydronic_heat_pump");
  if (!folder) return;
  const json settings = {
      {"floor_area", 192},
      {"zones",
       {{"zone",
         {{"temperature", {{"signal", "reaTZon_y"}, {"unit", "kelvin"}}},
          {"lower", brussels(21, 15)},
          {"upper", brussels(24, 30)}}}}},
      {"energy",
       {{{"signals", {"reaPHeaPum_y", "reaPFan_y", "reaPPumEmi_y"}}, {"carrier", "electricity"}}}},
      {"carriers", {{"electricity", {{"price", 0.2535}, {"emission", 0.167}}}}}};
  // Switching is blurred by the grid: on the peak day the heat pump runs nearly without it.
  const std::pair<const char*, double> days[] = {{"peak_heat_day", 1.5e-3},
                                                 {"typical_heat_day", 2e-2}};
  for (const auto& [day, blur] : days) {
    CAPTURE(day);
    const Measured found =
        of_test_days(*folder / ("results_" + std::string(day) + ".csv"), settings);
    const auto expected = published(*folder / ("kpis_" + std::string(day) + "_constant.csv"));
    for (const char* name : {"ener_tot", "cost_tot", "emis_tot", "pele_tot", "tdis_tot"}) {
      check_close(found, name, expected.at(name), blur);
    }
    CHECK(expected.count("pgas_tot") == 0);
    CHECK(found.value.count("pgas_tot") == 0);
  }
}

TEST_CASE("published KPIs of a boiler follow from its trajectory as far as that is resolved") {
  const auto folder = shared_data("data/boptest/trajectories/bestest_hydronic");
  if (!folder) return;
  const json settings = {
      {"floor_area", 48},
      {"energy",
       {{{"signals", "reaQHea_y"}, {"carrier", "gas"}},
        {{"signals", "reaPPum_y"}, {"carrier", "electricity"}}}},
      {"carriers", {{"gas", {{"emission", 0.18108}}}, {"electricity", {{"emission", 0.167}}}}}};
  for (const std::string day : {"peak_heat_day", "typical_heat_day"}) {
    CAPTURE(day);
    const Measured found = of_test_days(*folder / ("results_" + day + ".csv"), settings);
    const auto expected = published(*folder / ("kpis_" + day + "_constant.csv"));
    for (const char* name : {"ener_tot", "emis_tot", "pgas_tot"}) {
      check_close(found, name, expected.at(name), 1e-2);  // as above
    }
    check_close(found, "pele_tot", expected.at("pele_tot"), 1e-5);  // the pump runs throughout
  }
}

}  // namespace boptest_kpis_test
