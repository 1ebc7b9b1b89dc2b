// SPDX-License-Identifier: MIT
// PID controllers: sequences of errors against outputs worked out by hand, and closed loops with a
// first-order plant against their exact solution.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/cases/kinds/kinds.hpp"
#include "hearth/tests/support/points.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;
using test::Bench;
using test::constant;
using test::instance;
using test::run_signal;
using test::RunOptions;

constexpr const char* kPidGroup = "control_pid";

Duration whole_milliseconds(double seconds) {
  const double ms = 1000.0 * seconds;
  if (!(ms >= 1.0) || std::abs(ms - std::round(ms)) > 1e-6) {
    throw std::runtime_error(fmt::format("a step of {} s is not a whole number of ms", seconds));
  }
  return Duration(std::llround(ms));
}

/// A PidController with the gain of a file, whose sign sets the direction of its action.
Component controller(const std::string& form, double gain, double integral_time,
                     double derivative_time, double lower, double upper) {
  Component pid = instance("pid", "PidController",
                           {{"kp", gain},
                            {"Ti", integral_time},
                            {"Td", derivative_time},
                            {"lower", lower},
                            {"upper", upper}});
  if (form != "positional_clamped" && form != "velocity") {
    throw std::runtime_error("there is no form '" + form + "'");
  }
  pid.config["isReverse"] = gain >= 0.0;
  pid.config["form"] = Word{form == "velocity" ? "velocity" : "positional"};
  pid.config["saturation"] = Word{"hard"};
  // The files keep the new integral of a sample as a whole or not at all.
  pid.config["antiWindup"] = Word{"conditional"};
  return pid;
}

void run_sequence(const json& entry, double tolerance, const std::string& name,
                  CaseReport& report) {
  const double step = entry.at("dt_s");
  const std::vector<double> errors = entry.at("error");
  const std::vector<double> expected = entry.at("expected_output");
  if (errors.size() != expected.size()) throw std::runtime_error(name + ": lengths differ");
  const std::string form = entry.at("form");
  std::vector<double> times;
  for (std::size_t k = 0; k < errors.size(); ++k) times.push_back(step * static_cast<double>(k));
  SimulationModel model;
  model.add_component(controller(form, entry.at("K"), entry.at("Ti_s"), entry.value("Td_s", 0.0),
                                 entry.at("u_min"), entry.at("u_max")));
  model.add_component(test::points("wanted", times, errors));
  model.add_component(constant("measured", 0.0));
  model.add_connection("wanted.scheduleValue -> pid.setpointValue");
  model.add_connection("measured.scheduleValue -> pid.actualValue");
  RunOptions options;
  options.steps = static_cast<long>(errors.size());
  options.step = whole_milliseconds(step);
  const auto output = run_signal(model, standard_components(), "pid.inputSignal", options);
  std::vector<Check> checks;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    // The sample taken at the start of step k is what the row at its end shows.
    checks.push_back(
        {fmt::format("sample {}", k + 1), std::abs(output[k + 1] - expected[k]), tolerance, ""});
  }
  report.compare(kPidGroup, fmt::format("{} ({})", name, form), checks);
}

/// What the text of the file asks of a closed loop.
struct LoopTolerance {
  double order = 0.0;
  double error = 0.0;
  double step = 0.0;  ///< s
};

LoopTolerance loop_tolerance(const json& file) {
  const std::string text = file.at("closed_loop_tolerance");
  std::smatch found;
  const std::regex wanted(R"(order >= ([0-9.]+)\).*abs ([0-9.eE+-]+) at dt = ([0-9.eE+-]+) s)");
  if (!std::regex_search(text, found, wanted)) {
    throw std::runtime_error("closed_loop_tolerance is not understood: " + text);
  }
  return {std::stod(found[1]), std::stod(found[2]), std::stod(found[3])};
}

/// A loop run at one step: output of the plant and of the controller, row by row.
struct LoopRun {
  double step = 0.0;  ///< s
  std::vector<double> y, u;
};

