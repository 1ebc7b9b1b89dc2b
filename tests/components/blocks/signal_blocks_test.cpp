// SPDX-License-Identifier: MIT
// The laws of the blocks of signal flow; their events and samples are tested in tests/dynamics.
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/blocks/dead_band.hpp"
#include "hearth/components/blocks/discrete_pid.hpp"
#include "hearth/components/blocks/gain.hpp"
#include "hearth/components/blocks/product.hpp"
#include "hearth/components/blocks/relay.hpp"
#include "hearth/components/blocks/saturation.hpp"
#include "hearth/components/blocks/sine_wave.hpp"
#include "hearth/components/blocks/sum.hpp"
#include "hearth/components/blocks/switch.hpp"
#include "hearth/components/linear/discrete_state_space.hpp"
#include "hearth/components/linear/integrator.hpp"
#include "hearth/components/linear/sample_delay.hpp"
#include "hearth/components/linear/second_order_sections.hpp"
#include "hearth/components/linear/transfer_function.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::signal_blocks_test {
namespace {

/// What the blocks without memory deliver for an input u and two parameters.
template <class T>
std::vector<T> memoryless(const T& u, const T& p, const T& q) {
  std::vector<T> y;
  typename Gain<T>::Out gained;
  Gain<T>::outputs({u}, {p, q}, gained);
  std::vector<T> pair{u, q}, factors{p, T(-2.0)};
  typename Sum<T>::Out sum;
  Sum<T>::outputs({Many<T>(pair)}, {Many<T>(factors), T(10.0)}, sum);
  typename Product<T>::Out product;
  Product<T>::outputs({Many<T>(pair)}, {p}, product);
  typename DeadBand<T>::Out beyond;
  DeadBand<T>::outputs({u}, {p}, beyond);
  typename Saturation<T>::Out limited;
  Saturation<T>::outputs({u}, {T(-q), q}, limited);
  return {gained.y, sum.y, product.y, beyond.y, limited.y};
}

TEST_CASE("blocks without memory deliver what is worked out by hand") {
  CHECK(memoryless(3.0, 2.0, 1.0) == std::vector<double>{7.0, 14.0, 6.0, 1.0, 1.0});
  CHECK(memoryless(-3.0, 2.0, 1.0) == std::vector<double>{-5.0, 2.0, -6.0, -1.0, -1.0});
  CHECK(memoryless(0.5, 2.0, 1.0) == std::vector<double>{2.0, 9.0, 1.0, 0.0, 0.5});
}

TEST_CASE("a sine has its mean, amplitude and phase") {
  SineWave<double>::Out y;
  SineWave<double>::outputs({2.0, 86400.0, 0.0, 5.0}, {.time = 21600.0}, y);
  CHECK(y.y == 7.0);
  SineWave<double>::outputs({2.0, 86400.0, 0.5, 5.0}, {.time = 0.0}, y);
  CHECK(y.y == Approx(5.0 + 2.0 * 0.479425538604203).epsilon(1e-14));
}

template <class T>
std::vector<T> second_order(const std::vector<T>& v) {
  std::vector<T> a{v[0], v[1]}, b{v[2], v[3]}, x{v[4], v[5]}, rate(2, T(0.0));
  const typename TransferFunction<T>::Params p{Many<T>(a), Many<T>(b), v[6]};
  const typename TransferFunction<T>::State state{Many<T>(x)};
  typename TransferFunction<T>::State dx{Many<T>(rate)};
  typename TransferFunction<T>::Out y;
  TransferFunction<T>::outputs({v[7]}, state, p, y);
  TransferFunction<T>::derivatives({v[7]}, state, p, dx);
  return {y.y, rate[0], rate[1]};
}

TEST_CASE("a transfer function of second order has the canonical form worked out by hand") {
  // (s^2 + 5 s + 7)/(s^2 + 3 s + 2), x = (0.1, 0.2), u = 2:
  // y = 2 + (5 - 3) 0.1 + (7 - 2) 0.2,  dx_1 = 2 - 0.3 - 0.4,  dx_2 = 0.1
  const auto y = second_order<double>({3.0, 2.0, 5.0, 7.0, 0.1, 0.2, 1.0, 2.0});
  CHECK(y[0] == Approx(3.2).epsilon(1e-15));
  CHECK(y[1] == Approx(1.3).epsilon(1e-15));
  CHECK(y[2] == 0.1);
}

TEST_CASE("a delay of two samples delivers what it took two samples ago") {
  std::vector<double> line(2, 0.0);
  SampleDelay<double>::Held held{Many<double>(line), 0.0};
  std::vector<double> delivered;
  for (const double u : {1.0, 2.0, 3.0, 4.0}) {
    SampleDelay<double>::update({u}, held);
    delivered.push_back(held.y);
  }
  CHECK(delivered == std::vector<double>{0.0, 0.0, 1.0, 2.0});
}

template <class T>
std::vector<T> sampled(const std::vector<T>& v) {
  // PID: e = 2, Ts = 10 s, Tf = 30 s.
  typename DiscretePid<T>::Held pid{v[2], v[3], v[4], T(0.0)};
  DiscretePid<T>::update({v[0], v[1]}, {v[5], v[6], v[7], T(30.0), T(-100.0), T(100.0)},
                         {.period = 10.0}, pid);
  // A section (1 + 2/z + 3/z^2)/(2 + 0.5/z + 0.25/z^2).
  std::vector<T> z1{v[2]}, z2{v[3]};
  typename SecondOrderSections<T>::Held filter{Many<T>(z1), Many<T>(z2), T(0.0)};
  SecondOrderSections<T>::update({v[0]}, {Table(1, 6, {1.0, 2.0, 3.0, 2.0, 0.5, 0.25})}, filter);
  // y = 3 x + 4 u, then x = 0.5 x + 2 u.
  std::vector<T> x{v[2]}, y{T(0.0)}, next{T(0.0)}, u{v[0]};
  typename DiscreteStateSpace<T>::Held system{Many<T>(x), Many<T>(y), Many<T>(next)};
  typename DiscreteStateSpace<T>::Config c;
  c.A = Table(1, 1, {0.5});
  c.B = Table(1, 1, {2.0});
  c.C = Table(1, 1, {3.0});
  c.D = Table(1, 1, {4.0});
  DiscreteStateSpace<T>::update({Many<T>(u)}, c, system);
  return {pid.command, pid.integral, pid.slope, filter.y, z1[0], z2[0], y[0], x[0]};
}

TEST_CASE("sampled blocks do in a sample what is worked out by hand") {
  // PID: I = 1 + 0.1 * 10 * 2 = 3, D = 0.75 * 4 + 0.25 * 8 (2 - 1)/10 = 3.2, u = 2 * 2 + 3 + 3.2.
  // Section: y = 0.5 * 3 + 1 = 2.5, z_1 = 3 - 0.25 * 2.5 + 4 = 6.375, z_2 = 4.5 - 0.125 * 2.5.
  // System: y = 3 + 12, x = 0.5 + 6.
  const auto y = sampled<double>({3.0, 1.0, 1.0, 4.0, 1.0, 2.0, 0.1, 8.0});
  const std::vector<double> expected{10.2, 3.0, 3.2, 2.5, 6.375, 4.1875, 15.0, 6.5};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(y[i] == Approx(expected[i]).epsilon(1e-14));
  }
}

