// SPDX-License-Identifier: MIT
#include "hearth/tests/cases/kinds/boptest_kpis.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/estimation/kpis/kpi_trajectory.hpp"
#include "hearth/tests/cases/kinds/relative_checks.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;
using Found = std::map<std::string, double>;

KpiSettings settings_of(const json& content) {
  const JsonDocument document = JsonDocument::parse(content.dump(), "kpi.json");
  Diagnostics diagnostics;
  KpiSettings settings = read_kpi_settings(document.root(), diagnostics);
  if (diagnostics.has_errors()) throw InputError(diagnostics);
  return settings;
}

Found by_name(const Kpis& kpis, const KpiValues& values) {
  Found found;
  for (std::size_t i = 0; i < kpis.list().size(); ++i) {
    found[kpis.list()[i].name] = values.values[i];
  }
  return found;
}

json points(const json& group, const std::string& name, const char* unit = nullptr) {
  json series = {{"times", group.at("time")}, {"values", group.at(name)}};
  if (unit != nullptr) series["unit"] = unit;
  return series;
}

/// `HighlyDynamic` is `highly_dynamic` in the names of costs.
std::string snake(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (std::isupper(static_cast<unsigned char>(c)) != 0 && !text.empty()) text += '_';
    text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

/// The settings of a reference file, with a tariff of its prices; each signal is an end use.
json reference_settings(const json& content, const std::string& price) {
  const json& hold = content.at("schedules_zero_order_hold");
  const json& limits = hold.at("setpoints");
  const json& signals = content.at("signals");
  const std::string temperature = signals.at("temperature");  // `TRooAir_y [K]`
  json zone = {
      {"temperature", {{"signal", split_unit(temperature).first}, {"unit", "kelvin"}}},
      {"co2", signals.at("co2")},
      {"lower", points(limits, "LowerSetp[1]", "kelvin")},
      {"upper", points(limits, "UpperSetp[1]", "kelvin")},
      {"co2_upper", points(limits, "UpperCO2[1]")},
  };
  json energy = json::array();
  for (const json& power : signals.at("electric_power_W")) {
    energy.push_back({{"signals", power}, {"carrier", "electricity"}, {"end_use", power}});
  }
  const json tariff = {{"price", points(hold.at("prices"), price)},
                       {"emission", points(hold.at("emissions"), "EmissionsElectricPower")}};
  return {{"floor_area", content.at("floor_area_m2")},
          {"zones", {{"zone", std::move(zone)}}},
          {"energy", std::move(energy)},
          {"carriers", {{"electricity", tariff}}}};
}

Found measured(const KpiTrajectory& trajectory, const json& settings) {
  const Kpis kpis(settings_of(settings), {}, trajectory.signals());
  KpiMeter::Request request;
  request.origin = trajectory.origin();
  request.start = trajectory.first();
  request.end = trajectory.last();
  request.power = PowerRule::Trapezoid;
  DataResolver resolver;
  KpiMeter meter(kpis, request, resolver);
  Diagnostics notes;
  return by_name(kpis, trajectory.evaluate(kpis, meter, {request.start, request.end, {}}, notes));
}

/// Energy of each signal and both sides of discomfort, where the file has them.
void add_by_signal(const json& content, const Found& found, double tolerance,
                   std::vector<Check>& checks) {
  if (!content.contains("expected_by_signal")) return;
  const json& expected = content["expected_by_signal"];
  const double area = content.at("floor_area_m2");
  for (const auto& [signal, energy] : expected.at("ener_dict").items()) {
    checks.push_back(relative_check("energy of " + signal, found.at("ener_" + signal) * area,
                                    energy, tolerance));
  }
  for (const auto& [name, value] : expected.at("tdis_dict").items()) {
    const bool low = name.find("lower") != std::string::npos;
    checks.push_back(relative_check(name, found.at(low ? "degree_hours_low" : "degree_hours_high"),
                                    value, tolerance));
  }
}

}  // namespace

