// SPDX-License-Identifier: MIT
#include "hearth/components/zones/building_space.hpp"

#include <array>
#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::building_space_test {
namespace {

/// A room with one gain, one boundary and two neighbours, all values in one array.
template <class T>
struct Room {
  using Space = BuildingSpace<T>;

  std::vector<T> x;
  std::vector<T> gain, beyond, neighbours, boundary, partitions, capacities, resistances;
  std::vector<T> boundary_slope, partition_slopes;

  explicit Room(const std::vector<T>& values) : x(values) {
    gain = {x[7]};
    beyond = {x[8]};
    neighbours = {x[9], x[10]};
    boundary = {x[14]};
    partitions = {x[15], x[16]};
    capacities = {x[29], x[30]};
    resistances = {x[31], x[32]};
    boundary_slope = {T(0.0)};
    partition_slopes = {T(0.0), T(0.0)};
  }

  typename Space::In in() {
    return {x[0],
            x[1],
            x[2],
            x[3],
            x[4],
            x[5],
            x[6],
            Many<T>(gain),
            Many<T>(beyond),
            Many<T>(neighbours)};
  }
  typename Space::State state() {
    return {x[11], x[12], x[13], Many<T>(boundary), Many<T>(partitions)};
  }
  typename Space::Params params() {
    return {x[17],
            x[18],
            x[19],
            x[20],
            x[21],
            x[22],
            x[33],
            x[23],
            x[24],
            x[25],
            x[26],
            x[27],
            x[28],
            T(0.0),
            Many<T>(capacities),
            Many<T>(resistances)};
  }
  /// Slopes of air, wall, CO2, boundary wall and both partitions.
  std::vector<T> slopes() {
    typename Space::State dx{T(0.0), T(0.0), T(0.0), Many<T>(boundary_slope),
                             Many<T>(partition_slopes)};
    Space::derivatives(in(), state(), params(), dx);
    return {dx.air, dx.wall, dx.co2, boundary_slope[0], partition_slopes[0], partition_slopes[1]};
  }
};

/// Outdoors 5 degC, supply 0.1 and exhaust 0.15 kg/s at 18 degC, 200 W/m2, 4 people, 420 ppm;
/// 500 W; 15 degC beyond the boundary, neighbours 22 and 17 degC; room 21, wall 14, 800 ppm, ...;
/// last the direct loss, 10 W/K.
std::vector<double> unlike_values() {
  return {5,   0.1, 0.15, 18,     200,   4,   420, 500,  15,   22,   17,   21,
          14,  800, 19,   21.5,   20,    2e6, 3e6, 5e5,  0.05, 0.02, 0.01, 0.3,
          0.1, 100, 100,  6.2e-6, 0.001, 1e5, 2e5, 0.01, 0.04, 10};
}

TEST_CASE("the slopes of a room are those worked out by hand") {
  Room<double> room(unlike_values());
  const std::vector<double> slopes = room.slopes();
  // Sums of ten terms of one size: a few roundings of 1e-16 each.
  // Air: wall (14-21)/0.02 = -350, boundary (19-21)/0.01 = -200, partitions 0.5/0.01 = 50 and
  // -1/0.04 = -25, people 400, gain 500, sun 0.1 * 200 = 20, supply 1012 * 0.1 * (18-21) = -303.6,
  // outdoor air drawn in 1012 * 0.05 * (5-21) = -809.6 W, direct loss 10 * (5-21) = -160 W; sum
  // -878.2 W over 2 MJ/K.
  CHECK(slopes[0] == Approx(-878.2 / 2e6).epsilon(1e-13));
  // Wall: outdoors (5-14)/0.05 = -180, room 350, sun 0.3 * 200 = 60; sum 230 W over 3 MJ/K.
  CHECK(slopes[1] == Approx(230.0 / 3e6).epsilon(1e-13));
  // CO2: (0.15 + 0.001)(420 - 800) + 1e6 * 6.2e-6 * 4 = -57.38 + 24.8 over 120 kg.
  CHECK(slopes[2] == Approx(-32.58 / 120.0).epsilon(1e-13));
  CHECK(slopes[3] == Approx((-400.0 + 200.0) / 5e5).epsilon(1e-13));
  CHECK(slopes[4] == Approx((50.0 - 50.0) / 1e5).margin(1e-18));
  CHECK(slopes[5] == Approx((-75.0 + 25.0) / 2e5).epsilon(1e-13));
}

TEST_CASE("heat that enters a room stays in it") {
  for (const double supply : {0.0, 0.1, 0.3}) {  // less and more than is exhausted
    std::vector<double> values = unlike_values();
    values[1] = supply;
    Room<double> room(values);
    const auto s = room.slopes();
    const auto& v = values;
    const double stored = v[17] * s[0] + v[18] * s[1] + v[19] * s[3] + v[29] * s[4] + v[30] * s[5];
    // Air enters with its own heat and leaves, as much as enters, with that of the room.
    const double make_up = std::max(v[2] - v[1], 0.0);
    const double air = 1012.0 * (v[1] * v[3] + make_up * v[0] - std::max(v[1], v[2]) * v[11]);
    const double entered =
        (v[0] - v[12]) / v[20] + v[33] * (v[0] - v[11]) + (v[23] + v[24]) * v[4] + v[25] * v[5] +
        v[7] + air + (v[8] - v[14]) / v[22] + (v[9] - v[15]) / v[31] + (v[10] - v[16]) / v[32];
    CHECK(stored == Approx(entered).epsilon(1e-12));  // W; terms of 1e4 W nearly cancel
  }
}

/// A model of the room above, fed by constants.
SimulationModel room_model(const std::vector<double>& v) {
  SimulationModel model;
  Component room = instance("room", "BuildingSpace");
  const char* names[] = {"C_air",  "C_wall", "C_boundary", "R_out", "R_in",  "R_boundary",
                         "f_wall", "f_air",  "Q_occ_gain", "V",     "G_occ", "m_inf"};
  for (std::size_t i = 0; i < 12; ++i) room.parameters[names[i]].value = Quantity{v[17 + i], {}};
  using Keyed = std::map<std::string, Quantity>;
  room.parameters["H_direct"].value = Quantity{v[33], {}};
  room.parameters["C_int"].value = Keyed{{"a", {v[29], {}}}, {"b", {v[30], {}}}};
  room.parameters["R_int"].value = Keyed{{"a", {v[31], {}}}, {"b", {v[32], {}}}};
  const char* states[] = {"indoorTemperature", "wallTemperature", "indoorCO2",
                          "boundaryWallTemperature"};
  for (std::size_t i = 0; i < 4; ++i) room.initial[states[i]] = Quantity{v[11 + i], {}};
  room.initial["interiorWallTemperature"] = Keyed{{"a", {v[15], {}}}, {"b", {v[16], {}}}};
  model.add_component(room);
  const char* inputs[] = {"outdoorTemperature",
                          "supplyAirFlowRate",
                          "exhaustAirFlowRate",
                          "supplyAirTemperature",
                          "globalIrradiation",
                          "numberOfPeople",
                          "outdoorCO2",
                          "heatGain",
                          "boundaryTemperature",
                          "adjacentZoneTemperature[a]",
                          "adjacentZoneTemperature[b]"};
  for (std::size_t i = 0; i < 11; ++i) {
    const std::string id = "input" + std::to_string(i);
    model.add_component(constant(id, v[i]));
    model.add_connection(id + ".scheduleValue -> room." + inputs[i]);
  }
  return model;
}

/// The heat in a simulated room and what enters it now [J, W].
struct Heat {
  double stored = 0.0, entering = 0.0;
};
Heat heat_of(const Bench<double>& bench, const std::vector<double>& v) {
  const auto at = [&](const char* name) {
    return bench.simulation.value(bench.plan.initial(name).cells.front());
  };
  const double air = at("room@indoorTemperature"), wall = at("room@wallTemperature");
  const double boundary = at("room@boundaryWallTemperature");
  const double a = at("room.interiorWallTemperature[a]");
  const double b = at("room.interiorWallTemperature[b]");
  Heat heat;
  heat.stored = v[17] * air + v[18] * wall + v[19] * boundary + v[29] * a + v[30] * b;
  const double make_up = std::max(v[2] - v[1], 0.0);
  const double ventilation = 1012.0 * (v[1] * (v[3] - air) + make_up * (v[0] - air));
  heat.entering = (v[0] - wall) / v[20] + v[33] * (v[0] - air) + (v[23] + v[24]) * v[4] +
                  v[25] * v[5] + v[7] + ventilation + (v[8] - boundary) / v[22] +
                  (v[9] - a) / v[31] + (v[10] - b) / v[32];
  return heat;
}

TEST_CASE("the heat stored in a step is the heat that entered during it") {
  for (const double supply : {0.0, 0.1, 0.3}) {
    std::vector<double> values = unlike_values();
    values[1] = supply;
    const SimulationModel model = room_model(values);
    Bench<double> whole(model, standard_components(), {.steps = 1});
    whole.simulation.initialize();
    const Heat before = heat_of(whole, values);
    whole.steps(1);
    const Heat after = heat_of(whole, values);
    // Steps are exact, so that a fine run gives the flows within the step for Simpson's rule; the
    // fastest time constant is 270 s, so that 600 parts of 1 s leave an error below 1e-11.
    Bench<double> fine(model, standard_components(),
                       {.steps = 600, .step = std::chrono::seconds(1)});
    fine.simulation.initialize();
    double entered = heat_of(fine, values).entering;
    for (int k = 1; k <= 600; ++k) {
      fine.steps(1);
      const double weight = k == 600 ? 1.0 : k % 2 == 1 ? 4.0 : 2.0;
      entered += weight * heat_of(fine, values).entering;
    }
    entered /= 3.0;
    // 1e8 J are stored; differences keep 1e-7 J and the balance is of 1e5 to 1e6 J.
    CHECK(after.stored - before.stored == Approx(entered).epsilon(1e-10).margin(2e-6));
    CHECK(heat_of(fine, values).stored == Approx(after.stored).epsilon(1e-14));
  }
}

TEST_CASE("the CO2 of a room settles where the fresh air carries away what people breathe out") {
  for (const double exhaust : {0.05, 0.3}) {
    std::vector<double> values = unlike_values();
    values[2] = exhaust;
    Bench<double> bench(room_model(values), standard_components(),
                        {.steps = 5, .step = std::chrono::hours(24)});
    bench.simulation.initialize();
    bench.steps(5);
    const double fresh = std::max(values[1], exhaust) + 0.001;
    CHECK(bench.value("room.indoorCO2") == Approx(420.0 + 6.2 * 4 / fresh).epsilon(1e-12));
  }
}

TEST_CASE("a room at rest with all its neighbours stays there") {
  std::vector<double> values = unlike_values();
  for (const int i : {0, 3, 8, 9, 10, 11, 12, 14, 15, 16}) values[i] = 20;
  for (const int i : {4, 5, 7}) values[i] = 0;
  Bench<double> bench(room_model(values), standard_components());
  bench.simulation.initialize();
  bench.steps(10);
  CHECK(bench.value("room.indoorTemperature") == Approx(20.0).epsilon(1e-14));
  CHECK(bench.value("room.wallTemperature") == Approx(20.0).epsilon(1e-14));
}

TEST_CASE("supply air that flows backwards brings nothing into a room") {
  SimulationModel model;
  model.add_component(instance("room", "BuildingSpace"));
  for (const auto& [port, value] : {std::pair<const char*, double>{"outdoorTemperature", 5.0},
                                    {"supplyAirTemperature", 50.0},
                                    {"supplyAirFlowRate", -0.1}}) {
    model.add_component(constant(port, value));
    model.add_connection(std::string(port) + ".scheduleValue -> room." + port);
  }
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  bench.steps(2000);
  CHECK(bench.value("room.indoorTemperature") == Approx(5.0).margin(1e-6));
}

TEST_CASE("a room needs nothing but the outdoor temperature") {
  SimulationModel model;
  model.add_component(instance("room", "BuildingSpace"));
  model.add_component(constant("out", 20.0));
  model.add_connection("out.scheduleValue -> room.outdoorTemperature");
  const auto rows = run_signal(model, standard_components(), "room.indoorTemperature");
  CHECK(rows.back() == 20.0);
}

TEST_CASE("the ends of a room's ranges give finite slopes") {
  for (const std::size_t resistance : {20UL, 21UL, 22UL}) {
    for (const double value : {1e-6, 1e9}) {
      std::vector<double> values = unlike_values();
      values[resistance] = value;
      for (const double slope : Room<double>(values).slopes()) CHECK(std::isfinite(slope));
      Bench<double> bench(room_model(values), standard_components());
      bench.simulation.initialize();
      bench.steps(10);  // a thousand time constants a step
      CHECK(bench.value("room.indoorTemperature") > 0.0);
      CHECK(bench.value("room.indoorTemperature") < 40.0);
    }
  }
}

TEST_CASE("wrong wirings of a room are refused with their remedies") {
  SimulationModel model;
  model.add_component(instance("room", "BuildingSpace"));
  model.add_component(instance("next", "BuildingSpace"));
  model.add_component(constant("out", 5.0, unit::degC));
  model.add_component(constant("more", 5.0, unit::degC));
  model.add_connection("out.scheduleValue -> room.outdoorTemperature");
  model.add_connection("more.scheduleValue -> room.outdoorTemperature");
  model.add_connection("next.indoorTemperature -> room.heatGain");
  model.add_connection("out.scheduleValue -> room.boundaryTemperature");
  model.add_connection("more.scheduleValue -> room.boundaryTemperature");
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.input_missing"), Catch::Contains("next.outdoorTemperature"));
  CHECK_THAT(message_of(found, "model.unit_mismatch"),
             Catch::Contains("next.indoorTemperature [degC] -> room.heatGain [W]"));
  CHECK(std::count_if(found.items().begin(), found.items().end(), [](const Diagnostic& item) {
          return item.code == "model.input_taken";
        }) == 2);
}

}  // namespace
}  // namespace hearth::test::building_space_test
