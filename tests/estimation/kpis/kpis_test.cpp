// SPDX-License-Identifier: MIT
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/estimation/kpis/kpi_bench.hpp"
#include "hearth/tests/support/given_limit.hpp"

namespace kpis_test {

using namespace hearth;
using namespace hearth::test;

// Values worked by hand hold up to the rounding of a few sums and to BOPTEST's kWh, which is 8e-7
// more than an exact one; Approx allows 1.2e-5.

namespace {

const std::string kHeater = R"({"floor_area": 50,
  "energy": [{"signals": "heater.Power", "carrier": "electricity", "end_use": "heating"}]})";

/// 1 kW, then 3 kW, then 0 in rows of 15 minutes; row 0 contains nothing of a step.
Rows heater_rows() {
  return {{{"heater.Power", unit::W}},
          {{0.0, {500.0}}, {900.0, {1000.0}}, {1800.0, {3000.0}}, {2700.0, {0.0}}}};
}

}  // namespace

TEST_CASE("a row's power holds over the step that ends there") {
  const Measured found = measure(kpi_settings(kHeater), heater_rows(), steps_of(900.0));
  CHECK(found.value.at("ener_tot") == Approx(1.0 / 50.0));  // (1 + 3 + 0) kW x 0.25 h
  CHECK(found.value.at("ener_electricity") == found.value.at("ener_tot"));
  CHECK(found.value.at("ener_heating") == found.value.at("ener_tot"));
  CHECK(found.value.at("pele_tot") == Approx(3.0 / 50.0));
  CHECK(found.value.at("peak_electricity") == found.value.at("pele_tot"));
  CHECK(found.unit.at("ener_tot") == "kWh/m2");
  CHECK(found.unit.at("pele_tot") == "kW/m2");
  CHECK(found.value.count("cost_tot") == 0);  // no price
}

TEST_CASE("a power between rows of a trajectory runs straight") {
  const Measured found = measure(kpi_settings(kHeater), heater_rows(), trapezoids());
  // (0.5 + 1)/2 + (1 + 3)/2 + (3 + 0)/2 kW, each over 0.25 h
  CHECK(found.value.at("ener_tot") == Approx(4.25 * 0.25 / 50.0));
  CHECK(found.value.at("pele_tot") == Approx(2.0 / 50.0));
}

TEST_CASE("the price of a step is its exact mean over the step") {
  KpiSettings settings = kpi_settings(R"({"floor_area": 1,
    "energy": [{"signals": ["heater.Power"], "carrier": "gas", "factor": 1.25}],
    "carriers": {"gas": {"price": {"times": [0, 1200], "values": [0.1, 0.4], "resample": "linear"},
                         "emission": 0.2}}})");
  const Measured found = measure(settings, heater_rows(), steps_of(900.0));
  // 0.1 in the first step; 300 s of 0.1 and 600 s of 0.4 in the second: held, whatever is asked.
  CHECK(found.value.at("cost_tot") == Approx(1.25 * 0.25 * (1.0 * 0.1 + 3.0 * 0.3)));
  CHECK(found.value.at("emis_tot") == Approx(1.25 * 0.2));
  CHECK(found.value.at("pgas_tot") == Approx(1.25 * 3.0));
  CHECK(found.value.count("pele_tot") == 0);
}

TEST_CASE("prices and emissions are converted from the unit that they are written in") {
  const auto measured = [](const std::string& carriers) {
    return measure(kpi_settings(R"({"floor_area": 1,
      "energy": [{"signals": ["heater.Power"], "carrier": "gas"}], "carriers": {"gas": )" +
                                carriers + "}}"),
                   heater_rows(), steps_of(900.0));
  };
  const Measured found = measured(R"({"price": "250 EUR/MWh", "emission": "200 gCO2/kWh"})");
  CHECK(found.value.at("cost_tot") == Approx(0.25));  // of 1 kWh
  CHECK(found.value.at("emis_tot") == Approx(0.2));
  CHECK(measured(R"({"price": "25 ct/kWh"})").value.at("cost_tot") == Approx(0.25));
  CHECK_THROWS_AS(measured(R"({"price": "0.25 kW"})"), InputError);
  CHECK_THROWS_AS(measured(R"({"price": "200 g/kWh"})"), InputError);  // an emission
}

