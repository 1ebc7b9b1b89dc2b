// SPDX-License-Identifier: MIT
// BOPTEST testcase1: a room with one capacity and a sampled controller with a dead band.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "hearth/components/physics/psychrometrics.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/framework/analysis/trajectory.hpp"
#include "hearth/framework/continuous/continuous_simulation.hpp"
#include "hearth/tests/cases/kinds/boptest_kpis.hpp"
#include "hearth/tests/cases/kinds/kinds.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;

// The words of the file: "293.15+10*sin(2*pi*t/86400)" K outdoors, and the heat
// `u=2000*(293.15-T) if T<293.15; 2000*(296.15-T) if T>296.15; else 0`.
struct Sine {
  double mean, amplitude, period;
};
struct BandLaw {
  double gain, low, high;
};

/// Returns all numbers in a text.
std::vector<double> numbers_in(const std::string& text) {
  std::vector<double> found;
  for (std::size_t i = 0; i < text.size();) {
    if (std::isdigit(static_cast<unsigned char>(text[i])) != 0) {
      std::size_t length = 0;
      found.push_back(std::stod(text.substr(i), &length));
      i += length;
    } else {
      ++i;
    }
  }
  return found;
}

Sine sine_of(const std::string& text) {
  const std::vector<double> n = numbers_in(text);  // mean, amplitude, 2 of 2 pi, period
  return {n.at(0), n.at(1), n.at(3)};
}
BandLaw law_of(const std::string& text) {
  const std::vector<double> n = numbers_in(text);  // gain, low, low, gain, high, high, 0
  return {n.at(0), n.at(1), n.at(4)};
}

/// The room, weather and controller; `u` is held between samples.
SimulationModel model_of(const json& file) {
  const json& room = file.at("model");
  const json& controller = file.at("controller");
  const Sine outdoors = sine_of(room.at("T_out_K"));
  const BandLaw law = law_of(controller.at("law"));
  SimulationModel model;
  model.add_component(test::instance("room", "ThermalNode", {{"C", room.at("C_J_K")}}));
  model.add_component(test::instance("outdoors", "SineWave",
                                     {{"amplitude", outdoors.amplitude},
                                      {"period", outdoors.period},
                                      {"offset", outdoors.mean - physics::kKelvin}}));
  const double middle = 0.5 * (law.low + law.high) - physics::kKelvin;
  model.add_component(test::instance("error", "Gain", {{"k", 1.0}, {"c", -middle}}));
  model.add_component(test::instance("band", "DeadBand", {{"band", 0.5 * (law.high - law.low)}}));
  model.add_component(test::instance("gain", "Gain", {{"k", -law.gain}}));
  model.add_component(test::instance("hold", "ZeroOrderHold")).clock =
      SampleClock{.period = controller.at("step_s").get<double>()};
  for (const char* connection :
       {"outdoors.y -> room.adjacentTemperature", "room.temperature -> error.u",
        "error.y -> band.u", "band.y -> gain.u", "gain.y -> hold.u", "hold.y -> room.heatGain"}) {
    model.add_connection(connection);
  }
  model.set_parameter("room.R[outdoors]", {room.at("R_K_W"), {}});
  model.set_initial("room.temperature", {room.at("T0_K").get<double>() - physics::kKelvin, {}});
  return model;
}

/// Runs a model to the last of the times on the continuous engine and keeps what the span asks for.
Trajectory run_of(const json& file, const SimulationModel& model, const TimeSpan& span,
                  const std::vector<std::string>& signals) {
  const Plan plan = compile(model, standard_components(), {.engine = Engine::Continuous});
  const Duration step(std::llround(file.at("controller").at("step_s").get<double>() * 1000.0));
  RunRequest request;
  const auto steps =
      static_cast<long>(std::ceil(span.times.back() * 1000.0 / static_cast<double>(step.count())));
  request.period = {test::kStart, test::kStart + steps * step, step};
  const RunInputs inputs = resolve_inputs(plan, request);
  ContinuousOptions options;
  options.integrator.relative_tolerance = 1e-9;
  options.integrator.absolute_tolerance = 1e-9;
  ContinuousSimulation simulation(plan, inputs, options);
  std::vector<int> cells;
  for (const std::string& signal : signals) cells.push_back(plan.signal(signal));
  Trajectory trajectory(signals_of(plan, cells));
  simulation.initialize();
  run(simulation, span, cells, trajectory);
  return trajectory;
}

