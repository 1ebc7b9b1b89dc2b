// SPDX-License-Identifier: MIT
// The tangent of a step against the whole model on Jets and against differences, on every example
// and on translated graphs.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/model/cell_values.hpp"
#include "hearth/framework/tangent/adjoint.hpp"
#include "hearth/framework/tangent/sensitivities.hpp"
#include "hearth/ontology/load_model.hpp"
#include "hearth/tests/support/shared_data.hpp"
#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

namespace hearth::test::tangent_test {
namespace {

/// A cell with respect to whose share a run is differentiated.
struct Origin {
  CellRef cell;
  bool initial = false;

  int number() const { return cell.cells.front(); }
  /// Returns the size of a change of 1 of the share.
  static double weight(double value) { return value == 0.0 ? 1.0 : std::abs(value); }
};

/// A model, ready to be run on `double` and on Jets.
struct Models {
  Models(const SimulationModel& model, const Registry& registry, const RunOptions& options)
      : steps(options.steps),
        plan(compile(model, registry, options.compile)),
        inputs(resolve_inputs(plan, request_of(options), options.resolver)),
        numbers(plan, inputs),
        jets(plan, inputs) {}

  /// Returns parameters, states and held values, `most` of them spread over the model.
  std::vector<Origin> origins(std::size_t most) const {
    std::vector<Origin> all;
    for (std::size_t s = 0; s < plan.slots.size(); ++s) {
      const PlannedInstance& instance = plan.instances[s];
      const SchemaView& schema = instance.type->schema;
      for (const Field& field : schema) {
        const bool parameter = field.role == Role::Parameter;
        if (!parameter && field.role != Role::State && field.role != Role::Held) continue;
        if (parameter && ((instance.computed >> field.member) & 1U) != 0) continue;
        const Slot& slot = plan.slots[s];
        const int first = (parameter                   ? slot.parameter
                           : field.role == Role::State ? slot.state
                                                       : slot.held) +
                          cell_offset(schema, field, instance.sizes);
        for (int i = 0; i < cell_count(schema, field, instance.sizes); ++i) {
          CellRef cell;
          cell.slot = static_cast<int>(s);
          cell.member = field.member;
          cell.cells = {first + i};
          all.push_back({cell, !parameter});
        }
      }
    }
    std::vector<Origin> chosen;
    const std::size_t stride = std::max<std::size_t>(1, all.size() / most);
    for (std::size_t i = 0; i < all.size(); i += stride) chosen.push_back(all[i]);
    return chosen;
  }

