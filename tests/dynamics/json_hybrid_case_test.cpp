// SPDX-License-Identifier: MIT
// The reference cases that a model file can say with standard components, from their files: those
// with events, samples and noise.
#include <algorithm>
#include <cmath>

#include "hearth/tests/dynamics/case_file.hpp"
#include "hearth/tests/dynamics/model_files.hpp"

namespace hearth::test::json_hybrid_case_test {
namespace {

/// Returns the times of all events, less the start.
std::vector<double> switches(const FileBench& bench, double start) {
  std::vector<double> times;
  for (const EventRecord& event : bench.simulation.events()) times.push_back(event.time - start);
  return times;
}

TEST_CASE("D11 from a model file") {
  auto file = CaseFile::read("D11");
  if (!file) return;
  FileBench bench("d11_thermostat");
  bench.run(TimeSpan::at(file->times()));
  const std::vector<double> times = switches(bench, 0.0);
  file->check_event_times("switch_times_first_8", times);
  CHECK(static_cast<int>(times.size()) == file->take("number_of_switches").get<int>());
  REQUIRE(times.size() >= 3);
  const double on = times[1] - times[0], off = times[2] - times[1];
  const double allowed = 2.0 * file->json()["tolerance"]["event_time_atol"].get<double>();
  CHECK(on == Approx(file->take("on_duration_s").get<double>()).margin(allowed));
  CHECK(off == Approx(file->take("off_duration_s").get<double>()).margin(allowed));
  CHECK(on / (on + off) == Approx(file->take("duty_cycle").get<double>()).epsilon(1e-7));
  file->check_times([&](const std::string&, double t) { return bench.at("room.y", t); });
  file->check_value("energy_J", bench.value("energy.y"));
  file->check_complete();
}

TEST_CASE("D52 from the model file of D11") {
  auto file = CaseFile::read("D52");
  if (!file) return;
  const double start = file->number("t0");
  FileBench bench("d11_thermostat", from(start));
  bench.run(TimeSpan::at(file->times()));
  const std::vector<double> times = switches(bench, start);
  file->check_event_times("switch_times_first_4 minus t0", times);
  CHECK(static_cast<int>(times.size()) == file->take("number_of_switches").get<int>());
  file->check_times([&](const std::string&, double t) { return bench.at("room.y", t); });
  file->check_complete();
}

TEST_CASE("D13 from a model file") {
  auto file = CaseFile::read("D13");
  if (!file) return;
  FileBench bench("d13_corners");
  bench.run(TimeSpan::at(file->times()));
  std::vector<double> saturation, dead;
  for (const EventRecord& event : bench.simulation.events()) {
    (event.name.starts_with("saturation.") ? saturation : dead).push_back(event.time);
  }
  CHECK(saturation.size() == 4);
  CHECK(dead.size() == 4);
  file->check_event_times("saturation_event_times", saturation);
  file->check_event_times("deadband_event_times", dead);
  file->check_times(
      [&](const std::string& quantity, double t) { return bench.at(quantity + ".y", t); });
  file->check_complete();
}

TEST_CASE("D15 from a model file") {
  auto file = CaseFile::read("D15");
  if (!file) return;
  FileBench bench("d15_crossings", from(file->json()["t_span"][0]));
  bench.run(TimeSpan::at(file->times()));
  file->check_event_times("event_times", bench.event_times("zero.atLower"));
  std::vector<double> directions;
  for (const EventRecord& event : bench.simulation.events()) directions.push_back(event.direction);
  file->check_values("directions", directions);
  file->check_times([&](const std::string&, double t) { return bench.at("y.y", t); });
  file->check_complete();
}

TEST_CASE("D21 from a model file") {
  auto file = CaseFile::read("D21");
  if (!file) return;
  const Table gains =
      std::get<Table>(model_of("d21_held_plant").component("controller").config.at("D"));
  file->check_values("Kd", {-gains(0, 0), -gains(0, 1)});
  FileBench bench("d21_held_plant");
  bench.run(TimeSpan::until(8.0));
  std::vector<double> states, commands;
  for (int k = 0; k <= 8; ++k) {
    states.push_back(bench.at("plant.y[1]", k));
    states.push_back(bench.at("plant.y[2]", k));
    if (k < 8) commands.push_back(bench.at("controller.y[1]", k, Limit::Right));
  }
  file->check_values("x(k dt), k = 0..8", states);
  file->check_values("u_k, k = 0..7", commands);
  for (const char* of_the_interface : {"Phi", "Gamma"}) file->take(of_the_interface);
  file->check_complete();
}

TEST_CASE("D23 from a model file") {
  auto file = CaseFile::read("D23");
  if (!file) return;
  FileBench bench("d23_sampled_pi");
  bench.run(TimeSpan::until(86400.0));
  file->check_times([&](const std::string& quantity, double t) {
    if (quantity == "T") return bench.at("room.y", t);
    return bench.at("pi.command", t, Limit::Right);
  });
  file->check_complete();
}

TEST_CASE("D25 from model files") {
  auto file = CaseFile::read("D25");
  if (!file) return;
  FileBench counter("d25_counter");
  counter.run(TimeSpan::until(5.5));
  counter.run(TimeSpan::until(10.0));
  counter.simulation.settle();  // the tick at 10 s acts
  const std::vector<double> times = file->take("part1.times").get<std::vector<double>>();
  std::vector<double> counts;
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    counts.push_back(counter.at("counter.y[1]", times[i], Limit::Right));
  }
  counts.push_back(counter.value("counter.y[1]"));
  file->check_values("part1.counter", counts);
  FileBench clocks("d25_clocks");
  clocks.run(TimeSpan::at(file->times("part2")));
  file->check_times([&](const std::string& quantity,
                        double t) { return clocks.at(quantity.substr(6) + ".y", t, Limit::Right); },
                    "part2");
  file->check_complete();
}

TEST_CASE("D49 from a model file") {
  auto file = CaseFile::read("D49");
  if (!file) return;
  FileBench bench("d49_noise");
  double sum = 0.0, squares = 0.0, worst = 0.0, before = 0.0;
  std::vector<double> draws, second;
  for (int k = 0; k <= 10000; ++k) {
    bench.simulation.advance(k);
    const double integral = bench.value("x1.y");
    if (k > 0) worst = std::max(worst, std::abs(integral - before - draws.back()));
    before = integral;
    bench.simulation.settle();
    draws.push_back(bench.value("n1.y"));
    second.push_back(bench.value("n2.y"));
    sum += draws.back();
    squares += draws.back() * draws.back();
  }
  const auto n = static_cast<double>(draws.size());
  CHECK(static_cast<int>(draws.size()) == file->take("draws").get<int>());
  CHECK(std::abs(sum / n) <= file->take("|mean| <=").get<double>());
  CHECK(std::abs(squares / n - sum / n * sum / n - 1.0) <=
        file->take("|variance - 1| <=").get<double>());
  CHECK(worst <= file->take("held between ticks, and x(k+1) - x(k) = n_k to").get<double>());
  file->take("two components with the same global seed");
  CHECK(draws != second);
  CHECK(std::adjacent_find(draws.begin(), draws.end()) == draws.end());  // new at every tick
  file->take("same seed, 1/2/4 threads");
  for (const int threads : {1, 2, 4}) {
    RunOptions options;
    options.step = std::chrono::seconds(1);
    options.steps = 100;
    options.threads = threads;
    options.worth_parallel = 0.0;
    const std::vector<double> rows =
        run_signal(model_of("d49_noise"), standard_components(), "n1.y", options);
    // A draw of the step that begins at k s is seen in the row at its end.
    CHECK(std::equal(rows.begin() + 1, rows.end(), draws.begin()));
  }
  file->check_complete();
}

}  // namespace
}  // namespace hearth::test::json_hybrid_case_test
