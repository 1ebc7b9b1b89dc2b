// SPDX-License-Identifier: MIT
#include "hearth/framework/run/recorder.hpp"

#include <chrono>
#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/framework/run/run.hpp"
#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

namespace hearth::test::recorder_test {
namespace {

using namespace std::chrono_literals;

RecordColumn column(Statistic statistic, const Unit& unit = unit::W) {
  RecordColumn column{{"a.b", unit, statistic}, 0, is_rate(unit), {}};
  return column;
}

RowEnds hourly() {
  return [](Instant from) { return std::chrono::floor<std::chrono::hours>(from) + 1h; };
}

/// A heated room with an open input, the temperature of its supply water.
SimulationModel room() {
  SimulationModel model;
  model.add_component(constant("flow", 0.02));
  model.add_component(constant("outdoor", -3.0));
  model.add_component(constant("water", 60.0));
  model.add_component(instance("heater", "SpaceHeater"));
  model.add_component(instance("room", "BuildingSpace"));
  model.add_connection("flow.scheduleValue -> heater.waterFlowRate");
  model.add_connection("outdoor.scheduleValue -> room.outdoorTemperature");
  model.add_connection("water.scheduleValue -> heater.supplyWaterTemperature");
  model.add_connection("room.indoorTemperature -> heater.indoorTemperature");
  model.add_connection("heater.Power -> room.heatGain");
  model.set_initial("heater.Power", {0.0, std::nullopt});
  return model;
}

RunSettings settings(Engine engine) {
  RunSettings settings;
  settings.period = {Instant{}, Instant{} + 5h, 10min};
  settings.compile.engine = engine;
  return settings;
}

}  // namespace

TEST_CASE("a mean over an interval is that of its steps, and the first row has none") {
  Recorder recorder({column(Statistic::Mean), column(Statistic::End), column(Statistic::Min),
                     column(Statistic::Max)},
                    hourly());
  double value = 0.0;
  const auto number = [&value](int) { return value; };
  CHECK(recorder.take(Instant{}, number));
  CHECK(std::isnan(recorder.row()[0]));
  CHECK(recorder.row()[1] == 0.0);
  CHECK(std::isnan(recorder.row()[2]));
  for (int k = 1; k <= 4; ++k) {
    value = 10.0 * k;
    CHECK(recorder.take(Instant{} + k * 15min, number) == (k == 4));
  }
  CHECK(recorder.row() == std::vector<double>{25.0, 40.0, 10.0, 40.0});
  CHECK(recorder.time() == Instant{} + 1h);
  value = -7.0;
  CHECK_FALSE(recorder.take(Instant{} + 75min, number));
  CHECK(recorder.pending());
  recorder.close(number);
  CHECK(recorder.row() == std::vector<double>{-7.0, -7.0, -7.0, -7.0});
  CHECK_FALSE(recorder.pending());
}

TEST_CASE("what does not flow is averaged along straight lines between steps") {
  Recorder recorder({column(Statistic::Mean, unit::degC)}, hourly());
  for (int k = 0; k <= 4; ++k) {
    recorder.take(Instant{} + k * 15min, [k](int) { return 10.0 * k; });
  }
  CHECK(recorder.row()[0] == Approx(20.0).epsilon(1e-15));
}

TEST_CASE("what is wished for a column follows the last colons of a pattern") {
  const auto wish = parse_record_wish("a:b.c[x:y]:mean:kW");
  CHECK(wish.pattern == "a:b.c[x:y]");
  CHECK(wish.statistic == Statistic::Mean);
  CHECK(wish.unit == unit::kW);
  CHECK(parse_record_wish("zone.T:degF").unit == unit::degF);
  CHECK(parse_record_wish("zone.T:max").statistic == Statistic::Max);
  CHECK(parse_record_wish("ns:zone.T").pattern == "ns:zone.T");
}

TEST_CASE("rows of a run cover intervals in both engines") {
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    RunSettings every = settings(engine);
    every.record = {"heater.Power:mean", "heater.Power:kWh", "room.indoorTemperature"};
    every.every = hourly();
    RunSettings fine = settings(engine);
    fine.record = {"heater.Power", "room.indoorTemperature"};
    const Results rows = Run(room(), test_components(), every).to_end();
    const Results steps = Run(room(), test_components(), fine).to_end();
    REQUIRE(rows.rows() == 6);
    REQUIRE(steps.rows() == 31);
    REQUIRE(rows.signals.size() == 3);
    for (long k = 1; k < 6; ++k) {
      CHECK(rows.time(k) == Instant{} + k * 1h);
      double mean = 0.0;
      for (long i = 6 * k - 5; i <= 6 * k; ++i) {
        mean += steps.row(i)[0] / 6.0;
      }
      CHECK(rows.row(k)[0] == Approx(mean).epsilon(1e-13));
      CHECK(rows.row(k)[1] == Approx(mean / 1000.0).epsilon(1e-13));
      CHECK(rows.row(k)[2] == steps.row(6 * k)[1]);
    }
  }
}