  long steps;
  Plan plan;
  RunInputs inputs;
  ConfigObjects<double> numbers;
  ConfigObjects<Jet8> jets;
};

template <class T>
void set(Simulation<T>& simulation, const Origin& origin, const T& value) {
  if (origin.initial) {
    simulation.set_initial(origin.cell, value);
  } else {
    simulation.set_parameter(origin.cell, value);
  }
}

/// Derivatives of some cells in all rows: by row, cell and origin.
using Table = std::vector<double>;

std::vector<int> watched(const Plan& plan) {
  std::vector<int> cells;
  for (int i = 0; i < plan.signal_count; ++i) cells.push_back(i);
  for (int i = plan.first_state; i < plan.snapshot_count; ++i) cells.push_back(i);
  return cells;
}

Table by_sensitivities(const Models& models, const std::vector<Origin>& origins) {
  Simulation<double> simulation(models.numbers);
  std::vector<Direction> directions;
  for (const Origin& origin : origins) {
    const double value = simulation.value(origin.number());
    set(simulation, origin, value);
    directions.push_back({{origin.number(), Origin::weight(value)}});
  }
  Sensitivities sensitivities(simulation, models.jets, directions);
  Table table;
  const auto add_row = [&] {
    for (const int cell : watched(models.plan)) {
      for (int i = 0; i < sensitivities.directions(); ++i) {
        table.push_back(sensitivities.of(cell, i));
      }
    }
  };
  sensitivities.initialize();
  add_row();
  for (long k = 0; k < models.steps; ++k) {
    sensitivities.step();
    add_row();
  }
  return table;
}

Table by_jets(const Models& models, const std::vector<Origin>& origins) {
  const std::vector<int> cells = watched(models.plan);
  const std::size_t width = origins.size();
  Table table(static_cast<std::size_t>(models.steps + 1) * cells.size() * width);
  for (std::size_t first = 0; first < width; first += 8) {
    const std::size_t count = std::min<std::size_t>(8, width - first);
    Simulation<Jet8> simulation(models.jets);
    for (std::size_t i = 0; i < width; ++i) {
      const double value = simulation.value(origins[i].number()).a;
      Jet8 seeded(value);
      if (i >= first && i < first + count) {
        seeded.v[static_cast<Eigen::Index>(i - first)] = Origin::weight(value);
      }
      set(simulation, origins[i], seeded);
    }
    simulation.initialize();
    for (long row = 0; row <= models.steps; ++row) {
      if (row > 0) simulation.step();
      for (std::size_t c = 0; c < cells.size(); ++c) {
        double* to =
            table.data() + (static_cast<std::size_t>(row) * cells.size() + c) * width + first;
        for (std::size_t i = 0; i < count; ++i) {
          to[i] = simulation.value(cells[c]).v[static_cast<Eigen::Index>(i)];
        }
      }
    }
  }
  return table;
}

/// Values of the watched cells in all rows: by row and cell.
std::vector<double> values_with(const Models& models, const Origin& origin, double change) {
  Simulation<double> simulation(models.numbers);
  const double value = simulation.value(origin.number());
  set(simulation, origin, value + change * Origin::weight(value));
  simulation.initialize();
  std::vector<double> values;
  for (long row = 0; row <= models.steps; ++row) {
    if (row > 0) simulation.step();
    for (const int cell : watched(models.plan)) values.push_back(simulation.value(cell));
  }
  return values;
}

/// Differences of fourth order, and their own error: by how much they change with half the step,
/// and by how much slopes to both sides differ, which is none at a smooth point and all at a kink.
struct Differences {
  Table table, error;
};

Differences by_differences(const Models& models, const std::vector<Origin>& origins) {
  constexpr double kStep = 1e-4;  // of the fourth-order formula, h^4 = 1e-16, rounding 1e-16 / h
  Differences found;
  for (std::size_t i = 0; i < origins.size(); ++i) {
    std::map<double, std::vector<double>> at;  // by change
    at[0.0] = values_with(models, origins[i], 0.0);
    for (const double change : {0.25, 0.5, 1.0}) {
      for (const double sign : {-1.0, 1.0}) {
        at[sign * change] = values_with(models, origins[i], sign * change * kStep);
      }
    }
    const std::size_t count = at.begin()->second.size();
    found.table.resize(count * origins.size());
    found.error.resize(count * origins.size());
    for (std::size_t k = 0; k < count; ++k) {
      const auto slope = [&](double change) {
        return (at[change][k] - at[-change][k]) / (2.0 * change * kStep);
      };
      const double fine = (4.0 * slope(0.25) - slope(0.5)) / 3.0;
      const double coarse = (4.0 * slope(0.5) - slope(1.0)) / 3.0;
      const auto bend = [&](double change) {
        return (at[change][k] - 2.0 * at[0.0][k] + at[-change][k]) / (change * kStep);
      };
      const double kink = 2.0 * bend(0.25) - bend(0.5);
      found.table[k * origins.size() + i] = fine;
      found.error[k * origins.size() + i] = std::max(std::abs(fine - coarse), std::abs(kink));
    }
  }
  return found;
}

/// Loops are solved to 1e-11 and their derivatives on Jets to 1e-10 of 1 + |dz|; a difference of
/// these sizes passes through the steps that follow.
constexpr double kLoopRemainder = 1e-10;
constexpr double kLoopTolerance = 1e-8;
constexpr double kTolerance = 1e-10;

/// The largest deviation of a table, relative to the largest derivative in the same direction of
/// the same cell over all rows. What is left of a derivative that is 0 has the size of the rounding
/// of the values that cancel, times the gains of the controllers it passes, or of the remainder at
/// which the solution of a loop ends, and does not count.
double deviation(const Table& a, const Table& b, std::size_t directions,
                 const std::vector<double>& sizes, double remainder) {
  REQUIRE(a.size() == b.size());
  const std::size_t per_row = sizes.size() * directions;
  std::vector<double> largest(per_row, 0.0);
  for (std::size_t i = 0; i < b.size(); ++i) {
    largest[i % per_row] = std::max(largest[i % per_row], std::abs(b[i]));
  }
  double worst = 0.0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double difference = std::abs(a[i] - b[i]);
    if (std::isnan(difference)) return INFINITY;
    const double rounding =
        1e3 * std::numeric_limits<double>::epsilon() * (1.0 + sizes[i % per_row / directions]);
    if (difference > std::max(rounding, remainder))
      worst = std::max(worst, difference / largest[i % per_row]);
  }
  return worst;
}

/// The largest values of the watched cells in a run, of signals the largest of their unit: what a
/// coil gives that has nothing to do is a difference of flows as large as others of the model.
std::vector<double> sizes_of(const Models& models) {
  const std::vector<int> cells = watched(models.plan);
  std::vector<double> sizes(cells.size(), 0.0);
  Simulation<double> simulation(models.numbers);
  simulation.initialize();
  for (long row = 0; row <= models.steps; ++row) {
    if (row > 0) simulation.step();
    for (std::size_t c = 0; c < cells.size(); ++c) {
      sizes[c] = std::max(sizes[c], std::abs(simulation.value(cells[c])));
    }
  }
  const std::vector<Signal>& signals = models.plan.signals;
  std::map<std::string, double> largest;  // by unit
  for (std::size_t c = 0; c < signals.size(); ++c) {
    double& size = largest[signals[c].unit.symbol];
    size = std::max(size, sizes[c]);
  }
  for (std::size_t c = 0; c < signals.size(); ++c) sizes[c] = largest[signals[c].unit.symbol];
  return sizes;
}

double compare(const Models& models, std::size_t most) {
  const std::vector<Origin> origins = models.origins(most);
  const double remainder = models.plan.loops.empty() ? 0.0 : kLoopRemainder;
  return deviation(by_sensitivities(models, origins), by_jets(models, origins), origins.size(),
                   sizes_of(models), remainder);
}

/// Compares exact derivatives with differences, each by the size of the largest derivative in its
/// direction and of its cell. Differences are wrong near a kink, which their own error shows.
void compare_with_differences(const Models& models, std::size_t most) {
  const std::vector<Origin> origins = models.origins(most);
  const std::vector<double> sizes = sizes_of(models);
  const Table exact = by_sensitivities(models, origins);
  const Differences differences = by_differences(models, origins);
  REQUIRE(exact.size() == differences.table.size());
  const std::size_t per_row = sizes.size() * origins.size();
  std::vector<double> largest(per_row, 0.0);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    largest[i % per_row] = std::max(largest[i % per_row], std::abs(exact[i]));
  }
  std::size_t known = 0, counted = 0;
  double worst = 0.0;
  // Loops are solved to 1e-11 of their values: differences over 2.5e-5 are known to 4e-7 of them.
  const double remainder = models.plan.loops.empty() ? 0.0 : 1e-11 / 2.5e-5;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    // Values are rounded to 1e-16, and their differences over 2.5e-5 so to 1e-11 of them: a
    // derivative that is small next to its value is known no better than to 1e-7 of that.
    const double size = 1.0 + sizes[i % per_row / origins.size()];
    const double scale = std::max(largest[i % per_row], 1e-4 * size);
    ++counted;
    if (differences.error[i] > 3e-7 * scale) continue;
    ++known;
    const double apart = std::abs(exact[i] - differences.table[i]);
    worst = std::max(worst, (apart - remainder * size) / scale);
  }
  CAPTURE(known, counted);
  CHECK(worst < 1e-6);
  CHECK(static_cast<double>(known) > 0.9 * static_cast<double>(counted));
}

