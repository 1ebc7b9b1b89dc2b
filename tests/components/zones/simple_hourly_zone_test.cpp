// SPDX-License-Identifier: MIT
#include "hearth/components/zones/simple_hourly_zone.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::simple_hourly_zone_test {
namespace {

/// A zone with one entry in every set: inputs, parameters, then the mass at the start.
template <class T>
struct Zone {
  using Type = SimpleHourlyZone<T>;
  std::vector<T> x;
  std::vector<T> gain, sun, flow, flow_temperature, heating, cooling;
  std::vector<T> received_gain{T(0.0)}, received_sun{T(0.0)}, received_flow{T(0.0)},
      received_temperature{T(0.0)};

  explicit Zone(const std::vector<T>& values) : x(values) {
    gain = {x[1]};
    sun = {x[2]};
    flow = {x[3]};
    flow_temperature = {x[4]};
    heating = {x[5]};
    cooling = {x[6]};
  }
  typename Type::Held hour() {
    const typename Type::In u{x[0],
                              Many<T>(gain),
                              Many<T>(sun),
                              Many<T>(flow),
                              Many<T>(flow_temperature),
                              Many<T>(heating),
                              Many<T>(cooling)};
    const typename Type::Params p{x[7],  x[8],  x[9],  x[10], x[11], x[12], x[13], x[14],
                                  x[15], x[16], x[17], x[18], x[19], x[20], x[21]};
    typename Type::Held held{};
    held.mass = x[22];
    held.heat_gain = Many<T>(received_gain);
    held.solar_gain = Many<T>(received_sun);
    held.flow = Many<T>(received_flow);
    held.flow_temperature = Many<T>(received_temperature);
    Type::update(u, p, Clock{0.0, 0.0, 3600.0}, held);
    return held;
  }
};

constexpr std::size_t kOutdoors = 0, kGain = 1, kSun = 2, kFlow = 3, kFlowTemperature = 4,
                      kHeating = 5, kCooling = 6, kMassArea = 8, kTotalArea = 9, kCapacity = 10,
                      kMassFilm = 11, kWindows = 13, kSurfaceToAir = 15, kMassToSurface = 16,
                      kMassToOutdoors = 17, kVentilation = 18, kMass = 22;

/// 10 degC outdoors, 200 W of gains, 500 W of sun, 0.01 kg/s of 18 degC, setpoints 15 and 30 degC;
/// A_f 34.3, A_m 85.75, A_tot 142.38 m2, C_m 165 kJ/(m2 K), h_ms 9.1, h_is 3.45 W/(m2 K), H_w 15,
/// H_op 5, H_is 491.2, H_ms 780.3, H_em 5.032, H_ve 20 W/K; limits 1000 and 900 W; mass 21 degC.
std::vector<double> unlike_values() {
  return {10.0, 200.0, 500.0, 0.01,  18.0,  15.0,  30.0, 34.3,   85.75,  142.38, 5659500.0, 9.1,
          3.45, 15.0,  5.0,   491.2, 780.3, 5.032, 20.0, 1006.0, 1000.0, 900.0,  21.0};
}

/// The five balances of the network of ISO 13790, figure 10, with the mean mass temperature [W].
std::vector<double> left_over(const std::vector<double>& v,
                              const SimpleHourlyZone<double>::Held& y) {
  const double power = y.heating - y.cooling;
  const double streams = 1006.0 * std::max(v[kFlow], 0.0) * (v[kFlowTemperature] - y.air);
  const double radiant = 0.5 * v[kGain] + v[kSun];
  const double mass_share = v[kMassArea] / v[kTotalArea];
  const double air = 0.5 * v[kGain] + power + streams + v[kVentilation] * (v[kOutdoors] - y.air) +
                     v[kSurfaceToAir] * (y.surface - y.air);
  const double surface =
      (1.0 - mass_share - v[kWindows] / (v[kMassFilm] * v[kTotalArea])) * radiant +
      v[kWindows] * (v[kOutdoors] - y.surface) + v[kSurfaceToAir] * (y.air - y.surface) +
      v[kMassToSurface] * (y.mean_mass - y.surface);
  const double mass = mass_share * radiant + v[kMassToOutdoors] * (v[kOutdoors] - y.mean_mass) +
                      v[kMassToSurface] * (y.surface - y.mean_mass) -
                      v[kCapacity] * (y.mass - v[kMass]) / 3600.0;
  return {air, surface, mass};
}

void check_balanced(const std::vector<double>& values) {
  // Flows of 1e4 W, and 5.7 MJ/K times the rounding of a temperature over an hour.
  for (const double left : left_over(values, Zone<double>(values).hour())) {
    CHECK(std::abs(left) <= 1e-8);
  }
}

TEST_CASE("air, surfaces and mass of a simple hourly zone are in balance") {
  std::vector<double> values = unlike_values();
  check_balanced(values);  // neither heated nor cooled
  CHECK(Zone<double>(values).hour().heating == 0.0);
  values[kHeating] = 21.5;
  check_balanced(values);
  CHECK(Zone<double>(values).hour().air == Approx(21.5).epsilon(1e-13));
  values[kHeating] = 40.0;
  check_balanced(values);
  CHECK(Zone<double>(values).hour().heating == 1000.0);
  values[kHeating] = 0.0;
  values[kCooling] = 18.0;
  check_balanced(values);
  CHECK(Zone<double>(values).hour().air == Approx(18.0).epsilon(1e-13));
  values[kCooling] = -10.0;
  CHECK(Zone<double>(values).hour().cooling == 900.0);
}

TEST_CASE("the hour that needs heating is that of the published example") {
  // RC_BuildingSimulator, testRCmodel.py (MIT), with six figures of an independent solver: 34.3 m2,
  // mass at 20 degC, 10 degC outdoors, 10 W of gains, 2000 W of sun; H_tr,em as it is.
  const double ventilation = 1200.0 * 106.33 * 2.0 / 3600.0;
  SimulationModel model;
  model.add_component(instance("zone", "SimpleHourlyZone",
                               {{"A_f", 34.3},
                                {"A_tot", 142.38},
                                {"H_tr_w", 1.1 * 13.5},
                                {"H_tr_em", 0.2 * 1.69},
                                {"H_ve", ventilation},
                                {"Q_heating_max", 12.0 * 34.3},
                                {"Q_cooling_max", 12.0 * 34.3}}));
  model.set_initial("zone@massTemperature", {20.0, {}});
  const std::vector<std::pair<std::string, double>> inputs{{"outdoorTemperature", 10.0},
                                                           {"heatGain", 10.0},
                                                           {"solarHeatGain", 2000.0},
                                                           {"heatingSetpoint", 20.0},
                                                           {"coolingSetpoint", 26.0}};
  for (const auto& [port, value] : inputs) {
    model.add_component(constant(port, value));
    model.add_connection(port + ".scheduleValue -> zone." + port);
  }
  RunOptions hour;
  hour.steps = 1;
  hour.step = std::chrono::hours(1);
  Bench<double> bench(model, standard_components(), hour);
  bench.simulation.initialize();
  bench.steps(1);
  // Six decimals are printed.
  CHECK(bench.value("zone.conditioningPower") == Approx(328.094091).margin(1e-6));
  CHECK(bench.value("zone.meanMassTemperature") == Approx(20.458898).margin(1e-6));
  CHECK(bench.value("zone.indoorTemperature") == Approx(20.0).margin(1e-12));
  CHECK(bench.value("zone.surfaceTemperature") == Approx(20.764992).margin(1e-6));
  CHECK(bench.value("zone.massTemperature") == Approx(20.917796).margin(1e-6));
  CHECK(bench.value("zone.heatingEnergy") == Approx(0.328094091).margin(1e-9));
  CHECK(bench.value("zone.operativeTemperature") == Approx(6.0 + 0.7 * 20.764992).margin(1e-6));
}

SimulationModel default_model(const std::vector<std::pair<std::string, double>>& parameters = {}) {
  SimulationModel model;
  model.add_component(instance("zone", "SimpleHourlyZone", parameters));
  model.add_component(constant("out", 5.0, unit::degC));
  model.add_connection("out.scheduleValue -> zone.outdoorTemperature");
  return model;
}

double parameter_of(const SimulationModel& model, const std::string& name) {
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  return bench.simulation.value(bench.plan.parameter("zone." + name).cells.front());
}

TEST_CASE("parameters that are not set follow from the floor area as in the standard") {
  const SimulationModel model = default_model({{"A_f", 100.0}, {"H_tr_op", 50.0}});
  CHECK(parameter_of(model, "A_m") == 250.0);
  CHECK(parameter_of(model, "A_tot") == 450.0);
  CHECK(parameter_of(model, "C_m") == 1.65e7);
  CHECK(parameter_of(model, "H_tr_is") == Approx(3.45 * 450.0).epsilon(1e-15));
  CHECK(parameter_of(model, "H_tr_ms") == 2275.0);
  CHECK(parameter_of(model, "H_tr_em") == Approx(1.0 / (1.0 / 50.0 - 1.0 / 2275.0)).epsilon(1e-14));
}

TEST_CASE(
    "walls that conduct better than the film on the mass are refused with an error that names "
    "them") {
  try {
    compile(default_model({{"A_f", 1.0}, {"H_tr_op", 50.0}}), standard_components());
    FAIL("no error");
  } catch (const ModelError& error) {
    CHECK(error.code() == "model.computed_out_of_range");
    CHECK_THAT(error.what(), Catch::Contains("zone.H_tr_em"));
  }
}

TEST_CASE("a simple hourly zone settles where its losses are its gains") {
  SimulationModel model = default_model({{"H_tr_op", 10.0}, {"H_tr_em", 10.0}, {"H_tr_ms", 1e12}});
  model.add_component(constant("setpoint", 20.0, unit::degC));
  model.add_connection("setpoint.scheduleValue -> zone.heatingSetpoint");
  RunOptions year;
  year.steps = 8760;
  year.step = std::chrono::hours(1);
  Bench<double> bench(model, standard_components(), year);
  bench.simulation.initialize();
  bench.steps(8760);
  // Air at 20 degC loses 10 W/K by air; mass and surface are one behind H_is = 310.5 W/K, with
  // 10 + 15 W/K to outdoors.
  const double behind = 310.5 * 25.0 / 335.5;
  CHECK(bench.value("zone.heatingPower") == Approx(15.0 * (10.0 + behind)).epsilon(1e-6));
}

TEST_CASE("a simple hourly zone receives the mean of the weather over its hour") {
  // Outdoors rises by 6 K an hour, in a line: the mean of the first hour is 3 degC.
  ListResolver resolver({{{{0.0, 0.0}, {7200.0, 12.0}}, Series::Shape::Linear}});
  const auto air = [&resolver](Component outdoors, Duration step, Coupling coupling) {
    SimulationModel model;
    Component zone = instance("zone", "SimpleHourlyZone");
    zone.clock = SampleClock{.period = 3600.0};
    model.add_component(std::move(zone));
    model.add_component(std::move(outdoors));
    model.add_connection("out.scheduleValue -> zone.outdoorTemperature");
    RunOptions options;
    options.steps = std::chrono::hours(1) / step;
    options.step = step;
    options.compile.coupling = coupling;
    options.resolver = &resolver;
    return run_signal(model, standard_components(), "zone.indoorTemperature", options).back();
  };
  const Duration hour = std::chrono::hours(1);
  const double steady = air(constant("out", 3.0), hour, Coupling::Balanced);
  CHECK(air(listed("out", 0), hour, Coupling::Balanced) == Approx(steady).epsilon(1e-12));
  CHECK(air(listed("out", 0), hour, Coupling::GaussSeidel) == Approx(steady).epsilon(1e-12));
  // At shorter steps too, where other schemes deliver the mean of the step.
  CHECK(air(listed("out", 0), hour / 6, Coupling::Balanced) == Approx(steady).epsilon(1e-12));
}

template <class T>
std::vector<T> zone_functions(const std::vector<T>& x) {
  const auto y = Zone<T>(x).hour();
  return {y.mass,    y.mean_mass, y.surface,        y.air,
          y.heating, y.cooling,   y.heating_energy, y.cooling_energy};
}

TEST_CASE("a simple hourly zone is finite without air, with reversed flow and at rest") {
  for (const double flow : {0.0, -0.1}) {
    std::vector<double> values = unlike_values();
    values[kFlow] = flow;
    values[kVentilation] = 0.0;  // H_ve
    values[kWindows] = 0.0;      // H_tr_w
    for (const std::size_t t : {kOutdoors, kFlowTemperature, kHeating, kCooling, kMass}) {
      values[t] = 20.0;
    }
    values[kGain] = values[kSun] = 0.0;
    std::vector<Jet8> jets(values.begin(), values.end());
    for (int i = 0; i < 7; ++i) jets[i].v[i] = 1.0;
    jets[kVentilation].v[7] = 1.0;
    for (const Jet8& value : zone_functions(jets)) {
      CHECK(std::isfinite(value.a));
      CHECK(value.v.allFinite());
    }
    CHECK(Zone<double>(values).hour().air == Approx(20.0).epsilon(1e-13));
    CHECK(Zone<double>(values).hour().heating == Approx(0.0).margin(1e-9));
  }
}

TEST_CASE("the ends of a simple hourly zone's ranges give finite runs") {
  const SchemaView& schema = StoredSchema<SimpleHourlyZone<double>>::view;
  for (const Field& field : schema) {
    if (field.role != Role::Parameter) continue;
    for (const double end : {field.range.min, field.range.max}) {
      INFO(std::string(field.name) << " = " << end);
      // Couplings are given, so that the end of one parameter leaves the others unchanged.
      SimulationModel model = default_model({{"H_tr_em", 10.0}});
      model.set_parameter("zone." + std::string(field.name), {end, {}});
      CHECK(
          std::isfinite(run_signal(model, standard_components(), "zone.indoorTemperature").back()));
    }
  }
}

TEST_CASE("gains in kW do what those in W do") {
  const auto run = [](double value, const Unit& unit) {
    SimulationModel model = default_model();
    model.add_component(constant("gain", value, unit));
    model.add_connection("gain.scheduleValue -> zone.heatGain");
    return run_signal(model, standard_components(), "zone.indoorTemperature").back();
  };
  CHECK(run(0.4, unit::kW) == Approx(run(400.0, unit::W)).epsilon(1e-14));
}

TEST_CASE("wrong wirings of a simple hourly zone are refused with their remedies") {
  SimulationModel model;
  model.add_component(instance("zone", "SimpleHourlyZone"));
  model.add_component(constant("a", 20.0, unit::degC));
  model.add_connection("a.scheduleValue -> zone.solarHeatGain");
  model.add_connection("a.scheduleValue -> zone.supplyAirTemperature[fan]");
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.input_missing"), Catch::Contains("zone.outdoorTemperature"));
  CHECK_THAT(message_of(found, "model.unit_mismatch"), Catch::Contains("zone.solarHeatGain [W]"));
  CHECK_THAT(message_of(found, "model.key_incomplete"),
             Catch::Contains("zone.supplyAirFlowRate[fan]"));
}

}  // namespace
}  // namespace hearth::test::simple_hourly_zone_test