TEST_CASE("rows of the continuous engine hold the means of rates however long they are") {
  RunSettings coarse = settings(Engine::Continuous);
  coarse.record = {"heater.Power", "heater.in.indoorTemperature"};
  RunSettings fine = coarse;
  RunSettings instants = coarse;
  instants.mean_rates = false;
  fine.period.step = 5s;
  const Results rows = Run(room(), test_components(), coarse).to_end();
  const Results steps = Run(room(), test_components(), fine).to_end();
  const Results values = Run(room(), test_components(), instants).to_end();
  double straight = 0.0, exact = 0.0;
  for (long k = 1; k < rows.rows(); ++k) {
    double mean = 0.0;
    for (long i = 120 * (k - 1) + 1; i <= 120 * k; ++i) mean += steps.row(i)[0] / 120.0;
    // Two quadratures of trajectories within 1e-6.
    CHECK(rows.row(k)[0] == Approx(mean).epsilon(1e-5));
    CHECK(rows.row(k)[1] == Approx(steps.row(120 * k)[1]).epsilon(1e-6));
    exact += mean;
    straight += 0.5 * (values.row(k - 1)[0] + values.row(k)[0]);
  }
  CHECK(std::abs(straight / exact - 1.0) > 5e-4);  // what instants would give
}

TEST_CASE("a run that is taken up inside an interval repeats its rows bit for bit") {
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    RunSettings every = settings(engine);
    every.record = {"heater.Power"};
    every.every = hourly();
    Run run(room(), test_components(), every);
    run.start();
    run.advance_rows(15);
    const RunSnapshot point = run.snapshot();
    Run other = run.clone();
    run.advance_rows(30);
    const Results whole = run.results();
    run.restore(point);
    run.advance_rows(30);
    CHECK(run.results().rows() == 6);
    CHECK(
        std::equal(whole.values.begin() + 1, whole.values.end(), run.results().values.begin() + 1));
    CHECK(run.results().times == whole.times);
    other.advance_rows(30);
    CHECK(std::equal(whole.values.begin() + 1, whole.values.end(),
                     other.results().values.begin() + 1));
  }
}

TEST_CASE("inputs and states can be recorded by their names") {
  RunSettings inner = settings(Engine::Stepwise);
  inner.record = {"heater.in.waterFlowRate", "room@*"};
  const Results results = Run(room(), test_components(), inner).to_end();
  REQUIRE(results.signals.size() >= 2);
  CHECK(results.signals[0].name == "heater.in.waterFlowRate");
  CHECK(results.row(3)[0] == 0.02);
  CHECK(results.signals[1].name.rfind("room@", 0) == 0);
}

TEST_CASE("a column that cannot be made is refused with what can") {
  const auto code = [](const std::string& wish) {
    RunSettings wrong = settings(Engine::Stepwise);
    wrong.record = {wish};
    try {
      Run run(room(), test_components(), wrong);
    } catch (const InputError& error) {
      return error.code();
    }
    return std::string("none");
  };
  CHECK(code("heater.Power:degC") == "simulation.record_unit");
  CHECK(code("room.indoorTemperature:sum") == "simulation.record_unit");
  CHECK(code("room.indoorTemperature:mean:kWh") == "simulation.record_unit");
  CHECK(code("heater.in.power") == "simulation.record_nothing");
  CHECK(code("room@nothing") == "simulation.record_nothing");
  CHECK(code("heater.Power:kWh") == "none");
}

}  // namespace hearth::test::recorder_test