/// The gradient of one scalar (a weighted sum of all outputs of all rows) by the adjoint and by
/// sensitivities.
double compare_adjoint(const Models& models, std::size_t most) {
  const std::vector<Origin> origins = models.origins(most);
  const std::vector<int> cells = watched(models.plan);
  const auto weight = [&](long row, std::size_t c) {
    return std::cos(0.7 * static_cast<double>(row) + 1.3 * static_cast<double>(c));
  };
  const Table table = by_sensitivities(models, origins);
  std::vector<double> expected(origins.size(), 0.0), size(origins.size(), 0.0);
  std::size_t at = 0;
  for (long row = 0; row <= models.steps; ++row) {
    for (std::size_t c = 0; c < cells.size(); ++c) {
      for (std::size_t i = 0; i < origins.size(); ++i, ++at) {
        expected[i] += weight(row, c) * table[at];
        size[i] += std::abs(weight(row, c) * table[at]);
      }
    }
  }
  Simulation<double> simulation(models.numbers);
  std::vector<int> parameters;
  std::vector<double> weights;
  for (const Origin& origin : origins) {
    const double value = simulation.value(origin.number());
    set(simulation, origin, value);
    parameters.push_back(origin.number());
    weights.push_back(Origin::weight(value));
  }
  Adjoint adjoint(simulation, models.jets, parameters);
  const Tangent::Matrix& gradient = adjoint.run(
      models.steps, 1, [](long) {},
      [&](long row, Tangent::Matrix& gradients) {
        for (std::size_t c = 0; c < cells.size(); ++c) gradients(cells[c], 0) += weight(row, c);
      });
  double worst = 0.0;
  for (std::size_t i = 0; i < origins.size(); ++i) {
    const double error = std::abs(weights[i] * gradient(parameters[i], 0) - expected[i]);
    worst = std::max(worst, error / (size[i] + 1e-12));
  }
  return worst;
}

