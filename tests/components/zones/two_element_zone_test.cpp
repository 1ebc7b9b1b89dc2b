// SPDX-License-Identifier: MIT
#include "hearth/components/zones/two_element_zone.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/analysis/feedthrough_check.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::two_element_zone_test {
namespace {

/// A zone with one entry in every set, all values in one array; a volume of 0 represents air
/// without a capacity.
template <class T>
struct Zone {
  using Type = TwoElementZone<T>;
  std::vector<T> x;
  std::vector<T> gain, radiant, surface, sun, flow, flow_temperature, heating, cooling;
  std::vector<T> heating_energy, cooling_energy, window, facade, heating_slope, cooling_slope;

  explicit Zone(const std::vector<T>& values) : x(values) {
    gain = {x[1]};
    radiant = {x[2]};
    surface = {x[3]};
    sun = {x[4]};
    flow = {x[5]};
    flow_temperature = {x[6]};
    heating = {x[7]};
    cooling = {x[8]};
    heating_energy = {T(1.0)};
    cooling_energy = {T(2.0)};
    window = {x[32]};
    facade = {x[33]};
    heating_slope = {T(0.0)};
    cooling_slope = {T(0.0)};
  }
  typename Type::In in() {
    return {x[0],
            Many<T>(gain),
            Many<T>(radiant),
            Many<T>(surface),
            Many<T>(sun),
            Many<T>(flow),
            Many<T>(flow_temperature),
            Many<T>(heating),
            Many<T>(cooling)};
  }
  typename Type::State state() {
    return {x[9], x[10], x[11], Many<T>(heating_energy), Many<T>(cooling_energy)};
  }
  typename Type::Params params() {
    return {x[12], x[13], x[14], x[15], x[16],           x[17],          x[18], x[19],
            x[20], x[21], x[22], x[23], x[24],           x[25],          x[26], x[27],
            x[28], x[29], x[30], x[31], Many<T>(window), Many<T>(facade)};
  }
  typename Type::Derived derived() {
    typename Type::Derived q;
    Type::prepare(params(), q);
    return q;
  }
  typename Type::Config config() const { return {value_of(x[23]) > 0.0}; }
  typename Type::Out outputs() {
    typename Type::Out y;
    Type::outputs(in(), state(), params(), derived(), config(), y);
    return y;
  }
  /// Slopes of the cores, the air and both energies.
  std::vector<T> slopes() {
    typename Type::State dx{T(0.0), T(0.0), T(0.0), Many<T>(heating_slope), Many<T>(cooling_slope)};
    Type::derivatives(in(), state(), params(), derived(), config(), dx);
    return {dx.exterior, dx.interior, dx.air, heating_slope[0], cooling_slope[0]};
  }
};

// Positions in the array.
constexpr std::size_t kOutdoors = 0, kGain = 1, kRadiant = 2, kSurface = 3, kSun = 4, kFlow = 5,
                      kFlowTemperature = 6, kHeating = 7, kCooling = 8, kExterior = 9,
                      kInterior = 10, kAir = 11, kAreaExt = 12, kAreaInt = 13, kFilmExt = 14,
                      kFilmInt = 15, kRadiation = 16, kR1Ext = 17, kRRem = 19, kHOut = 20,
                      kR1Int = 21, kVolume = 23, kLimitHeating = 28, kLimitCooling = 29,
                      kAirShareHeating = 30, kAirShareCooling = 31;

/// Outdoors 5 degC; 100 W to the air, 200 W radiant, 50 W to the surface, 300 W/m2 of sun; 0.02
/// kg/s of 10 degC; setpoints 15 and 24 degC; cores 14 and 19 degC, air 18.5; unlike parameters,
/// no air capacity.
std::vector<double> unlike_values() {
  return {5.0,  100.0,  200.0, 50.0, 300.0,  0.02,   10.0, 15.0, 24.0,  14.0, 19.0,  18.5,
          20.0, 70.0,   2.7,   2.2,  5.0,    4e-3,   2e6,  0.04, 500.0, 6e-4, 1.4e7, 0.0,
          1.2,  1006.0, 0.6,   0.09, 3000.0, 2000.0, 0.7,  0.4,  6.0,   12.0};
}

struct Balance {
  double air, exterior, interior;
};
/// What is left over at the nodes, from the equations as the standard writes them [W].
Balance balance(const std::vector<double>& v) {
  Zone<double> zone(v);
  const auto y = zone.outputs();
  const double exchange = std::min(v[kAreaExt], v[kAreaInt]) * v[kRadiation] *
                          (y.interior_surface - y.exterior_surface);
  const double from_exterior = v[kAreaExt] * v[kFilmExt] * (y.exterior_surface - y.air);
  const double from_interior = v[kAreaInt] * v[kFilmInt] * (y.interior_surface - y.air);
  const double streams = 1006.0 * std::max(v[kFlow], 0.0) * (v[kFlowTemperature] - y.air);
  const double sun = 0.6 * 6.0 * v[kSun];
  const double elsewhere = v[kAreaExt] - 12.0;
  const double all = v[kAreaExt] + v[kAreaInt];
  const double seen = elsewhere + v[kAreaInt];
  Balance left;
  left.air = from_exterior + from_interior + streams + v[kGain] + 0.09 * sun +
             v[kAirShareHeating] * y.heating_power - v[kAirShareCooling] * y.cooling_power;
  left.exterior = -from_exterior + exchange + (v[kExterior] - y.exterior_surface) / v[kR1Ext] +
                  v[kRadiant] * v[kAreaExt] / all + 0.91 * sun * elsewhere / seen;
  left.interior = -from_interior - exchange + (v[kInterior] - y.interior_surface) / v[kR1Int] +
                  v[kRadiant] * v[kAreaInt] / all + 0.91 * sun * v[kAreaInt] / seen + v[kSurface] +
                  (1.0 - v[kAirShareHeating]) * y.heating_power -
                  (1.0 - v[kAirShareCooling]) * y.cooling_power;
  return left;
}

void check_balanced(const std::vector<double>& values) {
  const Balance left = balance(values);
  // Conductances of 2e3 W/K on temperatures of 20 degC: rounding of 1e-11 W.
  CHECK(std::abs(left.air) <= 1e-9);
  CHECK(std::abs(left.exterior) <= 1e-9);
  CHECK(std::abs(left.interior) <= 1e-9);
}

TEST_CASE("the nodes of a zone without an air capacity are in balance") {
  std::vector<double> values = unlike_values();
  check_balanced(values);  // neither heated nor cooled
  CHECK(Zone<double>(values).outputs().power == 0.0);
  values[kHeating] = 22.0;  // heated, up to the limit, with a part on the surface
  check_balanced(values);
  CHECK(Zone<double>(values).outputs().air == Approx(22.0).epsilon(1e-13));
  values[kHeating] = 60.0;
  check_balanced(values);
  CHECK(Zone<double>(values).outputs().heating_power == 3000.0);
  values[kHeating] = 0.0;
  values[kCooling] = 16.0;
  check_balanced(values);
  CHECK(Zone<double>(values).outputs().air == Approx(16.0).epsilon(1e-13));
  values[kCooling] = -20.0;
  check_balanced(values);
  CHECK(Zone<double>(values).outputs().cooling_power == 2000.0);
}

TEST_CASE("two equal elements take the heat of the air as worked out by hand") {
  // 40 W/K from the air to each surface and 20 W/K on to its core: 13.33 W/K each. 80 W raise the
  // air by 3 K, the surfaces by 2 K; both cores are at 20 degC and see no difference to radiate.
  std::vector<double> values = unlike_values();
  for (const std::size_t none : {kRadiant, kSurface, kSun, kFlow}) values[none] = 0.0;
  for (const std::size_t area : {kAreaExt, kAreaInt}) values[area] = 10.0;
  for (const std::size_t film : {kFilmExt, kFilmInt}) values[film] = 4.0;
  for (const std::size_t resistance : {kR1Ext, kR1Int}) values[resistance] = 0.05;
  for (const std::size_t core : {kExterior, kInterior}) values[core] = 20.0;
  values[kGain] = 80.0;
  const auto y = Zone<double>(values).outputs();
  CHECK(y.air == Approx(23.0).epsilon(1e-14));
  CHECK(y.exterior_surface == Approx(22.0).epsilon(1e-14));
  CHECK(y.interior_surface == Approx(22.0).epsilon(1e-14));
  CHECK(y.radiant == Approx(22.0).epsilon(1e-14));
  CHECK(y.operative == Approx(22.5).epsilon(1e-14));
  const std::vector<double> slopes = Zone<double>(values).slopes();
  // 40 W from the surface; 15 K beyond 0.04 K/W + 1/(500 W/K) take 15/0.042 W.
  CHECK(slopes[0] == Approx((40.0 - 15.0 / 0.042) / 2e6).epsilon(1e-12));
  CHECK(slopes[1] == Approx(40.0 / 1.4e7).epsilon(1e-12));
}

TEST_CASE("air with a capacity warms by what the nodes leave over") {
  std::vector<double> values = unlike_values();
  values[kVolume] = 50.0;
  const auto y = Zone<double>(values).outputs();
  CHECK(y.air == 18.5);
  const Balance left = balance(values);
  CHECK(std::abs(left.exterior) <= 1e-9);
  CHECK(std::abs(left.interior) <= 1e-9);
  CHECK(Zone<double>(values).slopes()[2] == Approx(left.air / (50.0 * 1.2 * 1006.0)).epsilon(1e-9));
}

// ---- runs -----------------------------------------------------------------------------------

using Daily = std::array<double, 24>;

/// A zone of this volume; 0: its air has no capacity.
Component zone_of(double volume) {
  Component zone = instance("room", "TwoElementZone");
  zone.config["airCapacity"] = volume > 0.0;
  if (volume > 0.0) zone.parameters["V"].value = Quantity{volume, {}};
  return zone;
}

/// A room and a day that repeats, hour by hour.
struct Variant {
  double volume = 0.0;
  Component zone = zone_of(volume);
  std::map<std::string, Daily> inputs{};

