// SPDX-License-Identifier: MIT
// ANSI/ASHRAE 140-2023 (BESTEST), section 7: thermal envelope, cases 600 and 900 and their kin.
#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/run/signal_patterns.hpp"
#include "hearth/tests/cases/kinds/bestest/bestest_building.hpp"
#include "hearth/tests/cases/kinds/kinds.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;

constexpr double kMegawattHour = 3.6e9;  // J
constexpr int kRunIn = 31;               // days before the year, so that the start is forgotten

/// What a year of one zone comes to, in the names of the result tables.
struct Year {
  std::map<std::string, double> results;
  std::vector<double> temperature;  // degC, row by row
};

Year run_year(const SimulationModel& model, const std::filesystem::path& weather, int zone_hours,
              const std::string& loads_of, const std::string& temperature_of, double step) {
  DataResolver resolver(DataOptions{.folders = {weather.parent_path()}});
  RunRequest request;
  const auto local_midnight = [&](int year, int month) {
    using namespace std::chrono;
    return Instant(sys_days(std::chrono::year{year} / month / 1)) - hours(zone_hours);
  };
  const Duration width = std::chrono::seconds(std::lround(step));
  request.period = {local_midnight(2022, 12), local_midnight(2024, 1), width};
  request.timezone = model.site.timezone;
  const Plan plan = compile(model, standard_components());
  const RunInputs inputs = resolve_inputs(plan, request, &resolver);
  const ConfigObjects<double> setup(plan, inputs);
  Simulation<double> simulation(setup);
  const int heating = plan.signal(loads_of + ".heatingPower");
  const int cooling = plan.signal(loads_of + ".coolingPower");
  const int air = plan.signal(temperature_of + ".indoorTemperature");
  simulation.initialize();
  const long before = std::lround(kRunIn * 24 * kHour / step);
  for (long k = 0; k < before; ++k) simulation.step();

  Year year;
  double heat = 0.0, cold = 0.0, heat_peak = 0.0, cold_peak = 0.0, sum = 0.0;
  double low = 1e9, high = -1e9;
  const long steps = std::lround(365 * 24 * kHour / step);
  for (long k = 0; k < steps; ++k) {
    simulation.step();
    const double h = simulation.value(heating), c = simulation.value(cooling),
                 t = simulation.value(air);
    heat += h * step;
    cold += c * step;
    heat_peak = std::max(heat_peak, h);
    cold_peak = std::max(cold_peak, c);
    low = std::min(low, t);
    high = std::max(high, t);
    sum += t;
    year.temperature.push_back(t);
  }
  year.results = {{"annual_heating_MWh", heat / kMegawattHour},
                  {"annual_cooling_MWh", cold / kMegawattHour},
                  {"peak_heating_kW", heat_peak / 1e3},
                  {"peak_cooling_kW", cold_peak / 1e3},
                  {"ff_max_degC", high},
                  {"ff_min_degC", low},
                  {"ff_mean_degC", sum / static_cast<double>(steps)}};
  return year;
}

struct Limits {
  double low, high;
  bool acceptance;  // of the standard, not only the range of the programmes
};

Limits limits_of(const json& table) {
  if (table.contains("acceptance_lower")) {
    return {table.at("acceptance_lower"), table.at("acceptance_upper"), true};
  }
  return {table.at("min"), table.at("max"), false};
}

/// Annual loads, and of free-floating cases maximum and mean, decide.
bool decides(const std::string& quantity) {
  return quantity.rfind("annual_", 0) == 0 || quantity == "ff_max_degC" ||
         quantity == "ff_mean_degC";
}

std::string short_name(const std::string& quantity) {
  const std::string name = quantity.substr(0, quantity.rfind('_'));
  return name.rfind("ff_", 0) == 0 ? name.substr(3) : name;
}

}  // namespace

bool recognises_bestest(const json& content) {
  return content.is_object() && content.contains("case") && content.contains("results") &&
         (content["results"].contains("annual_heating_MWh") ||
          content["results"].contains("ff_max_degC"));
}

void run_bestest(const CaseFile& file, CaseReport& report) {
  const json building =
      json::parse(read_text_file(file.data.find("building_parameters.json", file.path)));
  const json& where = building.at("weather");
  const auto weather = file.data.find(where.at("file"), file.path);
  const json& name = file.content.at("case");
  const std::string number = name.is_string() ? name.get<std::string>() : name.dump();
  const BestestCase test = bestest_case(building, number);
  const SimulationModel model = bestest_model(test, building, weather);
  const Year year = run_year(model, weather, where.at("time_zone_h"), "zone",
                             test.sun_space ? "sunspace" : "zone", file.step.value_or(kHour));

  Outcome outcome{.verdict = Verdict::Pass, .group = "bestest", .name = "case " + number};
  int compared = 0;
  for (const auto& [quantity, table] : file.content.at("results").items()) {
    const auto value = year.results.find(quantity);
    if (value == year.results.end()) continue;
    const Limits limits = limits_of(table);
    const bool inside = limits.low <= value->second && value->second <= limits.high;
    const std::string unit = quantity.substr(quantity.rfind('_') + 1);
    const std::string text =
        fmt::format("{} {:.3f} {} {} {:g} to {:g}", short_name(quantity), value->second, unit,
                    inside ? "in" : "outside", limits.low, limits.high);
    outcome.bands.push_back({short_name(quantity), unit, limits.low, limits.high, value->second});
    if (!decides(quantity)) {
      outcome.note += (outcome.note.empty() ? "" : "; ") + text;
      continue;
    }
    ++compared;
    if (!inside) outcome.verdict = Verdict::Fail;
    outcome.detail += (outcome.detail.empty() ? "" : "; ") + text;
  }
  if (compared == 0) throw std::runtime_error("the case compares nothing that is known");
  report.add(std::move(outcome));
}

bool recognises_bestest_tables(const json& content) {
  if (!content.is_object()) return false;
  const bool building = content.contains("constructions") && content.contains("cases");
  const bool hourly = content.contains("tables") && content.contains("provenance");
  const bool published = content.contains("results") && content.contains("outside");
  return building || hourly || published;
}

void run_bestest_tables(const CaseFile& file, CaseReport& report) {
  report.skip("bestest", file.path.stem().string(),
              file.content.contains("constructions")
                  ? "describes the building of the cases, no case"
                  : "a table to look things up in, no case");
}

}  // namespace hearth::cases
