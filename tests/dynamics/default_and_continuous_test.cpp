// SPDX-License-Identifier: MIT
// The default engine at four steps against the continuous one with the same samples: energy and
// peak of heating and cooling over a winter's day, of every example and of translated graphs.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/ontology/load_model.hpp"
#include "hearth/tests/dynamics/documented_table.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::test::default_and_continuous_test {
namespace {

constexpr double kJoulesPerKwh = 3.6e6;
constexpr int kSteps[] = {60, 300, 600, 1800};

/// Heat and cold that components give; a meter is added to each.
bool is_metered(const Component& component, const std::string& port) {
  if (port == "heatingPower" || port == "coolingPower") return true;
  return port == "Power" && (component.type == "Radiator" || component.type == "SpaceHeater");
}

struct Metered {
  SimulationModel model;
  std::string start;
  int meters = 0;
};

Metered metered(const std::filesystem::path& file, const std::string& start) {
  Diagnostics diagnostics;
  Metered result{
      load_model(file, standard_components(), {.timezone = "UTC", .data_dir = {}}, diagnostics),
      start};
  const Plan plan = compile(result.model, standard_components());
  for (const Signal& signal : plan.signals) {
    const auto dot = signal.name.rfind('.');
    const std::string id = signal.name.substr(0, dot), port = signal.name.substr(dot + 1);
    if (!is_metered(plan.model.component(id), port)) continue;
    const std::string meter = "energy_meter_" + std::to_string(result.meters++);
    Component component;
    component.id = meter;
    component.type = "Meter";
    result.model.add_component(component);
    result.model.add_connection(id + "." + port + " -> " + meter + ".Power");
  }
  return result;
}

/// Energy of a day [kWh] and the largest mean of a row [kW], of all meters together.
struct Use {
  double energy = 0.0, peak = 0.0;
};

Use use_of(const Metered& metered, const std::filesystem::path& folder, Engine engine, int step) {
  DataResolver resolver({.folders = {folder}, .data_dir = {}, .timezone = "UTC"});
  RunSettings settings;
  const Instant start = read_instant(metered.start, std::nullopt, {});
  settings.period = {start, start + std::chrono::hours(24), std::chrono::seconds(step)};
  settings.timezone = metered.model.site.timezone.empty() ? "UTC" : metered.model.site.timezone;
  settings.compile.engine = engine;
  settings.resolver = &resolver;
  settings.balance = false;
  for (int i = 0; i < metered.meters; ++i) {
    settings.record.push_back("energy_meter_" + std::to_string(i) + ".energy");
  }
  const Results results = Run(metered.model, standard_components(), settings).to_end();
  Use use;
  double before = 0.0;
  for (long row = 0; row < results.rows(); ++row) {
    double sum = 0.0;
    for (std::size_t i = 0; i < results.signals.size(); ++i) sum += results.row(row)[i];
    use.peak = std::max(use.peak, (sum - before) * 3600.0 / step);
    before = sum;
  }
  use.energy = before;
  return use;
}

/// Compares a model with its row: energy at the four steps as a share of the continuous engine's,
/// and the peaks likewise, in %.
void check_model(const std::string& name, const std::filesystem::path& file,
                 const std::string& start = "2023-01-16T00:00:00Z") {
  const Metered model = metered(file, start);
  REQUIRE(model.meters > 0);
  std::vector<double> row;
  std::vector<double> peaks;
  for (const int step : kSteps) {
    const Use stepwise = use_of(model, file.parent_path(), Engine::Stepwise, step);
    const Use continuous = use_of(model, file.parent_path(), Engine::Continuous, step);
    if (step == 60) row.push_back(continuous.energy);
    row.push_back(100.0 * (stepwise.energy / continuous.energy - 1.0));
    peaks.push_back(100.0 * (stepwise.peak / continuous.peak - 1.0));
  }
  row.insert(row.end(), peaks.begin(), peaks.end());
  std::cout << "| " << name << " |";
  for (const double value : row) std::printf(" %.2f |", value);
  std::printf("\n");
  std::fflush(stdout);
  check_documented(name, row);
}

TEST_CASE("the default engine gives the energy and the peak of the continuous one on examples") {
  const std::filesystem::path examples = std::filesystem::path(HEARTH_SOURCE_DIR) / "examples";
  check_model("`one_room`", examples / "one_room/room.ttl");
  check_model("`air_handling_unit`", examples / "air_handling_unit/office.hearth.json");
  check_model("`brick_floor`", examples / "brick_floor/floor.ttl");
  check_model("`solar_room`", examples / "solar_room/room.hearth.json", "2023-10-02T00:00:00Z");
}

TEST_CASE("the default engine gives the energy and the peak of the continuous one on graphs") {
  const auto models = shared_data("data/rdf/models");
  if (!models) return;
  for (const char* name : {"brick_g36_ahu_vav", "brick_smc_rvav", "brick_bldg6",
                           "brick_medium_office_compiled", "brick_chiller_plant", "saref_one_room",
                           "s223_g36_a9", "s223_nist_bdg1", "s223_nist_ibal", "s223_lbnl_bdg4"}) {
    check_model("`" + std::string(name) + "`", *models / (std::string(name) + ".ttl"));
  }
}

}  // namespace
}  // namespace hearth::test::default_and_continuous_test
