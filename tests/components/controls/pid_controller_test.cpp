// SPDX-License-Identifier: MIT
#include "hearth/components/controls/pid_controller.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::pid_controller_test {
namespace {

using Pid = PidController<double>;

/// Takes samples of a setpoint of 0, that is, of the errors.
Pid::Held after(const std::vector<double>& errors, const Pid::Params& p, const Pid::Config& c,
                double period = 600.0) {
  Pid::Held x{0.0, 0.0, 0.0, 0.0};
  Clock now{0.0, 0.0, period};
  for (const double error : errors) {
    Pid::update({-error, 0.0, 1.0}, p, c, now, x);
    ++now.tick;
  }
  return x;
}

/// The same with Twin4Build's law, 600 s apart.
Pid::Held after(const std::vector<double>& errors, const Pid::Params& p, bool is_reverse = true) {
  return after(errors, p, {is_reverse, Pid::Form::Velocity, Pid::Saturation::Smooth});
}

TEST_CASE("a PI controller adds up its changes as worked out by hand") {
  const Pid::Params p{0.1, 600.0, 0.0, 0.0, 1.0};
  // 0.1 (1 + 600/600) 2 = 0.4; then 0.1 (2 * 1 - 1 * 2) = 0.
  CHECK(after({2.0}, p).command == Approx(0.4).epsilon(1e-15));
  CHECK(after({2.0, 1.0}, p).command == Approx(0.4).epsilon(1e-15));
  CHECK(after({2.0, 1.0, 1.0}, p).command == Approx(0.5).epsilon(1e-15));
}

TEST_CASE("a controller that is not enabled rests and begins anew") {
  const Pid::Params p{0.1, 600.0, 0.0, 0.0, 1.0};
  const Pid::Config c{true, Pid::Form::Positional, Pid::Saturation::Hard};
  Pid::Held x{0.0, 0.0, 0.0, 0.0};
  Clock now{0.0, 0.0, 600.0};
  Pid::update({19.0, 21.0, 1.0}, p, c, now, x);
  CHECK(x.command == Approx(0.4).epsilon(1e-15));
  ++now.tick;
  Pid::update({18.0, 21.0, 0.0}, p, c, now, x);
  CHECK(x.command == 0.0);
  CHECK(x.error == 3.0);
  ++now.tick;
  Pid::update({19.0, 21.0, 1.0}, p, c, now, x);
  CHECK(x.command == Approx(0.4).epsilon(1e-15));
}

TEST_CASE("demand counts towards the side from which the output leads back") {
  Pid::Out heating, cooling;
  const Pid::Config reverse{true, Pid::Form::Positional, Pid::Saturation::Hard};
  Pid::outputs({0.0, 2.0, 0.0, 0.0}, reverse, heating);
  CHECK(heating.demand == 2.0);  // 2 K too cold
  const Pid::Config direct{false, Pid::Form::Positional, Pid::Saturation::Hard};
  Pid::outputs({0.0, -2.0, 0.0, 0.0}, direct, cooling);
  CHECK(cooling.demand == 2.0);  // 2 K too warm
}

TEST_CASE("a PID controller looks two samples back") {
  const Pid::Params p{0.1, 600.0, 60.0, 0.0, 1.0};
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
    const Pid::Params p{kp, 600.0, 0.0, 0.0, 1.0};
    // Too cold (error above 0) raises a heating controller's output ...
    CHECK(after({2.0}, p, true).command == Approx(0.4));
    CHECK(after({-2.0}, p, true).command < 0.05);
    // ... and too much CO2 (error below 0) that of a ventilation controller.
    CHECK(after({-2.0}, p, false).command == Approx(0.4));
    CHECK(after({2.0}, p, false).command < 0.05);
  }
}

TEST_CASE("a saturated controller comes back at once") {
  const Pid::Params p{0.1, 600.0, 0.0, 0.0, 1.0};
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
      const double command = after({1.0, -1.0, 0.5}, {0.001, ti, td, 0.0, 1.0}).command;
      CHECK(command >= 0.0);
      CHECK(command <= 1.0);
    }
  }
}

constexpr Pid::Config kConditional{true, Pid::Form::Positional, Pid::Saturation::Hard,
                                   Pid::AntiWindup::Conditional};
constexpr Pid::Config kPositionalHard{true, Pid::Form::Positional, Pid::Saturation::Hard};

TEST_CASE("the positional form keeps its integral out of the limits") {
  // k Δt/Ti = 0.1. e = 2: 1 + 0.2 is above 1, so the integral stays 0 (except for the rounding of
  // 1.2 - 1). e = 1.5: 0.75 + 0.15.
  // e = 1: 0.5 + 0.25. e = -3: -1.5 - 0.05 is below 0, so the integral stays 0.25.
  const Pid::Params p{0.5, 300.0, 0.0, 0.0, 1.0};
  CHECK(after({2.0}, p, kPositionalHard, 60.0).command == 1.0);
  CHECK(after({2.0}, p, kPositionalHard, 60.0).integral == Approx(0.0).margin(1e-15));
  CHECK(after({2.0, 1.5}, p, kPositionalHard, 60.0).command == Approx(0.9).epsilon(1e-15));
  CHECK(after({2.0, 1.5, 1.0}, p, kPositionalHard, 60.0).command == Approx(0.75).epsilon(1e-15));
  CHECK(after({2.0, 1.5, 1.0, -3.0}, p, kPositionalHard, 60.0).command == 0.0);
  CHECK(after({2.0, 1.5, 1.0, -3.0}, p, kPositionalHard, 60.0).integral ==
        Approx(0.25).epsilon(1e-15));
}

