// SPDX-License-Identifier: MIT
#include "hearth/components/sources/schedule_of_values.hpp"

#include <map>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::schedule_of_values_test {
namespace {

Series numbers(Sample sample) {
  return Series({{0.0, 1.0}, {600.0, 2.0}, {700.0, 3.0}}, Series::Shape::Hold, sample);
}

/// Returns what a step of 600 s that ends at `time` receives of the values 10, 20 and 40.
double received(Sample sample, double time, double step = 600.0) {
  std::vector<double> values{10.0, 20.0, 40.0};
  ScheduleOfValues<double>::Out y;
  ScheduleOfValues<double>::outputs({numbers(sample)}, {Many<double>(values.data(), 3)},
                                    Clock{time, step, 0.0}, y);
  return y.value;
}

TEST_CASE("a schedule of values delivers the value whose number the series has") {
  CHECK(received(Sample::Mean, 600.0, 0.0) == 20.0);
  CHECK(received(Sample::Mean, 599.0, 0.0) == 10.0);
  CHECK(received(Sample::Start, 1200.0) == 20.0);
  CHECK(received(Sample::End, 1200.0) == 40.0);
  CHECK(received(Sample::Before, 600.0) == 10.0);
  CHECK(received(Sample::Mean, 600.0) == 10.0);
}

TEST_CASE("a step in which a schedule of values changes receives the mean of its values") {
  // 300 s at 10, 100 s at 20, 200 s at 40; 1e-14 is the rounding of shares
  CHECK(received(Sample::Mean, 900.0) == Approx((3000.0 + 2000.0 + 8000.0) / 600.0).epsilon(1e-14));
}

TEST_CASE("a value has the share of the step during which it holds as derivative") {
  std::vector<Jet8> values{Jet8(10.0), Jet8(20.0), Jet8(40.0)};
  for (int k = 0; k < 3; ++k) values[static_cast<std::size_t>(k)].v[k] = 1.0;
  ScheduleOfValues<Jet8>::Out y;
  ScheduleOfValues<Jet8>::outputs({numbers(Sample::Mean)}, {Many<Jet8>(values.data(), 3)},
                                  Clock{900.0, 600.0, 0.0}, y);
  CHECK(y.value.v[0] == Approx(1.0 / 2.0).epsilon(1e-14));
  CHECK(y.value.v[1] == Approx(1.0 / 6.0).epsilon(1e-14));
  CHECK(y.value.v[2] == Approx(1.0 / 3.0).epsilon(1e-14));
}

TEST_CASE("values of a schedule of values are set by their number") {
  Component schedule = instance("schedule", "ScheduleOfValues");
  schedule.config["count"] = 2;
  schedule.config["number"] = SeriesSpec{2.0, unit::degC};
  schedule.parameters["value"].value =
      std::map<std::string, Quantity>{{"1", {18.0, {}}}, {"2", {21.0, {}}}};
  SimulationModel model;
  model.add_component(schedule);
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  CHECK(bench.value("schedule.scheduleValue") == 21.0);
  CHECK(bench.plan.signals.front().unit == unit::degC);
}

}  // namespace
}  // namespace hearth::test::schedule_of_values_test