/// Gives the model this outdoor temperature [degC] if its weather is a guess; false if it is none.
bool guess_weather(SimulationModel& model, double outdoors) {
  bool guessed = false;
  for (const auto& [id, component] : model.components()) {
    const auto found = component.config.find("outdoorTemperature");
    if (component.type != "OutdoorEnvironment" || found == component.config.end()) continue;
    const auto* series = std::get_if<SeriesSpec>(&found->second);
    if (series == nullptr || !std::holds_alternative<double>(series->source)) continue;
    model.component(id).config["outdoorTemperature"] = SeriesSpec{outdoors, unit::degC};
    guessed = true;
  }
  return guessed;
}

void check_model(const SimulationModel& model, RunOptions run, std::size_t most, bool differences) {
  const Models models(model, standard_components(), run);
  const double loops = models.plan.loops.empty() ? kTolerance : kLoopTolerance;
  CHECK(compare(models, most) < loops);
  CHECK(compare_adjoint(models, most) < kTolerance);
  if (differences) compare_with_differences(models, most);
}

const std::vector<double> kOutdoors{-10.0, 10.0};  // degC, where weather is a guess

void check_file(const std::filesystem::path& file, const std::string& start, long steps,
                int minutes, std::size_t most, const CompileOptions& options = {},
                const std::vector<double>& outdoors = kOutdoors, bool differences = false) {
  INFO(file.string());
  Diagnostics diagnostics;
  SimulationModel model =
      load_model(file, standard_components(), {.timezone = "UTC", .data_dir = {}}, diagnostics);
  DataResolver resolver({.folders = {file.parent_path()}, .data_dir = {}, .timezone = "UTC"});
  RunOptions run;
  run.steps = steps;
  run.step = std::chrono::minutes(minutes);
  run.compile = options;
  run.resolver = &resolver;
  run.start = read_instant(start, std::nullopt, {});
  // In the cold coils heat; in mild air an economizer brings supply air to its setpoint, and they
  // rest a band away from where they begin to act, which is a kink.
  for (const double temperature : outdoors) {
    INFO(temperature << " degC outdoors");
    const bool guessed = guess_weather(model, temperature);
    check_model(model, run, most, differences);
    if (!guessed) break;
  }
}