void compare_kpi_reference(const CaseFile& file, CaseReport& report) {
  const std::string name = file.path.parent_path().filename().string();
  const std::string named = file.content.at("trajectory");  // `FILE (what it holds)`
  const std::filesystem::path csv = named.substr(0, named.find(' '));
  const KpiTrajectory trajectory =
      KpiTrajectory::read(file.data.find(csv.filename().string(), file.path), {});
  const json& tolerances = file.content.at("tolerance_rel");
  const json& expected = file.content.at("expected_totals");
  const auto tolerance = [&](const std::string& kpi) -> double {
    return tolerances.contains(kpi) ? tolerances[kpi] : tolerances.at("all");
  };
  const std::string prefix = "PriceElectricPower";
  std::vector<Check> checks;
  for (const auto& [price, values] : file.content["schedules_zero_order_hold"]["prices"].items()) {
    if (price.rfind(prefix, 0) != 0) continue;
    const Found found = measured(trajectory, reference_settings(file.content, price));
    const std::string cost = "cost_" + snake(price.substr(prefix.size())) + "_tot";
    if (expected.contains(cost)) {
      checks.push_back(relative_check(cost, found.at("cost_tot"), expected[cost], tolerance(cost)));
    }
    if (checks.size() > 1) continue;  // the others do not depend on the price
    for (const auto& [kpi, value] : expected.items()) {
      if (kpi.rfind("cost_", 0) == 0 || value.is_null()) continue;
      checks.push_back(relative_check(kpi, found.at(kpi), value, tolerance(kpi)));
    }
    add_by_signal(file.content, found, tolerance("all"), checks);
  }
  report.compare("boptest", name + " KPIs", checks);
}

void compare_testcase1_kpis(const CaseFile& file, const Trajectory& run, CaseReport& report) {
  const json& inputs = file.content.at("kpi_inputs");
  const auto kelvins = [&](const char* key) {
    return json{{"value", inputs.at(key)}, {"unit", "kelvin"}};
  };
  const json settings = {{"floor_area", file.content.at("model").at("floor_area_m2")},
                         {"zones",
                          {{"room",
                            {{"temperature", "room.temperature"},
                             {"co2", {{"signal", "co2.y"}, {"unit", "ppm"}}},
                             {"lower", kelvins("LowerSetp_K")},
                             {"upper", kelvins("UpperSetp_K")},
                             {"co2_upper", inputs.at("UpperCO2_ppm")}}}}},
                         {"energy", {{{"signals", "PHeaCoo"}, {"carrier", "gas"}}}},
                         {"carriers",
                          {{"gas",
                            {{"price", inputs.at("PriceGasPower_per_kWh")},
                             {"emission", inputs.at("EmissionsGasPower_kg_per_kWh")}}}}}};
  const std::vector<Signal> signals{
      {"room.temperature", unit::degC}, {"PHeaCoo", unit::W}, {"co2.y", unit::bare}};
  const Kpis kpis(settings_of(settings), {}, signals);
  const std::size_t columns[] = {run.signal("room.temperature"), run.signal("hold.y"),
                                 run.signal("co2.y")};
  const double efficiency = file.content["model"].at("heater_efficiency");
  KpiMeter::Request request;
  request.origin = request.start = test::kStart;
  request.end = test::kStart + Duration(std::llround(1000.0 * run.time(run.rows() - 1)));
  request.power = PowerRule::Trapezoid;
  DataResolver resolver;
  KpiMeter meter(kpis, request, resolver);
  for (std::size_t k = 0; k < run.rows(); ++k) {
    const double row[] = {run.value(k, columns[0]), std::abs(run.value(k, columns[1])) / efficiency,
                          run.value(k, columns[2])};
    meter.row(run.time(k), row);
  }
  const Found found = by_name(kpis, meter.finish());
  std::vector<Check> checks;
  for (const auto& [kpi, tolerance] : file.content.at("kpi_tolerance_rel").items()) {
    checks.push_back(relative_check(kpi, found.at(kpi), file.content.at("kpis").at(kpi),
                                    tolerance.get<double>()));
  }
  report.compare("boptest", file.path.parent_path().filename().string() + " KPIs", checks);
}

}  // namespace hearth::cases
