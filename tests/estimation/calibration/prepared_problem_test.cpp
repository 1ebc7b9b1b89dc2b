// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/prepared_problem.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/estimation/calibration/residuals.hpp"
#include "hearth/tests/estimation/calibration/known_room.hpp"

namespace hearth::test::prepared_problem_test {
namespace {

/// A component whose first output is given, while the state behind it is estimated.
struct GivenOutput {
  std::string type;
  std::string output;     ///< of "thing", given in the model and measured
  std::string unit;       ///< of the output
  std::string target;     ///< of "thing@"
  double given = 0.0;     ///< of the output, in the model
  double estimate = 0.0;  ///< of the state
  double expected = 0.0;  ///< of the output in row 0
  std::string inputs;     ///< connections from "one"
};

CalibrationProblem problem_of(const CalibrationFolder& folder, const GivenOutput& given) {
  const Json model = {
      {"hearth", 1},
      {"components",
       {{"thing", {{"type", given.type}, {"initial", {{given.output, given.given}}}}},
        {"seen", {{"type", "Sensor"}, {"initial", {{"measuredValue", given.given}}}}},
        {"one", {{"type", "Schedule"}, {"config", {{"value", 20}}}}}}},
      {"connections", Json::array({"thing." + given.output + " -> seen.measuredValue[thing]"})}};
  Json whole = model;
  if (!given.inputs.empty()) whole["connections"].push_back(given.inputs);
  folder.write("model.hearth.json", whole.dump());
  folder.write_series("y.csv", {given.expected, given.expected});
  const Json measured = {{"file", "y.csv"}, {"column", "value"}, {"unit", given.unit}, {"sd", 1}};
  Json thing = measured, seen = measured;
  thing["port"] = "thing." + given.output;
  seen["port"] = "seen.measuredValue";
  const Json problem = {
      {"hearth", 1},
      {"model", "model.hearth.json"},
      {"step", 600},
      {"periods", {{{"start", "2023-01-01T00:00:00Z"}, {"end", "2023-01-01T00:10:00Z"}}}},
      {"parameters", {{{"targets", {"thing@" + given.target}}, {"initial", given.estimate}}}},
      {"measurements", {thing, seen}}};
  Diagnostics diagnostics;
  return read_calibration(folder.write("problem.json", problem.dump()), standard_components(), {},
                          diagnostics);
}

TEST_CASE("an estimated state decides row 0 of every kind of component, and of what follows it") {
  const GivenOutput given = GENERATE(
      GivenOutput{"ThermalNode", "temperature", "degC", "temperature", 20.0, 31.0, 31.0, ""},
      GivenOutput{"BuildingSpace", "indoorTemperature", "degC", "indoorTemperature", 20.0, 31.0,
                  31.0, "one.scheduleValue -> thing.outdoorTemperature"},
      GivenOutput{"MixedAirZone", "indoorTemperature", "degC", "indoorTemperature", 20.0, 31.0,
                  31.0, "one.scheduleValue -> thing.outdoorTemperature"},
      GivenOutput{"MixedAirZone", "indoorCO2", "ppm", "indoorCO2", 400.0, 900.0, 900.0,
                  "one.scheduleValue -> thing.outdoorTemperature"},
      GivenOutput{"SimpleHourlyZone", "massTemperature", "degC", "massTemperature", 20.0, 31.0,
                  31.0, "one.scheduleValue -> thing.outdoorTemperature"},
      GivenOutput{"Integrator", "y", "1", "x", 3.0, 7.0, 7.0, "one.scheduleValue -> thing.u"},
      GivenOutput{"Meter", "energy", "kWh", "energy", 3.0, 7.0, 7.0, ""});
  INFO(given.type << "." << given.output);
  const CalibrationFolder folder;
  const CalibrationProblem problem = problem_of(folder, given);
  const PreparedProblem prepared(problem, standard_components());
  SimulationResiduals residuals(prepared, 1);
  std::vector<double> r(static_cast<std::size_t>(residuals.residuals()));
  std::vector<double> jacobian(r.size());
  REQUIRE(residuals.evaluate(&given.estimate, r.data(), jacobian.data()));
  CHECK(r[0] == 0.0);  // of the component in row 0
  CHECK(r[1] == 0.0);  // of the sensor
  CHECK(jacobian[0] == 1.0);
  CHECK(jacobian[1] == 1.0);
}

TEST_CASE("overlaps of periods are warned of in order, the first thousand of them") {
  const CalibrationFolder folder;
  CalibrationProblem problem =
      problem_of(folder, {"Meter", "energy", "kWh", "energy", 3.0, 7.0, 7.0, ""});
  const auto overlaps = [&] {
    PreparedProblem prepared(problem, standard_components());
    std::vector<std::string> said;
    for (const Diagnostic& item : prepared.diagnostics().items()) {
      if (item.code == "calibration.periods_overlap") said.push_back(item.message);
    }
    return said;
  };
  CHECK(overlaps().empty());
  problem.periods.assign(3, problem.periods[0]);
  const std::vector<std::string> three = overlaps();
  REQUIRE(three.size() == 3);  // 2 with 1, 3 with 1 and 2
  CHECK_THAT(three[1], Catch::Contains("period 1:"));
  CHECK_THAT(three[2], Catch::Contains("period 2:"));
  problem.periods.assign(60, problem.periods[0]);  // 1770 pairs
  CHECK(overlaps().size() == 1001);
}

}  // namespace
}  // namespace hearth::test::prepared_problem_test