/// The room's temperature at given times [degC]: the engine stops at each of them.
std::vector<double> temperatures(const json& file, const std::vector<double>& times) {
  const Trajectory trajectory =
      run_of(file, model_of(file), TimeSpan::at(times), {"room.temperature"});
  std::vector<double> values;
  for (const double time : times) values.push_back(trajectory.at("room.temperature", time));
  return values;
}

Check compare_trajectory(const CaseFile& file, Plot& plot) {
  // "testcase1/results_python.csv (what it holds)": the file lies next to this one.
  const std::string named = file.content.at("reference_file");
  const std::filesystem::path reference = named.substr(0, named.find(' '));
  const auto path = file.data.find(reference.filename().string(), file.path);
  const CsvTable table = read_csv(path);
  const auto column = [&table](const std::string& name) {
    const auto found = table.find(name);
    if (!found) throw table.missing_column(name);
    return table.numbers(*found);
  };
  const std::vector<double> times = column("time");
  const std::vector<double> expected = column("TRooAir_y");
  const std::vector<double> found = temperatures(file.content, times);
  Check worst{"", 0.0, file.content.at("tolerance").at("TRooAir_K"), "K"};
  plot = {.x_label = "hour",
          .y_label = "degC",
          .curves = {{.name = "reference", .reference = true}, {.name = "room"}}};
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double deviation = std::abs(found[i] + physics::kKelvin - expected[i]);
    if (!(deviation <= worst.deviation)) worst.deviation = deviation;
    for (Plot::Curve& curve : plot.curves) {
      curve.x.push_back(times[i] / 3600.0);
      curve.y.push_back(curve.reference ? expected[i] - physics::kKelvin : found[i]);
    }
  }
  return worst;
}

/// The KPIs of a run, sampled every 10 s and on both sides of each switch of the heater, so that
/// the trapezoids of what is clipped at a limit are finer than the reference.
void compare_kpis(const CaseFile& file, CaseReport& report) {
  SimulationModel model = model_of(file.content);
  const Sine co2 = sine_of(file.content.at("model").at("CO2_ppm"));
  model.add_component(
      test::instance("co2", "SineWave",
                     {{"amplitude", co2.amplitude}, {"period", co2.period}, {"offset", co2.mean}}));
  TimeSpan span = TimeSpan::until(file.content.at("duration_s"));
  const double end = span.times.back();
  span.times.clear();
  for (long k = 0; 10.0 * static_cast<double>(k) <= end; ++k) {
    span.times.push_back(10.0 * static_cast<double>(k));
  }
  compare_testcase1_kpis(
      file, run_of(file.content, model, span, {"room.temperature", "hold.y", "co2.y"}), report);
}

bool is_kpi_reference(const json& content) {
  return content.contains("trajectory") && content.contains("schedules_zero_order_hold");
}

}  // namespace

bool recognises_boptest_trajectory(const json& content) {
  if (!content.is_object()) return false;
  return is_kpi_reference(content) ||
         (content.contains("reference_file") && content.contains("controller") &&
          content.contains("model") && content["model"].is_object());
}

void run_boptest_trajectory(const CaseFile& file, CaseReport& report) {
  const std::string name = file.path.parent_path().filename().string();
  if (is_kpi_reference(file.content)) return compare_kpi_reference(file, report);
  Plot plot;
  const Check worst = compare_trajectory(file, plot);
  report.compare("boptest", name + " trajectory", {worst}).plots.push_back(std::move(plot));
  if (file.content.contains("kpis")) compare_kpis(file, report);
}

}  // namespace hearth::cases