  void input(const std::string& port, const std::function<double(int)>& value) {
    for (int hour = 0; hour < 24; ++hour) {
      inputs[port][hour] = value(hour);
    }
  }
  double at(const std::string& port, int hour, double otherwise) const {
    const auto found = inputs.find(port);
    return found == inputs.end() ? otherwise : found->second[hour % 24];
  }
  double parameter(const std::string& name, double otherwise) const {
    const auto found = zone.parameters.find(name);
    return found == zone.parameters.end() ? otherwise
                                          : std::get<Quantity>(found->second.value).value;
  }
};

/// Hourly values: core, air and surface temperatures at the end, mean powers.
struct Hour {
  double exterior, interior, air, surface, heating, cooling;
};

std::vector<Hour> simulate(const Variant& variant, int hours, int step) {
  SimulationModel model;
  model.add_component(variant.zone);
  std::vector<ListResolver::Entry> entries;
  for (const auto& [port, day] : variant.inputs) {
    ListResolver::Entry entry;
    for (int hour = 0; hour < hours; ++hour) {
      entry.points.push_back({hour * 3600.0, day[hour % 24]});
    }
    const std::string id = "input" + std::to_string(entries.size());
    model.add_component(listed(id, static_cast<int>(entries.size())));
    entries.push_back(entry);
    model.add_connection(id + ".scheduleValue -> room." + port);
  }
  ListResolver resolver(entries);
  RunOptions options;
  options.step = std::chrono::seconds(step);
  options.steps = hours * 3600L / step;
  options.resolver = &resolver;
  Bench<double> bench(model, standard_components(), options);
  bench.simulation.initialize();
  std::vector<Hour> rows;
  double heated = 0.0, cooled = 0.0;  // kWh
  for (int hour = 0; hour < hours; ++hour) {
    bench.steps(3600 / step);
    Hour row{bench.value("room.exteriorWallTemperature"),
             bench.value("room.interiorWallTemperature"),
             bench.value("room.indoorTemperature"),
             bench.value("room.interiorSurfaceTemperature"),
             1000.0 * (bench.value("room.heatingEnergy") - heated),
             1000.0 * (bench.value("room.coolingEnergy") - cooled)};
    heated = bench.value("room.heatingEnergy");
    cooled = bench.value("room.coolingEnergy");
    rows.push_back(row);
  }
  return rows;
}

/// The network of VDI 6007, node by node, by implicit Euler with steps of 1 s: written down a
/// second time, apart from the component. Conditioning is found by trying: without, and with 1 W.
class Network {
 public:
  explicit Network(const Variant& variant) : v_(variant) {
    capacities_ = {variant.volume * 1.2 * 1006.0, 0.0, 0.0, p("C1_ext", 1600849.0),
                   p("C1_int", 14836355.0)};
  }