TEST_CASE("a price can be a signal of the model") {
  KpiSettings settings = kpi_settings(R"({"floor_area": 1,
    "energy": [{"signals": ["heater.Power"], "carrier": "electricity"}],
    "carriers": {"electricity": {"price": {"signal": "tariff.value"}}}})");
  const Rows rows{{{"heater.Power", unit::kW}, {"tariff.value", unit::bare}},
                  {{0.0, {1.0, 9.0}}, {3600.0, {2.0, 0.3}}, {7200.0, {4.0, 0.1}}}};
  CHECK(measure(settings, rows, steps_of(3600.0)).value.at("cost_tot") == Approx(1.0));
}

TEST_CASE("steps that do not divide 15 minutes are shared out") {
  // 10-minute steps of 6, 0, 3 kW: the quarters hold 10 min of 6 and 5 of 0; 5 of 0 and 10 of 3.
  const Rows rows{{{"heater.Power", unit::W}},
                  {{0.0, {0.0}}, {600.0, {6000.0}}, {1200.0, {0.0}}, {1800.0, {3000.0}}}};
  const Measured found = measure(kpi_settings(kHeater), rows, steps_of(600.0));
  CHECK(found.value.at("pele_tot") == Approx(4.0 / 50.0));
}

TEST_CASE("a peak of steps longer than 15 minutes is a mean over the step, and reported as such") {
  const Rows rows{{{"heater.Power", unit::W}},
                  {{0.0, {0.0}}, {3600.0, {6000.0}}, {7200.0, {8000.0}}}};
  const Measured found = measure(kpi_settings(kHeater), rows, steps_of(3600.0));
  CHECK(found.value.at("pele_tot") == Approx(8.0 / 50.0));
  CHECK(said(found.notes, "kpi.long_steps"));
}

TEST_CASE("a short rest of the last quarter of an hour makes no peak") {
  // 1 kW for 15 min, then 9 kW for 1 min: a window of a minute would be a peak of 9 kW.
  const Rows rows{{{"heater.Power", unit::W}},
                  {{0.0, {0.0}}, {900.0, {1000.0}}, {960.0, {9000.0}}}};
  CHECK(measure(kpi_settings(kHeater), rows, steps_of(60.0)).value.at("pele_tot") ==
        Approx(1.0 / 50.0));
  // A run that is shorter than 15 minutes has nothing else.
  const Rows brief{{{"heater.Power", unit::W}}, {{0.0, {0.0}}, {60.0, {9000.0}}}};
  CHECK(measure(kpi_settings(kHeater), brief, steps_of(60.0)).value.at("pele_tot") ==
        Approx(9.0 / 50.0));
}

TEST_CASE("temperature beyond its limits counts in kelvin hours, the mean of the zones") {
  const KpiSettings settings = kpi_settings(R"({
    "comfort": {"lower": "21 degC", "upper": {"signal": "setpoint.value"}, "co2_upper": 900},
    "zones": {"a": {"temperature": "a.indoorTemperature", "co2": "a.indoorCO2"},
              "b": {"temperature": "b.indoorTemperature", "lower": 18}}})");
  const Rows rows{{{"a.indoorTemperature", unit::degC},
                   {"b.indoorTemperature", unit::degC},
                   {"a.indoorCO2", unit::ppm},
                   {"setpoint.value", unit::degC}},
                  {{0.0, {20.0, 19.0, 800.0, 99.0}},
                   {3600.0, {22.0, 17.0, 1000.0, 24.0}},
                   {7200.0, {26.0, 17.0, 1000.0, 24.0}}}};
  const Measured found = measure(settings, rows, steps_of(3600.0));
  // Excess at rows a: below 1, 0, 0; above 0, 0, 2 (setpoint 24 in both steps).
  // b: below 0, 1, 1. By trapezoids: a 0.5 + 1.0, b 0.5 + 1.0.
  CHECK(found.value.at("tdis_tot") == Approx((1.5 + 1.5) / 2.0));
  CHECK(found.value.at("degree_hours_low") == Approx((0.5 + 1.5) / 2.0));
  CHECK(found.value.at("degree_hours_high") == Approx(1.0 / 2.0));
  CHECK(found.value.at("idis_tot") == Approx(50.0 + 100.0));  // of zone a alone
  CHECK(found.value.at("co2_hours") == Approx(1.5));
  CHECK(found.unit.at("tdis_tot") == "K h");
}

