// SPDX-License-Identifier: MIT
// The filter over steps of a simulation against the filter of the textbook, whose matrices are
// exponentials.
#include "hearth/estimation/filter/kalman_filter.hpp"

#include <cmath>
#include <unsupported/Eigen/MatrixFunctions>
#include <vector>

#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

namespace hearth::test::kalman_filter_test {
namespace {

using Eigen::Matrix2d;
using Eigen::Matrix4d;
using Eigen::Vector2d;

constexpr double kWall = 1.4e7, kRoom = 1.6e6;        // J/K
constexpr double kOutside = 0.0176, kInside = 0.002;  // K/W
constexpr double kOutdoors = 5.0;                     // degC
constexpr double kNoise = 0.0018;                     // K/√s, of the wall
constexpr double kSensor = 0.05;                      // K

/// A wall between a room and 5 degC outdoors.
SimulationModel house() {
  SimulationModel model;
  model.add_component(constant("out", kOutdoors, unit::degC));
  model.add_component(instance("wall", "ThermalNode", {{"C", kWall}}));
  model.add_component(instance("room", "ThermalNode", {{"C", kRoom}}));
  model.add_connection("out.scheduleValue -> wall.adjacentTemperature[out]");
  model.add_connection("room.temperature -> wall.adjacentTemperature[room]");
  model.add_connection("wall.temperature -> room.adjacentTemperature[wall]");
  model.set_parameter("wall.R[out]", {kOutside, unit::K_per_W});
  model.set_parameter("wall.R[room]", {kInside, unit::K_per_W});
  model.set_parameter("room.R[wall]", {kInside, unit::K_per_W});
  return model;
}

/// The same by matrices; states are wall and room.
struct Textbook {
  explicit Textbook(double step) {
    Matrix2d a;
    a << -(1.0 / kOutside + 1.0 / kInside) / kWall, 1.0 / kInside / kWall, 1.0 / kInside / kRoom,
        -1.0 / kInside / kRoom;
    phi = (a * step).exp();
    rest = Vector2d(kOutdoors, kOutdoors);
    // Van Loan, IEEE Transactions on Automatic Control 23, 1978
    Matrix4d both = Matrix4d::Zero();
    both.topLeftCorner<2, 2>() = -a;
    both(0, 2) = kNoise * kNoise;
    both.bottomRightCorner<2, 2>() = a.transpose();
    const Matrix4d solved = (both * step).exp();
    noise = phi * solved.topRightCorner<2, 2>();
  }
  void step() {
    mean = rest + phi * (mean - rest);
    covariance = phi * covariance * phi.transpose() + noise;
  }
  Innovation correct(double measured) {
    const Innovation innovation{measured - mean[1], covariance(1, 1) + kSensor * kSensor};
    const Vector2d gain = covariance.col(1) / innovation.variance;
    mean += gain * innovation.value;
    covariance -= gain * covariance.row(1);
    return innovation;
  }

  Matrix2d phi, noise;
  Vector2d rest, mean{24.0, 21.0};
  Matrix2d covariance = Vector2d(4.0, 0.25).asDiagonal();
};

RunRequest request_for(Duration step, long steps) {
  RunRequest request;
  request.period = {kStart, kStart + steps * step, step};
  return request;
}

/// The model, ready for a filter.
struct House {
  explicit House(Duration step, long steps)
      : model(with_initial_values()),
        plan(compile(model, standard_components(), {})),
        inputs(resolve_inputs(plan, request_for(step, steps))),
        numbers(plan, inputs),
        jets(plan, inputs),
        simulation(numbers),
        wall(plan.initial("wall@temperature").cells.front()),
        room(plan.initial("room@temperature").cells.front()),
        measured(plan.signal("room.temperature")) {
    simulation.free_initial_outputs(
        {plan.signal("wall.temperature"), plan.signal("room.temperature")});
  }
  static SimulationModel with_initial_values() {
    SimulationModel model = house();
    model.set_initial("wall@temperature", {24.0, unit::degC});
    model.set_initial("room@temperature", {21.0, unit::degC});
    return model;
  }

