// SPDX-License-Identifier: MIT
// Eight runs in a pack against the same runs alone, on every example and on translated graphs.
#include "hearth/framework/stepwise/packed_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/model/cell_values.hpp"
#include "hearth/ontology/load_model.hpp"
#include "hearth/tests/support/shared_data.hpp"
#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

namespace hearth::test::packed_simulation_test {
namespace {

constexpr int kLanes = PackedSimulation::kLanes;

/// A model, ready to be run alone and in a pack.
struct Prepared {
  Prepared(const SimulationModel& model, const Registry& registry, const RunOptions& options)
      : steps(options.steps),
        plan(compile(model, registry, options.compile)),
        inputs(resolve_inputs(plan, request_of(options), options.resolver)),
        objects(plan, inputs) {}

  long steps;
  Plan plan;
  RunInputs inputs;
  ConfigObjects<double> objects;
};

/// Gives parameters and initial values that are not computed from others a value of their own in
/// each lane, up to `spread` apart.
void vary(Simulation<double>& simulation, const Plan& plan, int lane, double spread) {
  int count = 0;
  for (std::size_t s = 0; s < plan.slots.size(); ++s) {
    const PlannedInstance& instance = plan.instances[s];
    const SchemaView& schema = instance.type->schema;
    for (const Field& field : schema) {
      const bool parameter = field.role == Role::Parameter;
      if (!parameter && field.role != Role::State) continue;
      if (parameter && ((instance.computed >> field.member) & 1U) != 0) continue;
      const Slot& slot = plan.slots[s];
      const int first =
          (parameter ? slot.parameter : slot.state) + cell_offset(schema, field, instance.sizes);
      for (int i = 0; i < cell_count(schema, field, instance.sizes); ++i) {
        CellRef cell;
        cell.slot = static_cast<int>(s);
        cell.member = field.member;
        cell.cells = {first + i};
        const double value = simulation.value(first + i);
        const double share = spread * std::sin(1.7 * lane + 0.9 * ++count);
        const double moved =
            field.unit == unit::one ? value * (1.0 - std::abs(share)) : value * (1.0 + share);
        if (parameter) {
          simulation.set_parameter(cell, moved);
        } else {
          simulation.set_initial(cell, moved);
        }
      }
    }
  }
}

/// Compares all outputs of all rows, and what was booked, bit for bit.
void compare(const Prepared& prepared, double spread) {
  REQUIRE(PackedSimulation::possible(prepared.plan, prepared.inputs));
  PackedSimulation pack(prepared.objects, true);
  std::vector<std::unique_ptr<Simulation<double>>> alone;
  for (int lane = 0; lane < kLanes; ++lane) {
    SimulationOptions options;
    options.balance = true;
    alone.push_back(std::make_unique<Simulation<double>>(prepared.objects, options));
    vary(*alone.back(), prepared.plan, lane, lane == 0 ? 0.0 : spread);
    alone.back()->initialize();
    pack.start(lane, *alone.back());
  }
  long unequal = 0;
  for (long k = 1; k <= prepared.steps; ++k) {
    pack.step();
    for (int lane = 0; lane < kLanes; ++lane) {
      Simulation<double>& run = *alone[static_cast<std::size_t>(lane)];
      run.step();
      for (int cell = 0; cell < prepared.plan.signal_count; ++cell) {
        if (pack.value(lane, cell) == run.value(cell)) continue;
        if (++unequal > 3) continue;
        INFO("row " << k << ", lane " << lane << ", "
                    << prepared.plan.snapshot_names()[static_cast<std::size_t>(cell)]);
        CHECK(pack.value(lane, cell) == run.value(cell));
      }
    }
  }
  CHECK(unequal == 0);
  for (int lane = 0; lane < kLanes; ++lane) {
    const BookedAmounts own = alone[static_cast<std::size_t>(lane)]->booked();
    const BookedAmounts packed = pack.booked(lane);
    CHECK(packed.exchanged == own.exchanged);
    CHECK(packed.content_at_start == own.content_at_start);
    CHECK(packed.content_at_end == own.content_at_end);
  }
}

void check_file(const std::filesystem::path& file, const std::string& start, long steps,
                int minutes, const CompileOptions& options = {}, double spread = 0.05) {
  INFO(file.string());
  Diagnostics diagnostics;
  const SimulationModel model =
      load_model(file, standard_components(), {.timezone = "UTC", .data_dir = {}}, diagnostics);
  DataResolver resolver({.folders = {file.parent_path()}, .data_dir = {}, .timezone = "UTC"});
  RunOptions run;
  run.steps = steps;
  run.step = std::chrono::minutes(minutes);
  run.compile = options;
  run.resolver = &resolver;
  run.start = read_instant(start, std::nullopt, {});
  compare(Prepared(model, standard_components(), run), spread);
}

Pack8 pack_of(const std::vector<double>& values) {
  Pack8 pack;
  for (int lane = 0; lane < kLanes; ++lane) pack.set(lane, values[static_cast<std::size_t>(lane)]);
  return pack;
}

TEST_CASE("each lane of a pack is computed as a double") {
  const std::vector<double> x{0.1, -0.2, 3.0, -0.0, 1e300, 1e-300, INFINITY, NAN};
  const std::vector<double> y{7.0, 0.3, -3.0, 0.0, 1e10, 1e-10, 1.0, 2.0};
  const Pack8 a = pack_of(x), b = pack_of(y);
  const auto check = [&](const Pack8& pack, const auto& function) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double expected = function(x[i], y[i]);
      const double found = pack[static_cast<int>(i)];
      INFO("lane " << i);
      CHECK((found == expected || (std::isnan(found) && std::isnan(expected))));
    }
  };
  check(a + b, [](double u, double v) { return u + v; });
  check(a - b, [](double u, double v) { return u - v; });
  check(a * b, [](double u, double v) { return u * v; });
  check(a / b, [](double u, double v) { return u / v; });
  check(-a, [](double u, double) { return -u; });
  check(min(a, b), [](double u, double v) { return min(u, v); });
  check(max(a, b), [](double u, double v) { return max(u, v); });
  check(abs(a), [](double u, double) { return abs(u); });
  check(clamp(a, Pack8(-0.1), Pack8(2.0)), [](double u, double) { return clamp(u, -0.1, 2.0); });
  check(select(a < b, Pack8(1.0), Pack8(0.0)),
        [](double u, double v) { return u < v ? 1.0 : 0.0; });
  check(select(a > b, Pack8(1.0), Pack8(0.0)),
        [](double u, double v) { return u > v ? 1.0 : 0.0; });
  check(select(a <= b || !(a >= b), Pack8(1.0), Pack8(0.0)),
        [](double u, double v) { return u <= v || !(u >= v) ? 1.0 : 0.0; });
  check(exp(b), [](double, double v) { return std::exp(v); });
  check(pow(b, a), [](double u, double v) { return std::pow(v, u); });
  check(tanh(a), [](double u, double) { return std::tanh(u); });
  CHECK(same_lanes(a, a).bits() == 0x7fU);  // a NaN differs from itself
  CHECK(LaneMask(0x2dU).bits() == 0x2dU);
  CHECK(!all_equal(a, a));
  CHECK(all_equal(b, b));
}