TEST_CASE("occupied time is divided among the categories of EN 16798-1") {
  const KpiSettings settings = kpi_settings(R"({
    "comfort": {"occupied": {"signal": "people.value"}},
    "zones": {"a": {"temperature": "a.t"}}})");
  const Kpis kpis(settings, {}, {{"a.t", unit::degC}, {"people.value", unit::one}});
  KpiMeter::Request request = steps_of(3600.0);
  request.origin = request.start = kStart;
  request.end = kStart + std::chrono::hours(6);
  DataResolver resolver;
  KpiMeter meter(kpis, request, resolver);
  // Ends of steps count half: at 22 in I, 20.5 in II, 26.5 in III, 18 in IV, 29 beyond, then
  // the zone is empty.
  const double temperatures[] = {22.0, 22.0, 20.5, 26.5, 18.0, 29.0, 22.0};
  for (int k = 0; k < 7; ++k) {
    const double row[] = {temperatures[k], k < 6 ? 1.0 : 0.0};
    meter.row(3600.0 * k, row);
  }
  const KpiZoneValues zone = meter.finish().zones.at(0);
  CHECK(zone.occupied_hours == Approx(5.0));
  const double expected[] = {1.5, 1.0, 1.0, 1.0, 0.5};
  for (std::size_t c = 0; c < 5; ++c) CHECK(zone.category_hours[c] == Approx(expected[c]));
}

TEST_CASE("only occupied time counts in degree hours, unmet hours and CO2 hours") {
  const KpiSettings settings = kpi_settings(R"({
    "comfort": {"lower": 20, "upper": 26, "co2_upper": 900, "tolerance": 0.5,
                "occupied": {"signal": "people.value"}},
    "zones": {"a": {"temperature": "a.t", "co2": "a.c"}}})");
  const Rows rows{{{"a.t", unit::degC}, {"a.c", unit::ppm}, {"people.value", unit::one}},
                  {{0.0, {18.0, 1000.0, 0.0}},
                   {3600.0, {18.0, 1000.0, 0.0}},
                   {7200.0, {18.0, 1000.0, 2.0}},
                   {10800.0, {19.6, 800.0, 2.0}}}};
  const Measured found = measure(settings, rows, steps_of(3600.0));
  CHECK(found.value.at("tdis_tot") == Approx(2.0 + 2.0 + 1.2));  // BOPTEST's knows no occupants
  CHECK(found.value.at("degree_hours_low") == Approx(2.0 + 1.2));
  CHECK(found.value.at("idis_tot") == Approx(100.0 + 100.0 + 50.0));
  CHECK(found.value.at("co2_hours") == Approx(1.0 + 0.5));
  CHECK(found.value.at("unmet_hours") == Approx(1.0 + 0.5));  // 0.4 K is within the tolerance
}

TEST_CASE("an hour in which several zones are unmet is one unmet hour") {
  const KpiSettings settings = kpi_settings(R"({"comfort": {"lower": 20},
    "zones": {"a": {"temperature": "a"}, "b": {"temperature": "b"}, "c": {"temperature": "c"}}})");
  const Rows rows{{{"a", unit::degC}, {"b", unit::degC}, {"c", unit::degC}},
                  {{0.0, {18.0, 18.0, 22.0}}, {3600.0, {18.0, 18.0, 22.0}}}};
  CHECK(measure(settings, rows, steps_of(900.0)).value.at("unmet_hours") == Approx(1.0));
}

TEST_CASE("few people do not make a zone occupied") {
  KpiSettings settings =
      kpi_settings(R"({"zones": {"office": {"temperature": "office.temperature", "lower": 20}}})");
  settings.zones[0].people = {"staff.y"};
  settings.zones[0].few_people = {{"staff.y", 0.5}};
  const Rows rows{{{"office.temperature", unit::degC}, {"staff.y", unit::one}},
                  {{0.0, {15.0, 0.5}}, {3600.0, {15.0, 0.5}}, {7200.0, {15.0, 4.0}}}};
  CHECK(measure(settings, rows, steps_of(3600.0)).value.at("unmet_hours") == Approx(1.0));
  settings.zones[0].few_people.clear();
  CHECK(measure(settings, rows, steps_of(3600.0)).value.at("unmet_hours") == Approx(2.0));
}