  std::vector<Hour> run(int hours) {
    std::vector<Hour> rows;
    for (int hour = 0; hour < hours; ++hour) {
      double heating = 0.0, cooling = 0.0;
      for (int second = 0; second < 3600; ++second) {
        const double power = step(hour);
        heating += std::max(power, 0.0) / 3600.0;
        cooling += std::max(-power, 0.0) / 3600.0;
      }
      rows.push_back({nodes_[3], nodes_[4], nodes_[0], nodes_[2], heating, cooling});
    }
    return rows;
  }

 private:
  using Nodes = std::array<double, 5>;  // air, exterior and interior surface, cores

  double p(const std::string& name, double otherwise) const {
    return v_.parameter(name, otherwise);
  }

  double step(int hour) {
    const bool heated = v_.inputs.count("heatingSetpoint") != 0;
    const bool cooled = v_.inputs.count("coolingSetpoint") != 0;
    const Nodes free = solve(hour, 0.0, 0.0);
    double power = 0.0;
    if (heated && free[0] < v_.at("heatingSetpoint", hour, 0.0)) {
      const double slope = solve(hour, p("f_heating_air", 1.0), 1.0)[0] - free[0];
      power = std::min((v_.at("heatingSetpoint", hour, 0.0) - free[0]) / slope,
                       p("Q_heating_max", 1e9));
    } else if (cooled && free[0] > v_.at("coolingSetpoint", hour, 0.0)) {
      const double slope = solve(hour, p("f_cooling_air", 1.0), 1.0)[0] - free[0];
      power = -std::min((free[0] - v_.at("coolingSetpoint", hour, 0.0)) / slope,
                        p("Q_cooling_max", 1e9));
    }
    nodes_ = solve(hour, power > 0.0 ? p("f_heating_air", 1.0) : p("f_cooling_air", 1.0), power);
    return power;
  }