/// Largest deviations at the times of the file; between rows by lines.
struct LoopError {
  double y = 0.0, u = 0.0;
};

double between(const std::vector<double>& rows, double step, double time) {
  const double position = time / step;
  const auto k = static_cast<std::size_t>(position + 1e-9);
  const double share = std::max(0.0, position - static_cast<double>(k));
  return share < 1e-6 ? rows.at(k) : (1.0 - share) * rows.at(k) + share * rows.at(k + 1);
}

LoopError error_of(const LoopRun& run, const json& expected) {
  LoopError error;
  for (const json& row : expected) {
    const double time = row.at("t_s");
    error.y =
        std::max(error.y, std::abs(between(run.y, run.step, time) - row.at("y").get<double>()));
    error.u =
        std::max(error.u, std::abs(between(run.u, run.step, time) - row.at("u").get<double>()));
  }
  return error;
}

Component plant(const json& entry) {
  const double tau = entry.at("plant_tau_s");
  const double gain = entry.at("plant_gain");
  Component component =
      instance("plant", "TransferFunction", {{"a", 1.0 / tau}, {"b", gain / tau}});
  component.initial["y"] = Quantity{0.0, {}};
  return component;
}

LoopRun run_loop(const SimulationModel& model, const std::string& u, double end, double step,
                 Coupling coupling) {
  RunOptions options;
  options.compile.coupling = coupling;
  options.step = whole_milliseconds(step);
  options.steps = static_cast<long>(std::ceil(end / step - 1e-9)) + 2;
  Bench<double> bench(model, standard_components(), options);
  const int y_cell = bench.plan.signal("plant.y"), u_cell = bench.plan.signal(u);
  LoopRun run;
  run.step = step;
  bench.simulation.initialize();
  for (long k = 0; k <= options.steps; ++k) {
    if (k > 0) bench.simulation.step();
    run.y.push_back(bench.simulation.value(y_cell));
    run.u.push_back(bench.simulation.value(u_cell));
  }
  return run;
}

double end_of(const json& entry) {
  double end = 0.0;
  for (const json& row : entry.at("expected")) end = std::max(end, row.at("t_s").get<double>());
  return end;
}

/// A PI controller without samples, (K s + K/Ti)/s, as the exact solution has it. The loop is
/// solved in each step: plant and controller see each other at its end.
LoopRun continuous_controller(const json& entry, double step) {
  const double gain = entry.at("K");
  const double integral_time = entry.at("Ti_s");
  const double setpoint = entry.at("setpoint_step");
  SimulationModel model;
  model.add_component(plant(entry));
  Component error = instance("error", "Sum");
  error.parameters["k"].value =
      std::map<std::string, Quantity>{{"wanted", {1.0, {}}}, {"measured", {-1.0, {}}}};
  model.add_component(error);
  Component pi =
      instance("pi", "TransferFunction", {{"a", 0.0}, {"b", gain / integral_time}, {"b0", gain}});
  pi.initial["y"] = Quantity{gain * setpoint, {}};
  model.add_component(pi);
  model.add_component(constant("setpoint", setpoint));
  model.add_connection("setpoint.scheduleValue -> error.u[wanted]");
  model.add_connection("plant.y -> error.u[measured]");
  model.add_connection("error.y -> pi.u");
  model.add_connection(Connection{{"pi", "y", ""}, {"plant", "u", ""}, CutPin::Prefer});
  return run_loop(model, "pi.y", end_of(entry), step, Coupling::Iterate);
}