TEST_CASE("derivatives are those of the whole model on Jets and of differences in every example") {
  const std::filesystem::path examples = std::filesystem::path(HEARTH_SOURCE_DIR) / "examples";
  check_file(examples / "one_room/room.ttl", "2024-01-12T00:00:00Z", 144, 10, 40, {}, kOutdoors,
             true);
  check_file(examples / "air_handling_unit/office.hearth.json", "2023-01-16T00:00:00Z", 48, 10, 48,
             {}, kOutdoors, true);
  check_file(examples / "brick_floor/floor.ttl", "2023-01-16T06:00:00Z", 36, 10, 48, {}, kOutdoors,
             true);
  check_file(examples / "noisy_room/room.hearth.json", "2024-01-15T00:00:00Z", 48, 30, 40, {},
             kOutdoors, true);
  check_file(examples / "solar_room/room.hearth.json", "2023-10-02T00:00:00Z", 48, 30, 40, {},
             kOutdoors, true);
}

TEST_CASE("sensitivities and adjoint are those of the whole model on Jets in every coupling") {
  const std::filesystem::path office =
      std::filesystem::path(HEARTH_SOURCE_DIR) / "examples/air_handling_unit/office.hearth.json";
  for (const Coupling coupling : {Coupling::GaussSeidel, Coupling::Jacobi, Coupling::Iterate}) {
    CompileOptions options;
    options.coupling = coupling;
    options.cycle_removal = CycleRemoval::StateEdges;
    check_file(office, "2023-01-16T00:00:00Z", 24, 10, 30, options);
  }
  CompileOptions parts;
  parts.coupling = Coupling::Balanced;
  parts.substeps = 3;
  check_file(office, "2023-01-16T00:00:00Z", 24, 30, 30, parts);
}

/// Compares the tangent with the whole model on Jets; there are no loops that are solved.
void check_model(const SimulationModel& model, const Registry& registry,
                 const RunOptions& options) {
  const Models models(model, registry, options);
  CHECK(compare(models, 100) < kTolerance);
  CHECK(compare_adjoint(models, 100) < kTolerance);
}

TEST_CASE("directions without a wanted cell in common share a column") {
  SimulationModel model;
  model.add_component(constant("out", 5.0, unit::degC));
  for (const std::string id : {"a", "b", "c"}) {
    model.add_component(instance(id, "BuildingSpace", {}));
    model.add_component(instance(id + "_gain", "Gain", {{"gain", 0.1}}));
    model.add_connection("out.scheduleValue -> " + id + ".outdoorTemperature");
  }
  model.add_component(constant("one", 1.0, unit::one));
  model.add_connection("one.scheduleValue -> a_gain.u");
  model.add_connection("one.scheduleValue -> b_gain.u");
  // What b gives acts on c, too.
  model.add_connection("b_gain.y -> c_gain.u");
  const Models models(model, test_components(), {.steps = 5});
  const auto cells_of = [&](const char* name) { return models.plan.parameter(name).cells.front(); };
  std::vector<Direction> directions;
  for (const std::string id : {"a", "b", "c"}) {
    for (const char* name : {".C_air", ".C_wall", ".R_out", ".R_in"}) {
      directions.push_back({{cells_of((id + name).c_str()), 1.0}});
    }
  }
  directions.push_back({{cells_of("b_gain.shift"), 1.0}});
  directions.push_back({{cells_of("c_gain.shift"), 1.0}});
  std::vector<int> wanted;
  for (const char* name : {"a.indoorTemperature", "b.indoorTemperature", "c_gain.y"}) {
    wanted.push_back(models.plan.signal(name));
  }
  Simulation<double> simulation(models.numbers), alone(models.numbers);
  Sensitivities all(simulation, models.jets, directions, wanted);
  CHECK(all.columns() == Tangent::kGroup);  // 4 are needed, and two for the gains
  CHECK(all.directions_of(wanted[1]) == std::vector<int>{4, 5, 6, 7});
  CHECK(all.directions_of(wanted[2]) == std::vector<int>{12, 13});
  CHECK(all.of(wanted[0], 4) == 0.0);
  all.initialize();
  for (int k = 0; k < 5; ++k) all.step();
  for (std::size_t i = 0; i < directions.size(); ++i) {
    Sensitivities one(alone, models.jets, {directions[i]});
    one.initialize();
    for (int k = 0; k < 5; ++k) one.step();
    for (const int cell : wanted) CHECK(all.of(cell, static_cast<int>(i)) == one.of(cell, 0));
  }
  CHECK(all.of(wanted[0], 0) != 0.0);
  CHECK(all.of(wanted[2], 12) != 0.0);
}

