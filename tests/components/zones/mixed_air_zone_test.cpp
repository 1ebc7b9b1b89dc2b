// SPDX-License-Identifier: MIT
#include "hearth/components/zones/mixed_air_zone.hpp"

#include <array>
#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/analysis/feedthrough_check.hpp"
#include "hearth/framework/continuous/continuous_simulation.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::mixed_air_zone_test {
namespace {

constexpr double kAir = kAirHeatCapacity;

/// A zone with two streams, one exhaust, two surfaces and a gain of each kind, all in one array.
template <class T>
struct Zone {
  using Space = MixedAirZone<T>;
  enum : std::size_t {
    kOutdoor = 0,
    kFlow = 3,
    kTemperature = 5,
    kHumidity = 7,
    kCo2 = 9,
    kExhaust = 11,
    kSurface = 12,
    kConductance = 14,
    kHeat = 16,
    kWater = 17,
    kBreath = 18,
    kState = 19,
    kStart = 22,
    kParams = 25
  };

  std::vector<T> x;
  std::array<T, 2> flow, temperature, humidity, co2, surface, conductance, surface_heat;
  std::array<T, 1> exhaust, heat, water, breath, outlet;

  explicit Zone(const std::vector<T>& v)
      : x(v),
        flow{v[kFlow], v[kFlow + 1]},
        temperature{v[kTemperature], v[kTemperature + 1]},
        humidity{v[kHumidity], v[kHumidity + 1]},
        co2{v[kCo2], v[kCo2 + 1]},
        surface{v[kSurface], v[kSurface + 1]},
        conductance{v[kConductance], v[kConductance + 1]},
        surface_heat{T(0.0), T(0.0)},
        exhaust{v[kExhaust]},
        heat{v[kHeat]},
        water{v[kWater]},
        breath{v[kBreath]},
        outlet{T(0.0)} {}

  typename Space::In in() {
    return {x[kOutdoor],          x[kOutdoor + 1],      x[kOutdoor + 2], Many<T>(flow),
            Many<T>(temperature), Many<T>(humidity),    Many<T>(co2),    Many<T>(exhaust),
            Many<T>(surface),     Many<T>(conductance), Many<T>(heat),   Many<T>(water),
            Many<T>(breath)};
  }
  typename Space::Derived derived() const {
    typename Space::Derived q;
    Space::prepare({x[kParams], x[kParams + 1], x[kParams + 2]}, q);
    return q;
  }
  typename Space::State state() const { return {x[kState], x[kState + 1], x[kState + 2]}; }