template <class T>
std::vector<T> switching(const std::vector<T>& v) {
  std::vector<T> branches{v[0], v[1], v[2]}, bounds{v[3], v[4]}, above{T(1.0), T(0.0)};
  typename Switch<T>::Out chosen;
  Switch<T>::outputs({Many<T>(branches), v[5]}, {Many<T>(above)}, chosen);
  std::vector<T> rises(2, T(0.0)), falls(2, T(0.0));
  typename Switch<T>::Guards g{Many<T>(rises), Many<T>(falls)};
  Switch<T>::guards({Many<T>(branches), v[5]}, {Many<T>(bounds), v[6]}, g);
  typename Relay<T>::Out closed;
  Relay<T>::outputs({T(1.0)}, {v[3], v[4], v[0], v[1]}, closed);
  typename Integrator<T>::State dx;
  Integrator<T>::derivatives({v[5]}, {v[6]}, dx);
  return {chosen.y, chosen.region, rises[0], falls[1], closed.y, dx.x};
}

TEST_CASE("a switch takes the branch of its region, a relay its closed value") {
  // Branches 7, 8, 9; bounds 0 and 10 with hysteresis 1; selector 4 lies between.
  CHECK(switching<double>({7.0, 8.0, 9.0, 0.0, 10.0, 4.0, 1.0}) ==
        std::vector<double>{8.0, 2.0, 3.5, 5.5, 7.0, 4.0});
}

TEST_CASE(
    "a negative band, a delay of no samples and a short matrix are refused with an error that "
    "names them") {
  SimulationModel model;
  model.add_component(instance("band", "DeadBand", {{"band", -1.0}}));
  Component delay = instance("delay", "SampleDelay");
  delay.config["samples"] = 0;
  model.add_component(delay);
  Component filter = instance("filter", "SecondOrderSections");
  filter.config["sections"] = Table(1, 5, {1.0, 2.0, 3.0, 2.0, 0.5});
  model.add_component(filter);
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("band.band"));
  CHECK_THAT(message_of(found, "model.count_invalid"), Catch::Contains("delay.samples"));
  CHECK_THAT(message_of(found, "model.table_shape"), Catch::Contains("filter.sections"));
}

TEST_CASE("a stepwise run warns of a loop of blocks that rings because its step is too long") {
  SimulationModel model;
  model.add_component(instance("x", "Integrator"));
  model.add_component(instance("back", "Gain"));
  model.set_parameter("back.k", {-1.0, std::nullopt});  // x' = -x, with a time constant of 1 s
  model.set_initial("x.x", {1.0, std::nullopt});
  model.add_connection("x.y -> back.u");
  model.add_connection("back.y -> x.u");
  const auto warnings = [&model](Engine engine, Duration step) {
    RunSettings settings;
    settings.period = {kStart, kStart + 100 * step, step};
    settings.compile.engine = engine;
    Run run(model, standard_components(), settings);
    run.to_end();
    return run.warnings();
  };
  const Diagnostics found = warnings(Engine::Stepwise, std::chrono::minutes(10));
  REQUIRE(found.items().size() == 1);
  CHECK_THAT(to_string(found.items().front()),
             Catch::Contains("simulation.output_alternates") && Catch::Contains("x.y"));
  CHECK(warnings(Engine::Stepwise, std::chrono::seconds(1)).items().empty());
  CHECK(warnings(Engine::Continuous, std::chrono::minutes(10)).items().empty());
}

}  // namespace
}  // namespace hearth::test::signal_blocks_test