TEST_CASE("a limit that changes at a row holds up to it in a stepwise run") {
  const KpiSettings settings = kpi_settings(R"({
    "comfort": {"lower": {"times": [0, 3600], "values": [15, 21]}},
    "zones": {"a": {"temperature": "a"}}})");
  const Rows rows{{{"a", unit::degC}}, {{0.0, {16.0}}, {3600.0, {16.0}}, {7200.0, {21.0}}}};
  CHECK(measure(settings, rows, steps_of(3600.0)).value.at("tdis_tot") == Approx(2.5));
  // On a trajectory limits are read at its samples, as BOPTEST does.
  CHECK(measure(settings, rows, trapezoids()).value.at("tdis_tot") == Approx(5.0));
}

TEST_CASE("weekly rules are limits in the site's civil time") {
  const KpiSettings settings = kpi_settings(R"({
    "comfort": {"lower": {"default": 15, "rules": [{"from": "02:00", "to": "03:00", "value": 20}]}},
    "zones": {"a": {"temperature": "a"}}})");
  Rows rows{{{"a", unit::degC}}, {}};
  for (int k = 0; k <= 96; ++k) rows.rows.push_back({900.0 * k, {18.0}});
  KpiMeter::Request request = steps_of(900.0);
  request.timezone = "Europe/Copenhagen";
  CHECK(measure(settings, rows, request).value.at("tdis_tot") == Approx(2.0));
}

TEST_CASE("votes are means over occupied time and zones") {
  const KpiSettings settings = kpi_settings(R"({
    "comfort": {"clothing": 0.5, "relative_humidity": 60, "occupied": {"signal": "people"}},
    "zones": {"a": {"temperature": "t"}}})");
  const Rows rows{{{"t", unit::degC}, {"people", unit::one}},
                  {{0.0, {22.0, 0.0}}, {3600.0, {22.0, 1.0}}, {7200.0, {27.0, 0.0}}}};
  const Measured found = measure(settings, rows, steps_of(3600.0));
  const double vote = predicted_mean_vote({22.0, 22.0, 0.1, 60.0, 1.2, 0.5});
  CHECK(found.value.at("pmv_mean") == Approx(vote));
  CHECK(found.value.at("ppd_mean") == Approx(predicted_percentage_dissatisfied(vote)));
  CHECK(found.value.at("ppd_max") == Approx(predicted_percentage_dissatisfied(vote)));
  CHECK(found.value.at("pmv_out_hours") == Approx(1.0));
}

TEST_CASE("votes are computed if their inputs are known, or if they are requested") {
  const KpiSettings settings =
      kpi_settings(R"({"zones": {"a": {"temperature": "t"}}, "comfort": {"lower": 20}})");
  const Rows rows{{{"t", unit::degC}}, {{0.0, {22.0}}, {3600.0, {22.0}}}};
  CHECK(measure(settings, rows, steps_of(900.0)).value.count("pmv_mean") == 0);
  const Measured found = measure(settings, rows, steps_of(900.0), {"pmv_mean"});
  CHECK(found.value.at("pmv_mean") == Approx(predicted_mean_vote({22.0, 22.0})));
}

TEST_CASE("conditions outside the range of the vote leave votes without a value") {
  const KpiSettings settings = kpi_settings(
      R"({"zones": {"a": {"temperature": "t"}}, "comfort": {"air_speed": {"signal": "v"}}})");
  const Rows rows{{{"t", unit::degC}, {"v", unit::m_per_s}},
                  {{0.0, {22.0, 0.1}}, {900.0, {22.0, -1.0}}, {1800.0, {22.0, 0.1}}}};
  const Measured found = measure(settings, rows, steps_of(900.0));
  for (const char* name : {"pmv_mean", "ppd_mean", "ppd_max", "pmv_out_hours"}) {
    INFO(name);
    CHECK(std::isnan(found.value.at(name)));
  }
}

TEST_CASE("rows before the evaluation are passed over, and a step across its start is cut") {
  KpiMeter::Request request = steps_of(900.0);
  request.start = kStart + std::chrono::seconds(900);
  CHECK(measure(kpi_settings(kHeater), heater_rows(), request).value.at("ener_tot") ==
        Approx(0.75 / 50.0));
  request.start = kStart + std::chrono::seconds(1200);
  request.end = kStart + std::chrono::seconds(1500);
  CHECK(measure(kpi_settings(kHeater), heater_rows(), request).value.at("ener_tot") ==
        Approx(3.0 / 12.0 / 50.0));
  request.power = PowerRule::Trapezoid;  // from 1 to 3 kW over 900 s: 1.667 to 2.333 kW
  CHECK(measure(kpi_settings(kHeater), heater_rows(), request).value.at("ener_tot") ==
        Approx(2.0 / 12.0 / 50.0));
}