const std::filesystem::path kExamples = std::filesystem::path(HEARTH_SOURCE_DIR) / "examples";

TEST_CASE("a run in a pack equals the run alone in every example") {
  check_file(kExamples / "one_room/room.ttl", "2024-01-12T00:00:00Z", 432, 10);
  check_file(kExamples / "air_handling_unit/office.hearth.json", "2023-01-16T00:00:00Z", 144, 10);
  check_file(kExamples / "brick_floor/floor.ttl", "2023-01-16T00:00:00Z", 144, 10);
  check_file(kExamples / "noisy_room/room.hearth.json", "2024-01-15T00:00:00Z", 144, 30);
  check_file(kExamples / "solar_room/room.hearth.json", "2023-10-02T00:00:00Z", 144, 30);
  check_file(kExamples / "office/office.ttl", "2023-01-16T00:00:00Z", 144, 10);
  check_file(kExamples / "house/house.ttl", "2023-01-16T00:00:00Z", 144, 10);
}

TEST_CASE("a run in a pack equals the run alone if lanes divide steps differently") {
  check_file(kExamples / "one_room/room.ttl", "2024-01-12T00:00:00Z", 72, 60, {}, 0.6);
  check_file(kExamples / "house/house.ttl", "2023-01-16T00:00:00Z", 72, 60, {}, 0.3);
}

TEST_CASE("a run in a pack equals the run alone in every coupling without solved loops") {
  for (const Coupling coupling : {Coupling::GaussSeidel, Coupling::Jacobi}) {
    CompileOptions options;
    options.coupling = coupling;
    options.cycle_removal = CycleRemoval::StateEdges;
    check_file(kExamples / "air_handling_unit/office.hearth.json", "2023-01-16T00:00:00Z", 72, 10,
               options);
    check_file(kExamples / "one_room/room.ttl", "2024-01-12T00:00:00Z", 72, 10, options);
  }
  CompileOptions parts;
  parts.coupling = Coupling::Balanced;
  parts.substeps = 3;
  check_file(kExamples / "one_room/room.ttl", "2024-01-12T00:00:00Z", 72, 10, parts);
}

TEST_CASE("a run in a pack equals the run alone on translated graphs") {
  const std::vector<std::string> graphs{"brick_g36_ahu_vav", "s223_nist_bdg1", "saref_one_room",
                                        "brick_medium_office_compiled"};
  for (const std::string& graph : graphs) {
    const auto path = shared_data("data/rdf/models/" + graph + ".ttl");
    if (!path) return;
    check_file(*path, "2023-01-16T00:00:00Z", 48, 10);
  }
}

}  // namespace
}  // namespace hearth::test::packed_simulation_test
