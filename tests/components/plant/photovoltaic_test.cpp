// SPDX-License-Identifier: MIT
#include "hearth/components/plant/photovoltaic.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::photovoltaic_test {
namespace {

template <class T>
typename Photovoltaic<T>::Params standard() {
  return {T(5000.0), T(-0.0047), T(0.14), T(0.96), T(1.1), T(-3.47), T(-0.0594), T(3.0), T(45.0)};
}

template <class T>
typename Photovoltaic<T>::Out array_at(const T& sun, const T& outdoor, const T& wind,
                                       CellModel model = CellModel::Sandia,
                                       const typename Photovoltaic<T>::Params& p = standard<T>()) {
  typename Photovoltaic<T>::Out y;
  Photovoltaic<T>::outputs({sun, outdoor, wind}, p, {model}, y);
  return y;
}

TEST_CASE("the cells of an array follow the Sandia model or NOCT") {
  // 800 e^(-3.47 - 0.0594) + 0.8 3
  CHECK(array_at(800.0, 20.0, 1.0).cell_temperature ==
        Approx(20.0 + 800.0 * std::exp(-3.5294) + 2.4).epsilon(1e-14));
  CHECK(array_at(800.0, 20.0, 5.0, CellModel::Noct).cell_temperature == 45.0);
}

TEST_CASE("an array and its inverter follow PVWatts") {
  // NOCT at 400 W/m2 and 5 degC: cells of 17.5 degC.
  const auto y = array_at(400.0, 5.0, 1.0, CellModel::Noct);
  const double dc = 5000.0 * 0.4 * (1.0 + 0.0047 * 7.5) * 0.86;
  CHECK(y.dc_power == Approx(dc).epsilon(1e-14));
  const double zeta = dc / (5000.0 / 1.1 / 0.96);
  const double efficiency = 0.96 / 0.9637 * (-0.0162 * zeta - 0.0059 / zeta + 0.9858);
  CHECK(y.power == Approx(efficiency * dc).epsilon(1e-13));
  CHECK(y.inverter_loss == Approx(y.dc_power - y.power).epsilon(1e-15));
}

TEST_CASE("an inverter gives no more than its rating, and nothing in the dark") {
  auto p = standard<double>();
  p.losses = 0.0;
  p.ratio = 1.5;
  CHECK(array_at(1000.0, -10.0, 5.0, CellModel::Sandia, p).power ==
        Approx(5000.0 / 1.5).epsilon(1e-15));
  for (const double sun : {0.0, -5.0, 1.0}) {
    const auto y = array_at(sun, 10.0, 1.0);
    CHECK(y.power == 0.0);
    CHECK(y.inverter_loss == y.dc_power);
  }
  // At its rated input the efficiency curve is 0.9637/0.9637: no jump.
  auto full = standard<double>();
  full.coefficient = 0.0;
  full.losses = 0.0;
  full.ratio = 0.96;
  CHECK(array_at(999.9999, 10.0, 1.0, CellModel::Sandia, full).power ==
        Approx(array_at(1000.0001, 10.0, 1.0, CellModel::Sandia, full).power).epsilon(1e-6));
}

TEST_CASE("cells so hot that they give nothing do not draw power") {
  CHECK(array_at(1000.0, 250.0, 0.0).dc_power == 0.0);
  CHECK(array_at(1000.0, 250.0, 0.0).power == 0.0);
}

TEST_CASE("an array and its derivatives are finite in the dark") {
  for (const CellModel model : {CellModel::Sandia, CellModel::Noct}) {
    const auto f = [model]<class T>(const std::vector<T>& x) {
      auto p = standard<T>();
      p.nominal_power = x[3];
      p.coefficient = x[4];
      p.inverter_efficiency = x[5];
      p.ratio = x[6];
      const auto y = array_at<T>(x[0], x[1], x[2], model, p);
      return std::vector<T>{y.power, y.dc_power, y.cell_temperature, y.inverter_loss};
    };
    check_finite(f, {0, 15, 0, 5000, -0.004, 0.95, 1.2});
  }
}

TEST_CASE("an array twice as large delivers twice as much, and kW are W") {
  SimulationModel model;
  Component array = instance("pv", "Photovoltaic");
  array.parameters["nominalPower"].value = Quantity{10.0, unit::kW};
  model.add_component(array);
  model.add_component(constant("sun", 0.6, unit::kW_per_m2));
  model.add_component(constant("air", 50.0, unit::degF));
  model.add_connection("sun.scheduleValue -> pv.globalIrradiation");
  model.add_connection("air.scheduleValue -> pv.outdoorTemperature");
  CHECK(run_signal(model, standard_components(), "pv.Power").back() ==
        Approx(2.0 * array_at(600.0, 10.0, 1.0).power).epsilon(1e-12));
}

TEST_CASE("a cell model that does not exist is refused with an error that names it") {
  SimulationModel model;
  Component array = instance("pv", "Photovoltaic");
  array.config["cellModel"] = Word{"nominal"};
  model.add_component(array);
  CHECK_THAT(message_of(validate(model, standard_components()), "model.choice_unknown"),
             Catch::Contains("pv.cellModel"));
}

}  // namespace
}  // namespace hearth::test::photovoltaic_test