TEST_CASE("months are those of civil time and add up to the whole") {
  KpiSettings settings = kpi_settings(kHeater);
  settings.monthly = true;
  // 1 kW from 2022-12-31T22:00Z, 3 h, in rows of an hour; in Copenhagen the year ends at 23:00Z.
  Rows rows{{{"heater.Power", unit::W}}, {}};
  for (int k = 0; k <= 3; ++k) rows.rows.push_back({3600.0 * k, {1000.0}});
  KpiMeter::Request request = steps_of(3600.0);
  request.origin = kStart - std::chrono::hours(2);
  request.zone = Zone("Europe/Copenhagen");
  Measured found = measure(settings, rows, request);
  REQUIRE(found.months.size() == 2);
  CHECK(found.months[0].first == "2022-12");
  CHECK(found.months[0].second.at("ener_tot") == Approx(1.0 / 50.0));
  CHECK(found.months[1].first == "2023-01");
  CHECK(found.months[1].second.at("ener_tot") == Approx(2.0 / 50.0));
  CHECK(found.value.at("ener_tot") == Approx(3.0 / 50.0));
  // A zone half an hour off the hour cuts a step in two.
  request.zone = Zone::fixed(std::chrono::minutes(30));
  found = measure(settings, rows, request);
  CHECK(found.months[0].second.at("ener_tot") == Approx(1.5 / 50.0));
  CHECK(found.months[1].second.at("ener_tot") == Approx(1.5 / 50.0));
}

TEST_CASE("a month without rows has no values") {
  KpiSettings settings = kpi_settings(kHeater);
  settings.monthly = true;
  KpiMeter::Request request = steps_of(900.0);
  request.end = kStart + std::chrono::hours(24 * 40);
  const Measured found = measure(settings, heater_rows(), request);
  REQUIRE(found.months.size() == 2);
  CHECK(found.months[0].second.at("ener_tot") == Approx(1.0 / 50.0));
  CHECK(std::isnan(found.months[1].second.at("ener_tot")));
}

TEST_CASE("without a floor area KPIs are of the building, with the unit to match") {
  const KpiSettings settings =
      kpi_settings(R"({"energy": [{"signals": "heater.Power", "carrier": "electricity"}]})");
  const Measured found = measure(settings, heater_rows(), steps_of(900.0));
  CHECK(found.value.at("ener_tot") == Approx(1.0));
  CHECK(found.unit.at("ener_tot") == "kWh");
  CHECK(found.unit.at("pele_tot") == "kW");
  CHECK(said(found.notes, "kpi.floor_area_missing"));
}

TEST_CASE("the floor area is the sum of the zones' where all have one") {
  const KpiSettings settings = kpi_settings(R"({
    "energy": [{"signals": "heater.Power", "carrier": "electricity"}],
    "zones": {"a": {"floor_area": 15}, "b": {"floor_area": {"value": 10, "unit": "m2"}}}})");
  CHECK(measure(settings, heater_rows(), steps_of(900.0)).value.at("ener_tot") ==
        Approx(1.0 / 25.0));
}

TEST_CASE("costs that are left out because one carrier has no price are reported") {
  const Rows rows{{{"heater.Power", unit::W}, {"boiler.fuelPower", unit::W}},
                  {{0.0, {0.0, 0.0}}, {900.0, {1000.0, 2000.0}}}};
  const Measured found = measure(kpi_settings(R"({"floor_area": 50,
    "energy": [{"signals": "heater.Power", "carrier": "electricity"},
               {"signals": "boiler.fuelPower", "carrier": "gas"}],
    "carriers": {"gas": {"price": 0.1}}})"),
                                 rows, steps_of(900.0));
  CHECK(found.value.count("cost_tot") == 0);
  REQUIRE(found.notes.items().size() == 1);
  CHECK_THAT(found.notes.items()[0].message,
             Catch::Contains("cost_tot is left out: no price of electricity"));
}