TEST_CASE("inputs that move within a step have their share in the tangent") {
  ListResolver resolver({{{{0.0, 5.0}, {5000.0, -5.0}, {9000.0, 3.0}}, Series::Shape::Linear}});
  SimulationModel model;
  model.add_component(listed("out", 0));
  model.add_component(instance("near", "ThermalNode", {{"C", 1e6}}));
  model.add_component(instance("curved", "CurvedRadiator"));
  model.add_connection("out.scheduleValue -> curved.room");
  model.add_connection("curved.power -> near.heatGain");
  model.add_connection("out.scheduleValue -> near.adjacentTemperature");
  RunOptions options{.steps = 20};
  options.resolver = &resolver;
  options.input_hold = InputHold::First;
  for (const Coupling coupling : {Coupling::GaussSeidel, Coupling::Balanced}) {
    options.compile.coupling = coupling;
    check_model(model, test_components(), options);
  }
}

TEST_CASE("what events change has derivatives, at events within a step too") {
  SimulationModel model;
  model.add_component(constant("rate", 0.1));
  model.add_component(instance("rise", "Gain", {{"k", 1.7}}));
  model.add_connection("rate.scheduleValue -> rise.u");
  model.add_component(instance("clock", "ResettingIntegrator", {{"limit", 10.0}}));
  model.add_component(instance("since", "ResettingIntegrator", {{"k", 2.0}, {"resetValue", 3.0}}));
  model.add_component(instance("teeth", "EventCounter"));
  model.add_connection("rise.y -> clock.u");
  model.add_connection("clock.y -> since.u");
  model.add_event("clock.full -> since.reset");
  model.add_event("clock.full -> teeth.count");
  RunOptions options{.steps = 60, .step = std::chrono::seconds(7)};
  check_model(model, standard_components(), options);
  options.compile.coupling = Coupling::GaussSeidel;
  check_model(model, standard_components(), options);
}

TEST_CASE("sensitivities and adjoint are those of the whole model on Jets in translated graphs") {
  const auto graphs = shared_data("data/rdf/models");
  if (!graphs) return;
  for (const char* name : {"brick_g36_ahu_vav", "brick_smc_rvav", "brick_bldg6",
                           "brick_medium_office_compiled", "brick_chiller_plant", "saref_one_room",
                           "s223_g36_a9", "s223_nist_bdg1", "s223_nist_ibal", "s223_lbnl_bdg4"}) {
    // Mild air: in the cold, controllers of many boxes on one loop of water amplify what the
    // solution of the loop leaves beyond the tolerance.
    check_file(*graphs / (std::string(name) + ".ttl"), "2023-01-16T06:00:00Z", 12, 30, 32, {},
               {10.0});
  }
}

}  // namespace
}  // namespace hearth::test::tangent_test
