// SPDX-License-Identifier: MIT
#include "hearth/tests/dynamics/case_models.hpp"

#include <nlohmann/json.hpp>

#include "hearth/tests/support/simulate.hpp"

namespace hearth::test {

using nlohmann::json;

SimulationModel van_der_pol(const json& parameters, const json& start) {
  SimulationModel model;
  model.add_component(instance("o", "VanDerPol", {{"mu", parameters["mu"]}}));
  model.set_initial("o.x1", {start["x1"], {}});
  model.set_initial("o.x2", {start["x2"], {}});
  return model;
}

SimulationModel thermostat(const json& parameters, const json& start) {
  const json& p = parameters;
  SimulationModel model;
  model.add_component(instance("room", "HeatedRoom",
                               {{"C", p["C"]}, {"R", p["R"]}, {"P", p["P"]}, {"Ta", p["Ta"]}}));
  model.add_component(
      instance("relay", "TwoPoint", {{"T_low", p["T_low"]}, {"T_high", p["T_high"]}}));
  model.set_initial("room.T", {start["T"], {}});
  model.set_initial("relay.s", {start["s"].get<double>(), {}});
  model.add_connection("room.T -> relay.measurement");
  model.add_connection("relay.s -> room.s");
  return model;
}

SimulationModel wall(const json& parameters, const json& inputs) {
  const auto number = [&](const char* name) { return parameters[name].get<double>(); };
  const int n = parameters["N"];
  const double dx = number("thickness") / n, k = number("k");
  const double capacity = number("rho") * number("cp") * dx;
  const auto name = [](int i) { return (i < 10 ? "n0" : "n") + std::to_string(i); };
  const auto resistance = [&](int i) {
    if (i == 0) return 1.0 / number("h_out") + dx / (2.0 * k);
    if (i == n) return 1.0 / number("h_in") + dx / (2.0 * k);
    return dx / k;
  };
  SimulationModel model;
  for (int i = 1; i <= n; ++i) {
    const double divisor = i == 1 ? number("first_node_C_divisor") : 1.0;
    model.add_component(instance(
        name(i), "WallNode",
        {{"C", capacity / divisor}, {"R_left", resistance(i - 1)}, {"R_right", resistance(i)}}));
    model.set_initial(name(i) + ".T", {20.0, {}});
  }
  model.add_component(constant("outdoors", inputs["To"]));
  model.add_component(constant("indoors", inputs["Ti"]));
  for (int i = 1; i <= n; ++i) {
    model.add_connection((i == 1 ? "outdoors.scheduleValue" : name(i - 1) + ".T") + " -> " +
                         name(i) + ".left");
    model.add_connection((i == n ? "indoors.scheduleValue" : name(i + 1) + ".T") + " -> " +
                         name(i) + ".right");
  }
  return model;
}

}  // namespace hearth::test