TEST_CASE("a KPI without its inputs has no value and names what to add") {
  const Measured found = measure(kpi_settings(kHeater), heater_rows(), steps_of(900.0),
                                 {"cost_tot", "tdis_tot", "pgas_tot", "ener_tot"});
  CHECK(std::isnan(found.value.at("cost_tot")));
  CHECK(std::isnan(found.value.at("tdis_tot")));
  CHECK(std::isnan(found.value.at("pgas_tot")));
  CHECK(found.value.at("ener_tot") == Approx(1.0 / 50.0));
  REQUIRE(found.notes.items().size() == 3);
  CHECK(found.notes.items()[0].code == "kpi.no_input");
  CHECK(found.notes.items()[0].message ==
        "cost_tot has no value: no price of electricity: set \"carriers\": {\"electricity\": "
        "{\"price\": ...}}");
}

TEST_CASE("power that is given back counts against what is taken") {
  const KpiSettings settings = kpi_settings(R"({"floor_area": 1, "energy": [
    {"signals": "heater.Power", "carrier": "electricity", "end_use": "heating"},
    {"signals": "pv.Power", "carrier": "electricity", "end_use": "photovoltaic", "factor": -1}]})");
  const Rows rows{{{"heater.Power", unit::W}, {"pv.Power", unit::kW}},
                  {{0.0, {0.0, 0.0}}, {3600.0, {2000.0, 3.0}}, {7200.0, {2000.0, 0.5}}}};
  const Measured found = measure(settings, rows, steps_of(3600.0));
  CHECK(found.value.at("ener_tot") == Approx(0.5));
  CHECK(found.value.at("ener_photovoltaic") == Approx(-3.5));
  CHECK(found.value.at("pele_tot") == Approx(1.5));
}

TEST_CASE("a signal counts in the first entry that matches it") {
  const KpiSettings settings = kpi_settings(R"({"floor_area": 1, "energy": [
    {"signals": ["fan*.Power"], "carrier": "electricity", "end_use": "fans"},
    {"signals": ["*.Power"], "carrier": "electricity", "end_use": "other"}]})");
  const Rows rows{{{"fan_1.Power", unit::kW}, {"x.Power", unit::kW}},
                  {{0.0, {0.0, 0.0}}, {3600.0, {1.0, 2.0}}}};
  const Measured found = measure(settings, rows, steps_of(3600.0));
  CHECK(found.value.at("ener_fans") == Approx(1.0));
  CHECK(found.value.at("ener_other") == Approx(2.0));
}

TEST_CASE("a price of a carrier that nothing uses is reported") {
  const auto severity = [](const std::string& carrier) {
    const KpiSettings settings =
        kpi_settings(R"({"energy": [{"signals": "*", "carrier": "electricity"}], "carriers": {")" +
                     carrier + R"(": {"price": 1}}})");
    const Measured found = measure(settings, heater_rows(), steps_of(900.0));
    for (const Diagnostic& item : found.notes.items()) {
      if (item.code == "kpi.carrier_unused") return item.severity;
    }
    return Severity::Error;
  };
  CHECK(severity("electricty") == Severity::Warning);
  CHECK(severity("gas") == Severity::Note);
}

TEST_CASE("a value that is none is refused by its name and time") {
  Rows rows = heater_rows();
  rows.rows[2].second[0] = std::nan("");
  try {
    measure(kpi_settings(kHeater), rows, steps_of(900.0));
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK(error.code() == "kpi.not_finite");
    CHECK(std::string(error.what()).find("'heater.Power' has no value at 2023-01-01T00:30:00") !=
          std::string::npos);
  }
}

TEST_CASE("a row before the last one is refused") {
  Rows rows = heater_rows();
  std::swap(rows.rows[1], rows.rows[2]);
  KpiMeter::Request request = steps_of(900.0);
  request.end = kStart + std::chrono::hours(1);
  CHECK_THROWS_WITH(measure(kpi_settings(kHeater), rows, request),
                    Catch::Contains("kpi.time_order"));
}

TEST_CASE("rows of one instant add nothing: a jump of a trajectory") {
  const Rows rows{{{"heater.Power", unit::W}},
                  {{0.0, {1000.0}}, {1800.0, {1000.0}}, {1800.0, {3000.0}}, {3600.0, {3000.0}}}};
  CHECK(measure(kpi_settings(kHeater), rows, trapezoids()).value.at("ener_tot") ==
        Approx(2.0 / 50.0));
}

