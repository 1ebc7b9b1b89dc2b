// SPDX-License-Identifier: MIT
#include "hearth/components/controls/pid_controller.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/derivatives.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test {
namespace {

using Pid = PidController<double>;

/// Takes samples of a setpoint of 0, that is, of the errors; 600 s apart.
Pid::Held after(const std::vector<double>& errors, const Pid::Params& p, bool is_reverse = true) {
  Pid::Held x{0.0, 0.0, 0.0};
  for (const double error : errors) {
    Pid::update({-error, 0.0}, p, {is_reverse}, Clock{0.0, 0.0, 600.0}, x);
  }
  return x;
}

TEST_CASE("a PI controller adds up its changes as worked out by hand") {
  const Pid::Params p{0.1, 600.0, 0.0};
  // 0.1 (1 + 600/600) 2 = 0.4; then 0.1 (2 * 1 - 1 * 2) = 0.
  CHECK(after({2.0}, p).command == Approx(0.4).epsilon(1e-15));
  CHECK(after({2.0, 1.0}, p).command == Approx(0.4).epsilon(1e-15));
  CHECK(after({2.0, 1.0, 1.0}, p).command == Approx(0.5).epsilon(1e-15));
}

TEST_CASE("a PID controller looks two samples back") {
  const Pid::Params p{0.1, 600.0, 60.0};
  // Td/Δt = 0.1: 0.1 * 2.1 * 2 = 0.42; 0.1 (2.1 - 1.2 * 2) = -0.03; 0.1 (2.1 - 1.2 + 0.2) = 0.11
  CHECK(after({2.0}, p).command == Approx(0.42).epsilon(1e-15));
  CHECK(after({2.0, 1.0}, p).command == Approx(0.39).epsilon(1e-14));
  CHECK(after({2.0, 1.0, 1.0}, p).command == Approx(0.50).epsilon(1e-14));
  CHECK(after({2.0, 1.0}, p).error == 1.0);
  CHECK(after({2.0, 1.0}, p).previous_error == 2.0);
}

TEST_CASE("the output bends smoothly towards its ends") {
  CHECK(Pid::saturate(-0.3) == Approx(0.05 * std::exp(-7.0)).epsilon(1e-14));
  CHECK(Pid::saturate(-0.3) == Approx(4.5594e-5).epsilon(1e-5));
  CHECK(Pid::saturate(1.3) == Approx(1.0 - 4.5594e-5).epsilon(1e-8));
  for (const double inside : {0.05, 0.3, 0.5, 0.95}) CHECK(Pid::saturate(inside) == inside);
  // Value and slope have no jump where the bend begins.
  CHECK(Pid::saturate(0.05 - 1e-9) == Approx(0.05 - 1e-9).epsilon(1e-15));
  CHECK(Pid::saturate(0.95 + 1e-9) == Approx(0.95 + 1e-9).epsilon(1e-15));
  CHECK(Pid::saturate(-1e6) >= 0.0);
  CHECK(Pid::saturate(1e6) <= 1.0);
}

TEST_CASE("isReverse alone decides which way a controller acts") {
  for (const double kp : {0.1, -0.1}) {
    const Pid::Params p{kp, 600.0, 0.0};
    // Too cold (error above 0) raises a heating controller's output ...
    CHECK(after({2.0}, p, true).command == Approx(0.4));
    CHECK(after({-2.0}, p, true).command < 0.05);
    // ... and too much CO2 (error below 0) that of a ventilation controller.
    CHECK(after({-2.0}, p, false).command == Approx(0.4));
    CHECK(after({2.0}, p, false).command < 0.05);
  }
}

TEST_CASE("a saturated controller comes back at once") {
  const Pid::Params p{0.1, 600.0, 0.0};
  const std::vector<double> cold(50, 5.0);
  CHECK(after(cold, p).command > 0.99);
  std::vector<double> turned = cold;
  turned.push_back(-1.0);
  // The change is 0.1 (2 (-1) - 5) = -0.7 from just below 1: at most 0.01 below, as checked above.
  CHECK(after(turned, p).command == Approx(0.3).margin(0.01));
}

TEST_CASE("the ends of the ranges of a controller give finite outputs") {
  for (const double ti : {1e-3, 1e9}) {
    for (const double td : {0.0, 1e9}) {
      const double command = after({1.0, -1.0, 0.5}, {0.001, ti, td}).command;
      CHECK(command >= 0.0);
      CHECK(command <= 1.0);
    }
  }
}

TEST_CASE("the derivatives of a controller agree with differences") {
  const auto f = []<class T>(const std::vector<T>& x) {
    typename PidController<T>::Held held{x[5], x[6], x[7]};
    PidController<T>::update({x[0], x[1]}, {x[2], x[3], x[4]}, {true}, Clock{0, 0, 600.0}, held);
    return std::vector<T>{held.command, held.error, held.previous_error};
  };
  check_derivatives(f, {20.3, 21, 0.1, 600, 30, 0.4, 0.6, 0.5});   // between the bends
  check_derivatives(f, {21.9, 21, 0.1, 600, 30, 0.1, -0.2, 0.1});  // in the lower bend
  check_derivatives(f, {20.1, 21, 0.15, 600, 30, 0.9, 0.6, 0.5});  // in the upper bend
}

TEST_CASE("a controller compares measurement and setpoint in one unit") {
  SimulationModel model;
  Component pid = instance("pid", "PidController");
  pid.config["isReverse"] = true;
  pid.parameters["kp"].value = Quantity{0.1, unit::per_K};
  pid.parameters["Ti"].value = Quantity{10.0, unit::min};
  model.add_component(pid);
  model.add_component(constant("measured", 20.0, unit::degC));
  model.add_component(constant("wanted", 71.6, unit::degF));  // 22 degC
  model.add_connection("measured.scheduleValue -> pid.actualValue");
  model.add_connection("wanted.scheduleValue -> pid.setpointValue");
  const auto command = run_signal(model, standard_components(), "pid.inputSignal", {.steps = 1});
  CHECK(command[0] == 0.0);
  CHECK(command[1] == Approx(0.4).epsilon(1e-13));  // 0.1/K (1 + 600 s/600 s) 2 K
}

TEST_CASE("a controller between unlike quantities is refused") {
  SimulationModel model;
  model.add_component(instance("pid", "PidController"));
  model.add_component(constant("measured", 20.0, unit::degC));
  model.add_component(constant("wanted", 900.0, unit::ppm));
  model.add_connection("measured.scheduleValue -> pid.actualValue");
  model.add_connection("wanted.scheduleValue -> pid.setpointValue");
  CHECK_THAT(message_of(validate(model, standard_components()), "model.unit_mismatch"),
             Catch::Contains("wanted.scheduleValue [ppm] -> pid.setpointValue [degC]"));
}

}  // namespace
}  // namespace hearth::test