  Nodes solve(int hour, double air_share, double power) const {
    std::array<std::array<double, 6>, 5> m{};
    const auto join = [&m](std::size_t a, std::size_t b, double conductance) {
      m[a][a] += conductance;
      m[b][b] += conductance;
      m[a][b] -= conductance;
      m[b][a] -= conductance;
    };
    const double outer = p("A_ext", 10.5), inner = p("A_int", 75.5);
    join(0, 1, outer * p("h_ext", 2.7));
    join(0, 2, inner * p("h_int", 2.24));
    join(1, 2, std::min(outer, inner) * p("h_rad", 5.0));
    join(1, 3, 1.0 / p("R1_ext", 0.00436791));
    join(2, 4, 1.0 / p("R1_int", 0.000595693));
    const double outwards = 1.0 / (p("R_rem", 0.0389592) + 1.0 / (25.0 * outer));
    m[3][3] += outwards;
    m[3][5] += outwards * v_.at("outdoorTemperature", hour, 0.0);
    const double flow = p("c_air", 1006.0) * v_.at("supplyAirFlowRate[fan]", hour, 0.0);
    m[0][0] += flow;
    m[0][5] += flow * v_.at("supplyAirTemperature[fan]", hour, 0.0);
    for (std::size_t i = 0; i < 5; ++i) {
      m[i][i] += capacities_[i];  // J/K over 1 s
      m[i][5] += capacities_[i] * nodes_[i];
    }
    const double radiant = v_.at("radiantHeatGain", hour, 0.0);
    m[0][5] += v_.at("heatGain", hour, 0.0) + air_share * power;
    m[1][5] += radiant * outer / (outer + inner);
    m[2][5] += radiant * inner / (outer + inner) + (1.0 - air_share) * power;
    return eliminated(m);
  }

  static Nodes eliminated(std::array<std::array<double, 6>, 5>& m) {
    for (std::size_t k = 0; k < 5; ++k) {
      for (std::size_t i = k + 1; i < 5; ++i) {
        const double factor = m[i][k] / m[k][k];
        for (std::size_t j = k; j < 6; ++j) m[i][j] -= factor * m[k][j];
      }
    }
    Nodes x{};
    for (std::size_t k = 5; k-- > 0;) {
      double sum = m[k][5];
      for (std::size_t j = k + 1; j < 5; ++j) sum -= m[k][j] * x[j];
      x[k] = sum / m[k][k];
    }
    return x;
  }

