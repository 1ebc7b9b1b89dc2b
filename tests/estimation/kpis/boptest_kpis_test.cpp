// SPDX-License-Identifier: MIT
// KPIs of published BOPTEST trajectories against the values its calculator gives.
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/data/csv.hpp"
#include "hearth/tests/support/shared_data.hpp"
#include "kpi_bench.hpp"

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
    rows.signals.push_back({table.columns()[static_cast<std::size_t>(i)], unit::bare});
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
    // The calculator turns J into kWh by 2.77778e-7, which is 8e-7 too much.
    const double kilowatt_hour = 1e-6;
    check_close(found, "tdis_tot", expected["tdis_tot"], 1e-8);
    check_close(found, "idis_tot", expected["idis_tot"], 1e-8);
    check_close(found, "ener_tot", expected["ener_tot"], kilowatt_hour);
    check_close(found, "emis_tot", expected["emis_tot"], kilowatt_hour);
    const std::string cost = tariff == "Constant"  ? "cost_constant_tot"
                             : tariff == "Dynamic" ? "cost_dynamic_tot"
                                                   : "cost_highly_dynamic_tot";
    check_close(found, "cost_tot", expected[cost], kilowatt_hour);
    // Its means of 15 minutes are of samples, Hearth's of time.
    check_close(found, "pele_tot", expected["pele_tot"], 1e-5);
    CHECK(found.value.count("pgas_tot") == 0);
    check_close(found, "degree_hours_low",
                reference["expected_by_signal"]["tdis_dict"]["TRooAir_dTlower_y"], 1e-8);
    check_close(found, "degree_hours_high",
                reference["expected_by_signal"]["tdis_dict"]["TRooAir_dTupper_y"], 1e-8);
  }
}