/// A PidController in positional form, sampled at each step: at t it sees the plant at t.
LoopRun sampled_controller(const json& entry, double step) {
  SimulationModel model;
  model.add_component(plant(entry));
  model.add_component(
      controller("positional_clamped", entry.at("K"), entry.at("Ti_s"), 0.0, -1e9, 1e9));
  model.add_component(constant("setpoint", entry.at("setpoint_step")));
  model.add_connection("setpoint.scheduleValue -> pid.setpointValue");
  model.add_connection(Connection{{"plant", "y", ""}, {"pid", "actualValue", ""}, CutPin::Prefer});
  model.add_connection("pid.inputSignal -> plant.u");
  LoopRun run = run_loop(model, "pid.inputSignal", end_of(entry), step, Coupling::GaussSeidel);
  run.u.erase(run.u.begin());  // a row shows the command before the sample at its time
  return run;
}

/// The order at which an error shrinks where the step is halved; if nothing but the rounding of
/// the file is left, the order asked for.
double shortfall(double coarse, double fine, double wanted, double rounding) {
  if (fine <= rounding) return 0.0;
  return std::max(0.0, wanted - std::log2(coarse / fine));
}

/// How far an order that is found by halving one small step may be off.
constexpr double kOrderMargin = 0.02;

void run_closed_loop(const json& entry, const LoopTolerance& wanted, double step,
                     const std::string& name, CaseReport& report) {
  double largest = 1.0;
  for (const json& row : entry.at("expected")) {
    largest = std::max(
        {largest, std::abs(row.at("y").get<double>()), std::abs(row.at("u").get<double>())});
  }
  const double rounding = 1e-9 * largest;  // the file gives ten digits
  const auto errors = [&](auto loop) {
    return std::pair{error_of(loop(entry, step), entry.at("expected")),
                     error_of(loop(entry, step / 2.0), entry.at("expected"))};
  };
  const auto order = [&](const char* what, double coarse, double fine) {
    return Check{fmt::format("order of {} short by", what),
                 shortfall(coarse, fine, wanted.order, rounding), kOrderMargin, ""};
  };
  const auto [coarse, fine] = errors(&continuous_controller);
  report.compare(kPidGroup, name,
                 {{"y", coarse.y, wanted.error, ""},
                  {"u", coarse.u, wanted.error, ""},
                  order("y", coarse.y, fine.y),
                  order("u", coarse.u, fine.u)});
  // The backward rectangles of a sampled PI controller lead the integral by half a sample of the
  // error, so that its u is off by up to K dt/Ti; its plant is held to the tolerance.
  const auto [sampled, halved] = errors(&sampled_controller);
  Outcome& outcome = report.compare(kPidGroup, name + ", sampled",
                                    {{"y", sampled.y, wanted.error, ""},
                                     order("y", sampled.y, halved.y),
                                     order("u", sampled.u, halved.u)});
  outcome.note = fmt::format(
      "u of the sampled controller deviates by {:.2g} from that of the continuous one at a step of "
      "{} s, because its integral uses each error for a whole period; the deviation decreases with "
      "the step",
      sampled.u, step);
}

}  // namespace

bool recognises_control_pid(const json& content) {
  if (!content.is_object() || !content.contains("groups")) return false;
  const json& groups = content.at("groups");
  if (!groups.is_object()) return false;
  return groups.contains("closed_loop_first_order_plant") ||
         (groups.contains("sequences") &&
          (content.contains("positional_clamped") || content.contains("velocity")));
}

void run_control_pid(const CaseFile& file, CaseReport& report) {
  const json& groups = file.content.at("groups");
  if (groups.contains("sequences")) {
    const double tolerance = file.content.at("tolerance_abs");
    int number = 0;
    for (const json& entry : groups.at("sequences")) {
      run_sequence(entry, tolerance, fmt::format("sequence {}", ++number), report);
    }
  }
  if (groups.contains("closed_loop_first_order_plant")) {
    const LoopTolerance wanted = loop_tolerance(file.content);
    int number = 0;
    for (const json& entry : groups.at("closed_loop_first_order_plant")) {
      run_closed_loop(entry, wanted, file.step.value_or(wanted.step),
                      fmt::format("closed loop {}", ++number), report);
    }
  }
}

}  // namespace hearth::cases
