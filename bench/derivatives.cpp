// SPDX-License-Identifier: MIT
// Gradients and Jacobians of a day of rooms, compared with a simulation of the same day.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hearth/bench/benchmarks.hpp"
#include "hearth/bench/prepared.hpp"
#include "hearth/framework/tangent/adjoint.hpp"
#include "hearth/framework/tangent/sensitivities.hpp"

namespace hearth::bench {
namespace {

/// Returns the cells of `count` parameters, spread over the rooms.
std::vector<int> parameter_cells(const Plan& plan, int rooms_count, int count) {
  constexpr const char* kNames[] = {".C_air",
                                    ".C_wall",
                                    ".R_out",
                                    ".R_in",
                                    ".V",
                                    ".m_inf",
                                    ".G_occ",
                                    ".Q_occ_gain",
                                    "_heater.UA",
                                    "_heater.thermalMassHeatCapacity",
                                    "_heating.kp",
                                    "_heating.Ti",
                                    "_ventilation.kp",
                                    "_ventilation.Ti",
                                    "_valve.waterFlowRateMax",
                                    "_valve.valveAuthority",
                                    "_supply.nominalAirFlowRate",
                                    "_supply.a",
                                    "_exhaust.nominalAirFlowRate",
                                    "_exhaust.a"};
  std::vector<int> cells;
  for (int i = 0; i < count; ++i) {
    const std::string room = "room" + std::to_string(i % rooms_count);
    cells.push_back(plan.parameter(room + kNames[i / rooms_count]).cells.front());
  }
  return cells;
}

class Forward {
 public:
  Forward(int rooms_count, int parameters)
      : plain_(rooms_count),
        jets_(rooms_count),
        sensitivities_(plain_.simulation, jets_.setup,
                       directions(plain_.plan, rooms_count, parameters)) {}
  void run_day() {
    sensitivities_.initialize();
    for (long k = 0; k < kStepsOfDay; ++k) sensitivities_.step();
  }

 private:
  static std::vector<Direction> directions(const Plan& plan, int rooms_count, int parameters) {
    std::vector<Direction> all;
    for (const int cell : parameter_cells(plan, rooms_count, parameters)) {
      all.push_back({{cell, 1.0}});
    }
    return all;
  }
  Prepared<double> plain_;
  Prepared<Jet8> jets_;
  Sensitivities sensitivities_;
};

class Reverse {
 public:
  Reverse(int rooms_count, int parameters)
      : plain_(rooms_count),
        jets_(rooms_count),
        adjoint_(plain_.simulation, jets_.setup,
                 parameter_cells(plain_.plan, rooms_count, parameters)),
        out_(plain_.plan.signal("room0.indoorTemperature")) {}
  void run_day() {
    adjoint_.run(
        kStepsOfDay, 1, [](long) {}, [this](long, Tangent::Matrix& g) { g(out_, 0) += 1.0; });
  }

 private:
  Prepared<double> plain_;
  Prepared<Jet8> jets_;
  Adjoint adjoint_;
  int out_;
};

}  // namespace

void register_derivatives() {
  for (const int count : {1, 50}) {
    const std::string rooms_count = std::to_string(count);
    const auto plain = lazy<Prepared<double>>(count);
    const auto jets = lazy<Prepared<Jet8>>(count);
    add(
        "derivatives/simulation/" + rooms_count, [plain] { plain->run_day(); }, plain);
    add(
        "derivatives/eight_on_jets/" + rooms_count, [jets] { jets->run_day(); }, jets);
    for (const int parameters : {20, 400}) {
      if (parameters > 20 * count) continue;
      const std::string size = std::to_string(parameters);
      const auto forward = lazy<Forward>(count, parameters);
      const auto reverse = lazy<Reverse>(count, parameters);
      add(
          "derivatives/jacobian_of_" + size + "/" + rooms_count, [forward] { forward->run_day(); },
          forward);
      add(
          "derivatives/gradient_of_" + size + "/" + rooms_count, [reverse] { reverse->run_day(); },
          reverse);
    }
  }
}

}  // namespace hearth::bench