  const Variant& v_;
  Nodes nodes_{20.0, 20.0, 20.0, 20.0, 20.0};
  Nodes capacities_{};
};

bool day(int hour) { return hour >= 6 && hour < 18; }

Variant base(double volume = 0.0) {
  Variant variant{.volume = volume};
  variant.input("outdoorTemperature", [](int hour) { return 10.0 + 8.0 * std::sin(0.26 * hour); });
  variant.input("heatGain", [](int hour) { return day(hour) ? 700.0 : 0.0; });
  variant.input("radiantHeatGain", [](int hour) { return day(hour) ? 300.0 : 50.0; });
  return variant;
}

/// Compares two days at a step with the network; temperatures in K, powers in W.
void check_like_network(const Variant& variant, int step, double kelvin, double watt) {
  const std::vector<Hour> expected = Network(variant).run(48);
  const std::vector<Hour> found = simulate(variant, 48, step);
  double temperature = 0.0, power = 0.0;
  for (std::size_t hour = 0; hour < expected.size(); ++hour) {
    const Hour& a = expected[hour];
    const Hour& b = found[hour];
    for (const double difference :
         {a.exterior - b.exterior, a.interior - b.interior, a.air - b.air, a.surface - b.surface}) {
      temperature = std::max(temperature, std::abs(difference));
    }
    power = std::max({power, std::abs(a.heating - b.heating), std::abs(a.cooling - b.cooling)});
  }
  INFO("step " << step << " s");
  CHECK(temperature <= kelvin);
  CHECK(power <= watt);
}

// Implicit Euler is late by half a second: at the ends of hours temperatures move by less than 1e-4
// K/s, and powers, which move within an hour by 100 W, are off by that share of it.
constexpr double kNetworkKelvin = 1e-4;
constexpr double kNetworkWatt = 0.02;

TEST_CASE("a free-floating zone follows its network at any step") {
  for (const int step : {60, 600, 3600}) check_like_network(base(), step, kNetworkKelvin, 0.0);
}

TEST_CASE("a zone held at a setpoint by limited powers on the air follows its network") {
  Variant variant = base();
  for (const char* limit : {"Q_heating_max", "Q_cooling_max"}) {
    variant.zone.parameters[limit].value = Quantity{500.0, {}};
  }
  for (const char* port : {"heatingSetpoint", "coolingSetpoint"}) {
    variant.input(port, [](int hour) { return day(hour) ? 24.0 : 20.0; });
  }
  for (const int step : {60, 600, 3600}) {
    check_like_network(variant, step, kNetworkKelvin, kNetworkWatt);
  }
}

TEST_CASE("a zone heated on its air and cooled on its surface without limits follows its network") {
  Variant variant = base();
  variant.zone.parameters["f_cooling_air"].value = Quantity{0.0, {}};
  variant.input("heatingSetpoint", [](int hour) { return day(hour) ? 21.0 : 16.0; });
  variant.input("coolingSetpoint", [](int) { return 22.0; });
  for (const int step : {60, 600}) {
    // On the surface 1 K of air is ten times the power: the half second is more watts.
    check_like_network(variant, step, kNetworkKelvin, 10.0 * kNetworkWatt);
  }
}

TEST_CASE("a ventilated zone follows its network, with little air and with much") {
  for (const double volume : {0.0, 0.1, 50.0}) {
    Variant variant = base(volume);
    variant.input("supplyAirFlowRate[fan]", [](int hour) { return day(hour) ? 0.04 : 0.01; });
    variant.input("supplyAirTemperature[fan]", [](int hour) { return day(hour) ? 14.0 : 8.0; });
    for (const int step : {60, 600}) check_like_network(variant, step, kNetworkKelvin, 0.0);
  }
}

TEST_CASE("air that has a capacity is held at its setpoint too") {
  Variant variant = base(50.0);
  variant.input("heatingSetpoint", [](int) { return 21.0; });
  variant.input("coolingSetpoint", [](int) { return 23.0; });
  for (const int step : {60, 600, 3600}) {
    const std::vector<Hour> rows = simulate(variant, 48, step);
    const std::vector<Hour> expected = Network(variant).run(48);
    for (std::size_t hour = 1; hour < rows.size(); ++hour) {
      CHECK(rows[hour].air >= 21.0 - 1e-3);
      CHECK(rows[hour].air <= 23.0 + 1e-3);
      // A minute late, with 200 W/K of walls and 1000 W that come at once: up to 10 W of an hour.
      CHECK(std::abs(rows[hour].heating - expected[hour].heating) <= 10.0);
      CHECK(std::abs(rows[hour].cooling - expected[hour].cooling) <= 10.0);
    }
  }
}

TEST_CASE("heat that enters a zone without outdoors stays in it") {
  for (const double volume : {0.0, 50.0}) {
    Variant variant = base(volume);
    variant.zone.parameters["R_rem"].value = Quantity{1e9, {}};
    variant.zone.parameters["f_cooling_air"].value = Quantity{0.3, {}};
    variant.input("heatingSetpoint", [](int hour) { return day(hour) ? 22.0 : 18.0; });
    variant.input("coolingSetpoint", [](int) { return 23.0; });
    const std::vector<Hour> rows = simulate(variant, 24, 600);
    double entered = 0.0;  // J
    for (int hour = 0; hour < 24; ++hour) {
      const Hour& row = rows[hour];
      entered += 3600.0 * (variant.at("heatGain", hour, 0) +
                           variant.at("radiantHeatGain", hour, 0) + row.heating - row.cooling);
    }
    const Hour& last = rows.back();
    const double stored = 1600849.0 * (last.exterior - 20.0) + 14836355.0 * (last.interior - 20.0) +
                          volume * 1.2 * 1006.0 * (last.air - 20.0);
    // The method keeps linear balances to rounding: 144 steps of 1e-13 of 20 K in 1.6e7 J/K.
    CHECK(std::abs(stored - entered) <= 0.01);
  }
}

SimulationModel small_model(double volume) {
  SimulationModel model;
  model.add_component(zone_of(volume));
  model.add_component(constant("out", 20.0, unit::degC));
  model.add_connection("out.scheduleValue -> room.outdoorTemperature");
  return model;
}

TEST_CASE("a zone needs nothing but the outdoor temperature") {
  for (const double volume : {0.0, 52.5}) {
    const auto rows =
        run_signal(small_model(volume), standard_components(), "room.indoorTemperature");
    CHECK(rows.back() == Approx(20.0).epsilon(1e-13));
  }
}

TEST_CASE("both engines deliver the same heat to a zone") {
  for (const double volume : {0.0, 50.0}) {
    SimulationModel model = small_model(volume);
    model.set_parameter("room.Q_heating_max", {900.0, {}});
    model.component("out").config["value"] = constant("out", -5.0, unit::degC).config["value"];
    model.add_component(constant("setpoint", 22.0, unit::degC));
    model.add_connection("setpoint.scheduleValue -> room.heatingSetpoint");
    ContinuousRunOptions options;
    options.step = std::chrono::hours(24);
    options.simulation.integrator.relative_tolerance = 1e-9;
    options.simulation.integrator.absolute_tolerance = 1e-9;
    ContinuousBench bench(model, standard_components(), options);
    bench.run(TimeSpan::until(86400.0));
    RunOptions day;
    day.steps = 24;
    day.step = std::chrono::hours(1);
    for (const char* signal : {"room.heatingEnergy", "room.indoorTemperature"}) {
      // 1e-6 of local error where the limit is left, within one step.
      CHECK(run_signal(model, standard_components(), signal, day).back() ==
            Approx(bench.value(signal)).epsilon(1e-5));
    }
    CHECK(bench.value("room.heatingEnergy") > 5.0);
  }
}

TEST_CASE("gains in kW and setpoints in kelvin do what those in W and degC do") {
  const auto run = [](const Unit& power, double gain, const Unit& scale, double setpoint) {
    SimulationModel model = small_model(52.5);
    model.add_component(constant("gain", gain, power));
    model.add_component(constant("setpoint", setpoint, scale));
    model.add_connection("gain.scheduleValue -> room.heatGain");
    model.add_connection("setpoint.scheduleValue -> room.heatingSetpoint");
    return run_signal(model, standard_components(), "room.heatingPower").back();
  };
  CHECK(run(unit::kW, 0.5, unit::kelvin, 298.15) ==
        Approx(run(unit::W, 500.0, unit::degC, 25.0)).epsilon(1e-9));
}

TEST_CASE("if the cooling setpoint is below that of heating, heating counts") {
  std::vector<double> values = unlike_values();
  values[kHeating] = 21.0;
  values[kCooling] = 18.0;
  const auto y = Zone<double>(values).outputs();
  CHECK(y.air == Approx(21.0).epsilon(1e-13));
  CHECK(y.cooling_power == 0.0);
}

template <class T>
std::vector<T> zone_functions(const std::vector<T>& x) {
  Zone<T> zone(x);
  const auto y = zone.outputs();
  std::vector<T> all = zone.slopes();
  all.insert(all.end(), {y.air, y.radiant, y.operative, y.exterior_surface, y.interior_surface,
                         y.power, y.heating_power, y.cooling_power});
  return all;
}

TEST_CASE("zero and reversed flow and equal temperatures give finite values and derivatives") {
  for (const double volume : {0.0, 50.0}) {
    for (const double flow : {0.0, -0.1}) {
      std::vector<double> values = unlike_values();
      values[kVolume] = volume;
      values[kFlow] = flow;
      for (const std::size_t temperature :
           {kOutdoors, kFlowTemperature, kHeating, kCooling, kExterior, kInterior, kAir}) {
        values[temperature] = 20.0;
      }
      for (const std::size_t gain : {kGain, kRadiant, kSurface, kSun}) values[gain] = 0.0;
      std::vector<Jet8> jets(values.begin(), values.end());
      for (std::size_t i = 0; i < 8; ++i) {
        jets[i].v[static_cast<int>(i)] = 1.0;
      }
      jets[kVolume].v[7] = 1.0;
      for (const Jet8& value : zone_functions(jets)) {
        CHECK(std::isfinite(value.a));
        CHECK(value.v.allFinite());
      }
      // What flows out takes no heat from the rest.
      CHECK(Zone<double>(values).outputs().air == Approx(20.0).epsilon(1e-13));
    }
  }
}

TEST_CASE("the ends of a zone's ranges give finite runs") {
  const SchemaView& schema = StoredSchema<TwoElementZone<double>>::view;
  for (const Field& field : schema) {
    if (field.role != Role::Parameter || field.many) continue;
    for (const double end : {field.range.min, field.range.max}) {
      INFO(std::string(field.name) << " = " << end);
      SimulationModel model = small_model(52.5);
      model.set_parameter("room." + std::string(field.name), {end, {}});
      model.add_component(constant("setpoint", 22.0, unit::degC));
      model.add_connection("setpoint.scheduleValue -> room.heatingSetpoint");
      model.add_component(constant("sun", 100.0));
      model.add_connection("sun.scheduleValue -> room.windowIrradiation");
      // Facade and glass stay within the smallest area.
      model.set_parameter("room.A_facade[sun]", {1e-3, {}});
      model.set_parameter("room.A_window[sun]", {1e-3, {}});
      const double air = run_signal(model, standard_components(), "room.indoorTemperature").back();
      CHECK(air > 15.0);
      CHECK(air < 30.0);
    }
  }
}

TEST_CASE("gains reach the temperature of air without a capacity at once, of other air in time") {
  for (const double volume : {0.0, 50.0}) {
    SimulationModel model = small_model(volume);
    model.add_component(constant("gain", 100.0, unit::W));
    model.add_connection("gain.scheduleValue -> room.heatGain");
    const Plan plan = compile(model, standard_components());
    const RunInputs inputs = resolve_inputs(plan, request_of({}));
    const FeedthroughReport report = check_feedthrough(plan, inputs, "room");
    CHECK_FALSE(report.diagnostics.has_errors());
    const bool traced =
        std::any_of(report.pairs.begin(), report.pairs.end(), [](const FeedthroughPair& pair) {
          return pair.traced && pair.output == "room.indoorTemperature";
        });
    CHECK(traced == (volume == 0.0));
  }
}

TEST_CASE("wrong wirings of a zone are refused with their remedies") {
  SimulationModel model;
  model.add_component(instance("room", "TwoElementZone", {{"A_ext", 0.0}}));
  model.add_component(constant("a", 20.0, unit::degC));
  model.add_component(constant("b", 20.0, unit::degC));
  model.add_connection("a.scheduleValue -> room.heatGain");
  model.add_connection("a.scheduleValue -> room.heatingSetpoint");
  model.add_connection("b.scheduleValue -> room.heatingSetpoint");
  model.add_connection("a.scheduleValue -> room.supplyAirTemperature[fan]");
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.input_missing"), Catch::Contains("room.outdoorTemperature"));
  CHECK_THAT(message_of(found, "model.unit_mismatch"), Catch::Contains("room.heatGain [W]"));
  CHECK_THAT(message_of(found, "model.input_taken"), Catch::Contains("room.heatingSetpoint"));
  CHECK_THAT(message_of(found, "model.key_incomplete"),
             Catch::Contains("room.supplyAirFlowRate[fan]"));
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("room.A_ext"));
}

}  // namespace
}  // namespace hearth::test::two_element_zone_test
