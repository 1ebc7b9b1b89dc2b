// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/tests/support/reference_model.hpp"
#include "hearth/tests/support/shared_data.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::reference_models_test {
namespace {

RunRequest request_of(const nlohmann::json& description) {
  const Duration step = std::chrono::seconds(description["step_s"].get<long>());
  RunRequest request;
  request.timezone = "Europe/Copenhagen";
  // Their row at time t is ours at t when our run starts one step earlier.
  const Instant start =
      read_instant(description["start"].get<std::string>(), std::nullopt, {}) - step;
  const long rows = description["n_steps"].get<long>();
  request.period = {start, start + rows * step, step};
  return request;
}

void compare(const std::string& name) {
  const auto path = shared_data("data/twin4build/" + name + ".json");
  if (!path) return;
  const ReferenceModel reference = read_reference((path->parent_path() / name).string());
  const SimulationModel model = build(reference.description);
  // The reference program runs component after component.
  const Plan plan = compile(model, standard_components(), {.coupling = Coupling::GaussSeidel});
  DataResolver resolver;
  const RunInputs inputs = resolve_inputs(plan, request_of(reference.description), &resolver);
  const ConfigObjects<double> setup(plan, inputs);
  Simulation<double> simulation(setup);
  simulation.initialize();
  REQUIRE(reference.rows.size() == reference.description["n_steps"].get<std::size_t>());
  double worst = 0.0;
  std::string place;
  for (const auto& row : reference.rows) {
    simulation.step();
    REQUIRE(row.size() == reference.columns.size());
    for (std::size_t c = 0; c < row.size(); ++c) {
      const double ours = simulation.value(plan.signal(reference.columns[c]));
      // A radiator's power at rest is rounding noise in the reference, 1e-9 W.
      const double margin = reference.columns[c].ends_with(".Power") ? 1e-6 : 0.0;
      const double off = std::max(0.0, std::abs(ours - row[c]) - margin);
      if (off <= worst * std::abs(row[c])) continue;
      worst = off / std::abs(row[c]);
      place = reference.columns[c] + " in row " + std::to_string(simulation.row());
    }
  }
  INFO(name << " differs most at " << place);
  CHECK(worst <= 6e-6);  // the reference has six significant digits, computed in single precision
}

TEST_CASE("a damper on a schedule agrees with the reference program") { compare("minimal"); }
TEST_CASE("a room agrees with the reference program") { compare("building_space"); }
TEST_CASE("a radiator of three elements agrees with the reference program") {
  compare("space_heater_3");
}

}  // namespace
}  // namespace hearth::test::reference_models_test