TEST_CASE("names that are none are refused with the nearest") {
  const auto refused = [](const std::string& settings, const std::vector<std::string>& names) {
    try {
      measure(kpi_settings(settings), heater_rows(), steps_of(900.0), names);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(refused(kHeater, {"ener_tto"}),
             Catch::Contains("kpi.unknown") && Catch::Contains("did you mean 'ener_tot'"));
  CHECK_THAT(refused(R"({"energy": [{"signals": "heater.power", "carrier": "gas"}]})", {}),
             Catch::Contains("kpi.signal_unknown") && Catch::Contains("'heater.Power'"));
  CHECK_THAT(refused(R"({"zones": {"a": {"temperature": "heater.Power"}}})", {}),
             Catch::Contains("kpi.unit_mismatch"));
  CHECK_THAT(refused(R"({"energy": [{"signals": "*", "carrier": "gas", "end_use": "gas"}]})", {}),
             Catch::Contains("kpi.name_duplicate"));
}

TEST_CASE("a KPI of an absent carrier or end use has no value and reports it") {
  const Measured found = measure(kpi_settings(kHeater), heater_rows(), steps_of(900.0),
                                 {"ener_wood", "ener_tot", "peak_wood"});
  CHECK(std::isnan(found.value.at("ener_wood")));
  CHECK(std::isnan(found.value.at("peak_wood")));
  CHECK(std::isfinite(found.value.at("ener_tot")));
  CHECK(found.unit.at("ener_wood") == found.unit.at("ener_tot"));
  CHECK(said(found.notes, "kpi.no_input"));
}

TEST_CASE("the reference lists each KPI once, and knows the names of families") {
  for (const Kpi& kpi : known_kpis()) {
    CHECK_FALSE(kpi.doc.empty());
    CHECK_FALSE(kpi.unit.empty());
  }
  CHECK(may_be_kpi("tdis_tot"));
  CHECK(may_be_kpi("ener_fans"));
  CHECK(may_be_kpi("peak_wood"));
  CHECK_FALSE(may_be_kpi("ener_"));
  CHECK_FALSE(may_be_kpi("ener_<carrier>"));
  CHECK_FALSE(may_be_kpi("tdis"));
}

TEST_CASE("the page of KPIs lists all of them with unit and meaning") {
  std::ifstream stream(std::string(HEARTH_SOURCE_DIR) + "/docs/kpis.md");
  std::vector<std::string> listed;
  bool inside = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind("## ", 0) == 0) inside = line == "## Names";
    if (inside && line.rfind("| `", 0) == 0) listed.push_back(line);
  }
  std::vector<std::string> known;
  for (const Kpi& kpi : known_kpis()) {
    known.push_back("| `" + kpi.name + "` | " + kpi.unit + " | " + kpi.doc + " |");
  }
  CHECK(listed == known);
}

TEST_CASE("an evaluation has a bounded number of months, in years that have four digits") {
  KpiSettings settings = kpi_settings(kHeater);
  settings.monthly = true;
  Rows rows{{{"heater.Power", unit::W}}, {{0.0, {1.0}}, {3e9, {1.0}}}};  // 95 years
  CHECK(measure(settings, rows, trapezoids()).months.size() > 1000);
  const auto code = [&] {
    try {
      measure(settings, rows, trapezoids());
    } catch (const InputError& error) {
      return error.code();
    }
    return std::string();
  };
  {
    const GivenLimit limit(WorkLimit::KpiValues, 1000);
    CHECK(code() == "limit.exceeded");
  }
  rows.rows[1].first = 1e15;
  CHECK(code() == "data.time_invalid");
}

TEST_CASE("the peak over a very long stretch between two rows is in its first or its last window") {
  constexpr double kYears = 2e11;  // s, 2e8 windows
  const auto peak = [&](double first, double last) {
    Rows rows{{{"heater.Power", unit::W}},
              {{0.0, {first}}, {1.0, {first}}, {kYears + 1.0, {last}}}};
    return 50.0 * measure(kpi_settings(kHeater), rows, trapezoids()).value.at("pele_tot");
  };
  CHECK(peak(2000.0, 2000.0) == Approx(2.0));
  CHECK(peak(2000.0, 1000.0) == Approx(2.0));
  CHECK(peak(1000.0, 2000.0) == Approx(2.0));
  Rows hump{{{"heater.Power", unit::W}},
            {{0.0, {0.0}}, {9e6, {5000.0}}, {18e6, {0.0}}}};  // 10 000 windows up and down
  const double found =
      50.0 * measure(kpi_settings(kHeater), hump, trapezoids()).value.at("pele_tot");
  CHECK(found == Approx(5.0 * (1.0 - 450.0 / 9e6)).epsilon(1e-9));
}

}  // namespace kpis_test