TEST_CASE("a positional controller that was saturated for long answers the next error at once") {
  const Pid::Params p{0.1, 600.0, 0.0, 0.0, 1.0};
  std::vector<double> errors(1000, 20.0);
  CHECK(after(errors, p, kPositionalHard).command == 1.0);
  errors.push_back(0.5);
  // The integral is what it was before saturation, 0: 0.1 * 0.5 + 0.1 * 0.5.
  CHECK(after(errors, p, kPositionalHard).command == Approx(0.1).epsilon(1e-15));
}

TEST_CASE("a positional controller that just reaches a limit continues without a jump") {
  // An integral that rested as a whole would make the next sample jump by k Δt/Ti e = 0.3 as the
  // error passes the limit: k e (1 + Δt/Ti) = 1 at e = 2.5.
  const Pid::Params p{0.1, 200.0, 0.0, 0.0, 1.0};
  const double limit = 2.5;
  for (const double sign : {1.0, -1.0}) {
    const auto next = [&](double beyond) {
      const Pid::Config config{sign > 0.0, Pid::Form::Positional, Pid::Saturation::Hard,
                               Pid::AntiWindup::Continuous};
      return after({sign * (limit + beyond), sign}, p, config);
    };
    CHECK(next(-1e-9).command == Approx(next(1e-9).command).epsilon(1e-8));
  }
  // The integral holds what the proportional part leaves of the limit: 1 - 0.1 * 3, 0 + 0.1 * 4.
  CHECK(after({3.0}, p, kPositionalHard).integral == Approx(0.7).epsilon(1e-12));
  CHECK(after({2.5, -4.0}, p, kPositionalHard).integral == Approx(0.4).epsilon(1e-12));
}

TEST_CASE("conditional integration leaves out the whole sample that passes the limit") {
  const Pid::Params p{0.1, 200.0, 0.0, 0.0, 1.0};
  CHECK(after({3.0}, p, kConditional).integral == 0.0);
  CHECK(after({2.5 - 1e-9}, p, kConditional).integral == Approx(0.75).epsilon(1e-8));
}

TEST_CASE("by default a step of the setpoint opens no valve of a room that is too warm") {
  // The first words of the schema are the defaults. A room of 29 degC, its setpoint from 17 to 21.
  const Pid::Config standard{true, Pid::Form{}, Pid::Saturation{}};
  const Pid::Params p{0.5, 1200.0, 0.0, 0.0, 1.0};
  std::vector<double> errors(50, -12.0);
  errors.insert(errors.end(), 10, -8.0);
  CHECK(after(errors, p, standard).command == 0.0);
  errors.resize(51);  // right after the step
  CHECK(after(errors, p, standard).command == 0.0);
}

TEST_CASE("the derivative part of the positional form begins with the second sample") {
  // k Td/Δt = 0.05; without I (Ti = 1e9): 0.1 * 2; then 0.1 * 3 + 0.05 (3 - 2).
  const Pid::Params p{0.1, 1e9, 300.0, 0.0, 1.0};
  CHECK(after({2.0}, p, kPositionalHard).command == Approx(0.2).epsilon(1e-6));
  CHECK(after({2.0, 3.0}, p, kPositionalHard).command == Approx(0.35).epsilon(1e-6));
}

TEST_CASE("a hard saturation reaches its limits and leaves what lies between alone") {
  const Pid::Config hard{true, Pid::Form::Velocity, Pid::Saturation::Hard};
  const Pid::Params p{0.1, 600.0, 0.0, 0.2, 0.9};
  CHECK(after({2.0}, p, hard).command == Approx(0.4).epsilon(1e-15));
  CHECK(after({20.0}, p, hard).command == 0.9);
  CHECK(after({20.0, -20.0}, p, hard).command == 0.2);
  CHECK(after({0.1}, p, hard).command == 0.2);
}

TEST_CASE("a smooth saturation spans any limits") {
  // Twice the range and gain, from -1: twice the output.
  const Pid::Config smooth{true, Pid::Form::Velocity, Pid::Saturation::Smooth};
  for (const double error : {-1.0, 0.1, 2.0, 10.0}) {
    const double unit = after({error}, {0.1, 600.0, 0.0, 0.0, 1.0}, smooth).command;
    Pid::Held x{-1.0, 0.0, 0.0, 0.0};
    Pid::update({-error, 0.0, 1.0}, {0.2, 600.0, 0.0, -1.0, 1.0}, smooth, Clock{0, 0, 600.0}, x);
    CHECK(x.command == Approx(2.0 * unit - 1.0).epsilon(1e-14));
  }
  // Limits without a range between them give that number.
  CHECK(after({1.0}, {0.1, 600.0, 0.0, 0.5, 0.5}, smooth).command == Approx(0.5).epsilon(1e-8));
}

TEST_CASE("a form that does not exist is refused") {
  SimulationModel model;
  Component pid = instance("pid", "PidController");
  pid.config["form"] = Word{"positionel"};
  model.add_component(pid);
  CHECK_THAT(message_of(validate(model, standard_components()), "model.choice_unknown"),
             Catch::Contains("pid.form") && Catch::Contains("did you mean 'positional'"));
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
}  // namespace hearth::test::pid_controller_test