  SimulationModel model;
  Plan plan;
  RunInputs inputs;
  ConfigObjects<double> numbers;
  ConfigObjects<Jet8> jets;
  Simulation<double> simulation;
  int wall, room, measured;
};

/// Returns the largest relative deviations of variance, and of expected values in their sd, over a
/// day measured every hour.
std::pair<double, double> deviation(std::chrono::seconds step) {
  const long per_hour = 3600 / step.count();
  House house(step, 24 * per_hour);
  KalmanFilter filter(house.simulation, house.jets, {house.wall}, {house.wall, house.room});
  Textbook textbook(static_cast<double>(step.count()));
  const double intensities[] = {kNoise}, sds[] = {2.0, 0.5};
  filter.set_noise(intensities);
  filter.initialize(sds);
  double of_variance = 0.0, of_mean = 0.0;
  for (long row = 0; row <= 24 * per_hour; ++row) {
    if (row > 0) {
      filter.step();
      textbook.step();
    }
    if (row % per_hour != 0) continue;
    const double measured = 21.0 + std::sin(0.7 * static_cast<double>(row / per_hour));
    const Innovation own = filter.correct(house.measured, measured, kSensor);
    const Innovation expected = textbook.correct(measured);
    of_variance = std::max(of_variance, std::abs(own.variance / expected.variance - 1.0));
    of_mean =
        std::max(of_mean, std::abs(own.value - expected.value) / std::sqrt(expected.variance));
  }
  return {of_variance, of_mean};
}

TEST_CASE("a filter over steps expects what the textbook's does") {
  const auto [variance, mean] = deviation(std::chrono::seconds(60));
  // The step is 1/53 of the time constant of the room, 3200 s: 3/8 of its square is 1.3e-4.
  CHECK(variance < 3e-4);
  CHECK(mean < 1e-3);
}

TEST_CASE("the covariance of process noise is of second order in the step") {
  const double coarse = deviation(std::chrono::seconds(600)).first;
  const double fine = deviation(std::chrono::seconds(300)).first;
  CAPTURE(coarse, fine);
  CHECK(coarse < 0.03);
  CHECK(coarse / fine > 3.0);
}

TEST_CASE("a run continues from the states that a filter corrected") {
  House house(std::chrono::seconds(600), 144);
  KalmanFilter filter(house.simulation, house.jets, {house.wall}, {house.wall, house.room});
  const double intensities[] = {kNoise}, sds[] = {2.0, 0.5};
  filter.set_noise(intensities);
  filter.initialize(sds);
  CHECK(filter.sd(house.measured) == Approx(0.5));
  const Innovation innovation = filter.correct(house.measured, 23.0, kSensor);
  CHECK(innovation.value == Approx(2.0));
  CHECK(innovation.variance == Approx(0.25 + kSensor * kSensor));
  // Output and state of the room moved together, nearly to what was measured; the wall, of which
  // the room knows nothing yet, stayed.
  CHECK(house.simulation.value(house.measured) == Approx(21.0 + 2.0 * 0.25 / 0.2525));
  CHECK(house.simulation.value(house.room) == house.simulation.value(house.measured));
  CHECK(house.simulation.value(house.wall) == 24.0);
  CHECK(filter.sd(house.measured) == Approx(std::sqrt(0.25 * 0.0025 / 0.2525)));
  // Once they have exchanged heat, a measurement of the room depends on the wall.
  for (int k = 0; k < 12; ++k) filter.step();
  const double before = filter.sd(house.wall);
  const double wall = house.simulation.value(house.wall);
  filter.correct(house.measured, house.simulation.value(house.measured) + 1.0, kSensor);
  CHECK(filter.sd(house.wall) < 0.5 * before);
  CHECK(house.simulation.value(house.wall) > wall + 0.5);
}

TEST_CASE("an outlier moves a filter as far as a value at the limit does") {
  constexpr double kLimit = 3.0;
  House house(std::chrono::seconds(600), 144);
  KalmanFilter filter(house.simulation, house.jets, {house.wall}, {house.wall, house.room});
  const double intensities[] = {kNoise}, sds[] = {2.0, 0.5};
  filter.set_noise(intensities);
  filter.set_outlier_limit(kLimit);
  filter.initialize(sds);
  const double variance = 0.25 + kSensor * kSensor;
  const double at_limit = kLimit * std::sqrt(variance);
  const Innovation innovation = filter.correct(house.measured, 31.0, kSensor);  // 21 is expected
  const double weight = at_limit / 10.0;
  CHECK(innovation.variance == Approx(variance));
  CHECK(innovation.weight == Approx(weight));
  // Huber: c (2 |z| - c)
  CHECK(innovation.penalty() == Approx(kLimit * (20.0 / std::sqrt(variance) - kLimit)));
  CHECK(house.simulation.value(house.measured) == Approx(21.0 + at_limit * 0.25 / variance));
  // P - P²/S' with the variance S' = S/w
  CHECK(filter.sd(house.measured) == Approx(std::sqrt(0.25 - 0.0625 * weight / variance)));
  SECTION("and a value within the limit counts in full") {
    filter.step();
    const double expected = house.simulation.value(house.measured);
    CHECK(filter.correct(house.measured, expected + 0.1, kSensor).weight == 1.0);
  }
}

TEST_CASE("a filter without noise keeps what it knows") {
  House house(std::chrono::seconds(600), 144);
  KalmanFilter filter(house.simulation, house.jets, {}, {house.wall, house.room});
  const double sds[] = {1.0, 1.0};
  filter.initialize(sds);
  Textbook textbook(600.0);
  textbook.covariance = Matrix2d::Identity();
  textbook.noise.setZero();
  for (int k = 0; k < 144; ++k) {
    filter.step();
    textbook.step();
  }
  // Steps of 10 min are balanced ones, whose Φ differs from the exponential by their own error.
  CHECK(filter.sd(house.measured) == Approx(std::sqrt(textbook.covariance(1, 1))).epsilon(2e-3));
}

TEST_CASE("a mean over steps corrects like the sum of what it consists of") {
  House house(std::chrono::seconds(600), 144);
  house.simulation.observe_means({house.measured});
  KalmanFilter filter(house.simulation, house.jets, {house.wall}, {house.wall, house.room});
  const double intensities[] = {kNoise}, sds[] = {0.0, 0.5};
  filter.set_noise(intensities);
  filter.initialize(sds);
  double sum = 0.0;
  for (int k = 0; k < 6; ++k) {
    filter.step();
    sum += house.simulation.mean(0);
  }
  CHECK(filter.mean(0) == Approx(sum / 6.0));
  CHECK(filter.mean_sd(0) > filter.sd(house.measured));  // the room forgets where it began
  const double before = filter.sd(house.measured);
  const Innovation innovation = filter.correct_mean(0, sum / 6.0 + 0.3, kSensor);
  CHECK(innovation.value == Approx(0.3));
  CHECK(filter.sd(house.measured) < before);
  filter.begin_mean(0);
  filter.step();
  CHECK(filter.mean(0) == Approx(house.simulation.mean(0)));
}

}  // namespace
}  // namespace hearth::test::kalman_filter_test
