// SPDX-License-Identifier: MIT
#include "hearth/components/plant/chiller.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::chiller_test {
namespace {

// The defaults of the schema.
template <class T>
typename Chiller<T>::Params standard() {
  typename Chiller<T>::Params p{};
  const SchemaView& schema = StoredSchema<Chiller<double>>::view;
  int i = 0;
  for_each_member(p,
                  [&](T& member) { member = T(schema.find(Role::Parameter, i++)->range.value); });
  return p;
}

template <class T>
typename Chiller<T>::Out chiller(const T& flow, const T& inlet, const T& setpoint,
                                 const T& condenser, const T& signal = T(1.0),
                                 const typename Chiller<T>::Params& p = standard<T>()) {
  typename Chiller<T>::Out y;
  Chiller<T>::outputs({flow, inlet, setpoint, condenser, signal}, p, y);
  return y;
}

TEST_CASE("the default chiller has its nominal capacity and COP at its reference point") {
  // Curves fitted to data are 1 there within 1 %.
  const auto y = chiller(10.0, 20.0, 6.67, 29.4);
  CHECK(y.cooling == Approx(100000.0).epsilon(0.01));
  CHECK(y.cooling / y.power == Approx(3.67).epsilon(0.01));
}

TEST_CASE("a chiller at full load follows its curves of temperature") {
  // CAPFT(7, 30) = 0.507883 + 1.016596 - 0.30656556 - 0.033534 - 0.11664 - 0.0591948
  // EIRFT(7, 30) = 1.03076 - 0.724752 + 0.34800192 + 0.279558 + 0.285768 - 0.2190888
  const auto y = chiller(10.0, 20.0, 7.0, 30.0);
  CHECK(y.available == Approx(1e5 * 1.00854464).epsilon(1e-10));
  // EIRFPLR(1) = 1.000001
  CHECK(y.power == Approx(1e5 * 1.00854464 / 3.67 * 1.00024712 * 1.000001).epsilon(1e-10));
}

TEST_CASE("a chiller unloads, then passes hot gas, then cycles") {
  const double available = chiller(10.0, 20.0, 7.0, 30.0).available;
  const double full = chiller(10.0, 20.0, 7.0, 30.0).power / 1.000001;
  const auto power = [&](double load) { return chiller(10.0, 20.0, 7.0, 30.0, load).power; };
  CHECK(chiller(10.0, 20.0, 7.0, 30.0, 0.5).cooling == Approx(0.5 * available).epsilon(1e-13));
  CHECK(power(0.5) == Approx(full * (0.088065 + 0.568871 - 0.0564515)).epsilon(1e-12));
  const double unloaded = full * (0.088065 + 0.2275484 - 0.00903224);
  CHECK(power(0.15) == Approx(unloaded).epsilon(1e-12));
  CHECK(power(0.05) == Approx(0.5 * unloaded).epsilon(1e-12));
}

TEST_CASE("parallel chillers start one after the other") {
  const double full = chiller(10.0, 20.0, 7.0, 30.0).power / 1.000001;
  const auto curve = [&](double load) {
    return full * (0.088065 + 1.137742 * load - 0.225806 * load * load);
  };
  const auto power = [](double load, double machines) {
    auto p = standard<double>();
    p.machines = machines;
    return chiller(10.0, 20.0, 7.0, 30.0, load, p).power;
  };
  // The component has a share of 1/N: of two machines at 40 % of both, one runs at 80 %.
  CHECK(power(0.4, 2.0) == Approx(curve(0.8) / 2.0).epsilon(1e-12));
  // At 60 % of both, 1.2/0.9 machines run at 90 % on the average.
  CHECK(power(0.6, 2.0) == Approx(curve(0.9) * (1.2 / 0.9) / 2.0).epsilon(1e-12));
  CHECK(power(0.95, 2.0) == Approx(curve(0.95)).epsilon(1e-12));
  CHECK(power(1.0, 3.0) == Approx(chiller(10.0, 20.0, 7.0, 30.0).power).epsilon(1e-12));
  // One of four at 3 % of all cycles as a machine at 12 % of its capacity does.
  CHECK(power(0.03, 4.0) == Approx(power(0.12, 1.0) / 4.0).epsilon(1e-12));
  CHECK(power(0.3, 2.0) < power(0.3, 1.0));
  for (const double load : {0.45, 0.9}) {  // where the next machine starts, power has no jump
    CHECK(power(load + 1e-9, 2.0) == Approx(power(load - 1e-9, 2.0)).epsilon(1e-6));
  }
}

TEST_CASE("cold and electricity are the heat of the condenser and losses") {
  auto p = standard<double>();
  p.condenser_share = 0.9;
  for (const double signal : {0.03, 0.4, 1.0}) {
    const auto y = chiller(3.0, 12.0, 7.0, 30.0, signal, p);
    CHECK(y.cooling + y.power == Approx(y.condenser + y.heat_loss).epsilon(1e-14));
    CHECK(y.cooling ==
          Approx(3.0 * kWaterHeatCapacity * (12.0 - y.outlet_temperature)).epsilon(1e-12));
  }
}

TEST_CASE("a chiller without load draws no power, and its curves stay in their range") {
  for (const auto& y : {chiller(0.0, 12.0, 7.0, 30.0), chiller(-1.0, 12.0, 7.0, 30.0),
                        chiller(1.0, 6.0, 7.0, 30.0), chiller(1.0, 12.0, 7.0, 30.0, 0.0)}) {
    CHECK(y.cooling == 0.0);
    CHECK(y.power == 0.0);
    CHECK(y.condenser == 0.0);
  }
  CHECK(chiller(9.0, 20.0, 2.0, 50.0).available == chiller(9.0, 20.0, 5.0, 35.0).available);
  CHECK(chiller(9.0, 30.0, 15.0, 10.0).available == chiller(9.0, 30.0, 10.0, 24.0).available);
}

TEST_CASE("a chiller and its derivatives are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) {
    auto p = standard<T>();
    p.nominal_power = x[5];
    p.input_ratio.c4 = x[6];
    p.condenser_share = x[7];
    const auto y = chiller<T>(x[0], x[1], x[2], x[3], x[4], p);
    return std::vector<T>{y.outlet_temperature, y.cooling,   y.power,
                          y.condenser,          y.heat_loss, y.available};
  };
  for (const double flow : {0.0, -0.1, 2.0}) {
    check_finite(f, {flow, 12, 7, 28, 0.0, 1e5, 0.0093, 0.9});
    check_finite(f, {flow, 7, 7, 28, 1.0, 1e5, 0.0093, 0.9});
  }
}

TEST_CASE(
    "a condenser that takes more than the electric power is refused with an error that names it") {
  SimulationModel model;
  model.add_component(instance("chiller", "Chiller", {{"condenserShare", 1.2}}));
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("chiller.condenserShare"));
  CHECK_THAT(message_of(found, "model.input_missing"), Catch::Contains("chiller."));
}

}  // namespace
}  // namespace hearth::test::chiller_test