  std::vector<T> slopes() {
    typename Space::State dx{T(0.0), T(0.0), T(0.0)};
    Space::derivatives(in(), state(), derived(), dx);
    return {dx.temperature, dx.humidity, dx.co2};
  }
  /// Outputs of a step of `step` seconds that began at the values from kStart on.
  std::vector<T> outputs(double step) {
    typename Space::Held held{};
    const typename Space::State start{x[kStart], x[kStart + 1], x[kStart + 2]};
    Space::update(in(), start, Clock{1000.0, 0.0, step}, held);
    typename Space::Out y{T(0.0), T(0.0), T(0.0), Many<T>(outlet), Many<T>(surface_heat),
                          T(0.0), T(0.0)};
    Space::outputs(in(), state(), held, derived(), Clock{1000.0 + step, step, step}, y);
    return {x[kState],
            x[kState + 1],
            x[kState + 2],
            y.outlet.temperature,
            y.outlet.humidity,
            y.outlet.co2,
            y.outlet_flow[0],
            y.surface_heat_flow[0],
            y.surface_heat_flow[1],
            y.makeup_flow,
            y.surplus_flow};
  }
};

/// Outdoors 5 degC, 0.004, 420 ppm; supply 0.1 and a leak of 0.02 kg/s; 0.15 kg/s drawn off;
/// surfaces at 18 and 30 degC behind 40 and 10 W/K; 300 W, 1e-5 kg/s water, 2e-5 kg/s CO2; room 21
/// degC, 0.007, 700 ppm, at the start of the step 20.5, 0.0068, 650; 80 m3, 50 kJ/K, 1.2 kg/m3.
std::vector<double> unlike_values() {
  return {5,  0.004, 420, 0.1,  0.02, 17, 4,     0.005, 0.003, 410,    430, 0.15, 18,  30,
          40, 10,    300, 1e-5, 2e-5, 21, 0.007, 700,   20.5,  0.0068, 650, 80,   5e4, 1.2};
}

TEST_CASE("the slopes of a zone are those worked out by hand") {
  Zone<double> zone(unlike_values());
  const auto slopes = zone.slopes();
  // 0.03 kg/s are drawn in from outdoors.
  const double heat = kAir * (0.1 * (17 - 21) + 0.02 * (4 - 21) + 0.03 * (5 - 21)) +
                      40 * (18 - 21) + 10 * (30 - 21) + 300.0;
  const double water =
      0.1 * (0.005 - 0.007) + 0.02 * (0.003 - 0.007) + 0.03 * (0.004 - 0.007) + 1e-5;
  const double co2 =
      0.1 * (410 - 700) + 0.02 * (430 - 700) + 0.03 * (420 - 700) + 1e6 * 28.966 / 44.010 * 2e-5;
  // Written as differences here and as sums there: terms of 3 kW nearly cancel.
  CHECK(slopes[0] == Approx(heat / (kAir * 96.0 + 5e4)).epsilon(1e-12));
  CHECK(slopes[1] == Approx(water / 96.0).epsilon(1e-12));
  CHECK(slopes[2] == Approx(co2 / 96.0).epsilon(1e-12));
}

TEST_CASE("people breathe out as much CO2 in a MixedAirZone as in a BuildingSpace") {
  // There 6.2e-6 kg/s of the mass of air of the same volume; 44.010/28.966 of it is CO2.
  std::vector<double> values = unlike_values();
  values[Zone<double>::kBreath] = 0.0;
  const double without = Zone<double>(values).slopes()[2];
  values[Zone<double>::kBreath] = 6.2e-6 * 44.010 / 28.966;
  CHECK(Zone<double>(values).slopes()[2] - without == Approx(6.2 / 96.0).epsilon(1e-10));
}

/// What enters a zone and what leaves with unit state, by the numbers of its ports.
struct Books {
  double heat = 0.0, water = 0.0, co2 = 0.0, air = 0.0;
};
Books books(const std::vector<double>& v, const std::vector<double>& y) {
  using Z = Zone<double>;
  Books b;
  const auto stream = [&](double flow, double temperature, double humidity, double co2) {
    b.heat += kAir * flow * temperature;
    b.water += flow * humidity;
    b.co2 += flow * co2;
    b.air += flow;
  };
  for (std::size_t i = 0; i < 2; ++i) {
    const double flow = v[Z::kFlow + i];
    if (flow >= 0.0) {
      stream(flow, v[Z::kTemperature + i], v[Z::kHumidity + i], v[Z::kCo2 + i]);
    } else {
      stream(flow, y[3], y[4], y[5]);
    }
  }
  if (y[6] >= 0.0) {
    stream(-y[6], y[3], y[4], y[5]);
  } else {
    stream(-y[6], v[0], v[1], v[2]);
  }
  stream(y[9], v[0], v[1], v[2]);
  stream(-y[10], y[3], y[4], y[5]);
  b.heat += v[Z::kHeat] - y[7] - y[8];
  b.water += v[Z::kWater];
  b.co2 += 1e6 * 28.966 / 44.010 * v[Z::kBreath];
  return b;
}

TEST_CASE("what a zone stores in a step is what entered less what its outputs say left") {
  for (const double supply : {-0.05, 0.0, 0.1, 0.3}) {
    for (const double exhaust : {-0.1, 0.0, 0.15}) {
      for (const double step : {1.0, 600.0, 3600.0}) {
        std::vector<double> values = unlike_values();
        values[Zone<double>::kFlow] = supply;
        values[Zone<double>::kExhaust] = exhaust;
        Zone<double> zone(values);
        const Books b = books(values, zone.outputs(step));
        INFO(supply << " " << exhaust << " " << step);
        CHECK(b.air == Approx(0.0).margin(1e-16));
        // The end of the step is any number here: the means follow from what is stored. Heat of up
        // to 1e5 W comes from 1/h of 1e6 J: rounding 1e-10 of a W.
        CHECK(b.heat == Approx((kAir * 96.0 + 5e4) * 0.5 / step).epsilon(1e-12).margin(1e-10));
        CHECK(b.water == Approx(96.0 * 0.0002 / step).epsilon(1e-11).margin(1e-16));
        CHECK(b.co2 == Approx(96.0 * 50.0 / step).epsilon(1e-12).margin(1e-11));
      }
    }
  }
}

const char* const kInputs[] = {"outdoorTemperature",
                               "outdoorHumidityRatio",
                               "outdoorCO2",
                               "airFlowRateIn[leak]",
                               "airFlowRateIn[supply]",
                               "airTemperatureIn[leak]",
                               "airTemperatureIn[supply]",
                               "airHumidityRatioIn[leak]",
                               "airHumidityRatioIn[supply]",
                               "airCO2In[leak]",
                               "airCO2In[supply]",
                               "exhaustAirFlowRate[return]",
                               "surfaceTemperature[inner]",
                               "surfaceTemperature[outer]",
                               "surfaceConductance[inner]",
                               "surfaceConductance[outer]",
                               "heatGain",
                               "moistureGain",
                               "co2Gain"};

/// The zone above, fed by constants.
SimulationModel zone_model(const std::vector<double>& v) {
  SimulationModel model;
  Component zone = instance("zone", "MixedAirZone",
                            {{"V", v[25]}, {"C_furniture", v[26]}, {"airDensity", v[27]}});
  zone.initial["indoorTemperature"] = Quantity{v[19], {}};
  zone.initial["indoorHumidityRatio"] = Quantity{v[20], {}};
  zone.initial["indoorCO2"] = Quantity{v[21], {}};
  model.add_component(zone);
  for (std::size_t i = 0; i < std::size(kInputs); ++i) {
    const std::string id = "input" + std::to_string(i);
    model.add_component(constant(id, v[i]));
    model.add_connection(id + ".scheduleValue -> zone." + kInputs[i]);
  }
  return model;
}

TEST_CASE("the air that leaves a zone in a step has the mean state of the zone in it") {
  for (const auto method : {Coupling::GaussSeidel, Coupling::Jacobi}) {
    RunOptions options;
    options.compile.coupling = method;
    Bench<double> whole(zone_model(unlike_values()), standard_components(), options);
    whole.simulation.initialize();
    CHECK(whole.value("zone.outletAirTemperature") == 21.0);  // an instant: the state
    whole.steps(1);
    options.step = std::chrono::seconds(1);
    Bench<double> fine(zone_model(unlike_values()), standard_components(), options);
    fine.simulation.initialize();
    std::array<double, 3> sum{};
    const std::array<const char*, 3> now{"zone.indoorTemperature", "zone.indoorHumidityRatio",
                                         "zone.indoorCO2"};
    const std::array<const char*, 3> leaving{"zone.outletAirTemperature",
                                             "zone.outletAirHumidityRatio", "zone.outletAirCO2"};
    for (int k = 0; k <= 600; ++k) {
      if (k > 0) fine.steps(1);
      const double weight = k == 0 || k == 600 ? 1.0 : k % 2 == 1 ? 4.0 : 2.0;
      for (std::size_t i = 0; i < 3; ++i) sum[i] += weight / 1800.0 * fine.value(now[i]);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      INFO(leaving[i]);
      // Simpson's rule with 600 parts of time constants above 500 s: 1e-12.
      CHECK(whole.value(leaving[i]) == Approx(sum[i]).epsilon(1e-11));
      CHECK(whole.value(now[i]) == Approx(fine.value(now[i])).epsilon(1e-12));
    }
  }
}

TEST_CASE("under iterate the air that leaves a zone has its state at the end of the step") {
  // Implicit Euler books what leaves at the end; only groups that are iterated are stepped by it,
  // so the zone is put on a loop by what it blows out returning.
  SimulationModel model = zone_model(unlike_values());
  model.remove_connection("input6.scheduleValue -> zone.airTemperatureIn[supply]");
  model.add_connection("zone.outletAirTemperature -> zone.airTemperatureIn[supply]");
  RunOptions options;
  options.compile.coupling = Coupling::Iterate;
  Bench<double> bench(model, standard_components(), options);
  bench.simulation.initialize();
  bench.steps(3);
  CHECK(bench.value("zone.outletAirTemperature") ==
        Approx(bench.value("zone.indoorTemperature")).epsilon(1e-12));
}

TEST_CASE("a zone settles where its streams, gains and surfaces agree") {
  RunOptions options;
  options.step = std::chrono::hours(24);
  Bench<double> bench(zone_model(unlike_values()), standard_components(), options);
  bench.simulation.initialize();
  bench.steps(10);
  const double conductance = kAir * 0.15 + 50.0;
  const double heat = kAir * (0.1 * 17 + 0.02 * 4 + 0.03 * 5) + 40 * 18 + 10 * 30 + 300.0;
  CHECK(bench.value("zone.indoorTemperature") == Approx(heat / conductance).epsilon(1e-12));
  CHECK(bench.value("zone.surplusAirFlowRate") == 0.0);
  CHECK(bench.value("zone.makeupAirFlowRate") == Approx(0.03).epsilon(1e-14));
}

TEST_CASE("a zone alone keeps what it has") {
  SimulationModel model;
  model.add_component(instance("zone", "MixedAirZone"));
  model.add_component(constant("out", -10.0));
  model.add_connection("out.scheduleValue -> zone.outdoorTemperature");
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  bench.steps(10);
  for (const char* name : {"zone.indoorTemperature", "zone.outletAirTemperature"}) {
    CHECK(bench.value(name) == 20.0);
  }
  CHECK(bench.value("zone.indoorHumidityRatio") == 0.006);
  CHECK(bench.value("zone.outletAirCO2") == 400.0);
}

TEST_CASE("a zone at rest, without flows or with equal temperatures has finite derivatives") {
  for (const double flow : {0.0, 1e-12, 1e-7}) {
    std::vector<double> values = unlike_values();
    for (const std::size_t i : {3, 4, 11, 14, 15}) values[i] = flow;
    values[5] = values[6] = values[12] = values[13] = values[22] = values[19];
    for (std::size_t seed = 0; seed < values.size(); ++seed) {
      std::vector<Jet8> x(values.begin(), values.end());
      x[seed].v[0] = 1.0;
      Zone<Jet8> zone(x);
      for (const Jet8& y : zone.outputs(600.0)) {
        INFO(seed << " at " << flow);
        CHECK(std::isfinite(y.a));
        CHECK(std::isfinite(y.v[0]));
      }
      for (const Jet8& slope : zone.slopes()) CHECK(std::isfinite(slope.v[0]));
    }
    // Nothing leaves: the middle of the step.
    if (flow == 0.0) {
      CHECK(Zone<double>(values).outputs(600.0)[5] == Approx(675.0).epsilon(1e-14));
    }
  }
}

TEST_CASE("the ends of a zone's ranges give finite results") {
  for (const double volume : {1e-3, 1e9}) {
    for (const double furniture : {0.0, 1e15}) {
      for (const double density : {0.5, 2.0}) {
        std::vector<double> values = unlike_values();
        values[25] = volume;
        values[26] = furniture;
        values[27] = density;
        Bench<double> bench(zone_model(values), standard_components());
        bench.simulation.initialize();
        bench.steps(5);
        for (const char* name : {"zone.indoorTemperature", "zone.outletAirTemperature"}) {
          CHECK(bench.value(name) > 5.0);
          CHECK(bench.value(name) < 35.0);
        }
      }
    }
  }
}

TEST_CASE("gains in other units are the same gains") {
  SimulationModel model = zone_model(unlike_values());
  model.remove_component("input16");
  model.add_component(constant("input16", 0.3, unit::kW));
  model.add_connection("input16.scheduleValue -> zone.heatGain");
  model.remove_component("input3");
  model.add_component(constant("input3", 360.0, unit::kg_per_h));
  model.add_connection("input3.scheduleValue -> zone.airFlowRateIn[leak]");
  const auto scaled = run_signal(model, standard_components(), "zone.outletAirTemperature");
  const auto plain =
      run_signal(zone_model(unlike_values()), standard_components(), "zone.outletAirTemperature");
  for (std::size_t k = 0; k < plain.size(); ++k) {
    CHECK(scaled[k] == Approx(plain[k]).epsilon(1e-14));
  }
}

TEST_CASE("the state of the air that leaves a zone does not feed through") {
  const Plan plan = compile(zone_model(unlike_values()), standard_components());
  const RunInputs inputs = resolve_inputs(plan, request_of({}));
  const FeedthroughReport report = check_feedthrough(plan, inputs, "zone");
  CHECK_FALSE(report.diagnostics.has_errors());
  for (const FeedthroughPair& pair : report.pairs) {
    INFO(pair.output << " <- " << pair.input);
    const bool flow = pair.output.find("Flow") != std::string::npos;
    CHECK(flow);  // flows of air and heat only
  }
}

TEST_CASE("in the continuous engine what leaves a zone has its state now") {
  const Plan plan =
      compile(zone_model(unlike_values()), standard_components(), {.engine = Engine::Continuous});
  RunRequest request;
  request.period = {kStart, kStart + std::chrono::hours(1), std::chrono::minutes(10)};
  const RunInputs inputs = resolve_inputs(plan, request);
  ContinuousOptions options;
  options.integrator.relative_tolerance = 1e-10;
  ContinuousSimulation simulation(plan, inputs, options);
  simulation.initialize();
  simulation.advance(3600.0);
  const double now = simulation.value(plan.signal("zone.indoorTemperature"));
  CHECK(simulation.value(plan.signal("zone.outletAirTemperature")) == now);
  CHECK(simulation.value(plan.signal("zone.surfaceHeatFlow[inner]")) ==
        Approx(40.0 * (now - 18.0)).epsilon(1e-13));
  const auto rows =
      run_signal(zone_model(unlike_values()), standard_components(), "zone.indoorTemperature");
  CHECK(now == Approx(rows[6]).epsilon(1e-8));  // both exact to their tolerances
}

TEST_CASE("outputs of a step that began elsewhere are those of its end") {
  Zone<double> zone(unlike_values());
  MixedAirZone<double>::Held held{};
  MixedAirZone<double>::update(zone.in(), zone.state(), Clock{1000.0, 0.0, 600.0}, held);
  MixedAirZone<double>::Out y{0, 0, 0, Many<double>(zone.outlet), Many<double>(zone.surface_heat),
                              0, 0};
  MixedAirZone<double>::outputs(zone.in(), zone.state(), held, zone.derived(),
                                Clock{1600.0, 200.0, 600.0}, y);
  CHECK(y.outlet.temperature == 21.0);
  CHECK(y.outlet.co2 == 700.0);
}

TEST_CASE("wrong wirings of a zone are refused with an error that names them") {
  SimulationModel model;
  model.add_component(instance("zone", "MixedAirZone"));
  model.add_component(instance("next", "MixedAirZone", {{"airDensity", 3.0}}));
  model.add_component(constant("flow", 0.1, unit::kg_per_s));
  model.add_connection("flow.scheduleValue -> zone.airFlowRateIn[supply]");
  model.add_connection("flow.scheduleValue -> zone.surfaceTemperature[wall]");
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.input_missing"), Catch::Contains("outdoorTemperature"));
  CHECK_THAT(message_of(found, "model.key_incomplete"), Catch::Contains("zone."));
  CHECK_THAT(message_of(found, "model.unit_mismatch"), Catch::Contains("surfaceTemperature"));
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("airDensity"));
}

}  // namespace
}  // namespace hearth::test::mixed_air_zone_test
