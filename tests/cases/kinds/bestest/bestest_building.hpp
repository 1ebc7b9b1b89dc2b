// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "hearth/framework/model/model.hpp"

namespace hearth::cases {

/// What makes up one case of the test building.
struct BestestCase {
  bool free_floating = false;
  bool sun_space = false;
  std::string glazing = "double_clear_600";
  std::map<std::string, std::string> constructions;  ///< "wall", "roof", "floor": name in the file
  std::map<char, double> windows;                    ///< m2 by orientation N, E, S, W
  double overhang_depth = 0.0, overhang_gap = 0.0;   // m
  double fin_depth = 0.0, fin_gap = 0.0;             // m
  bool heated = true;
  double heating_setpoint = 20.0, cooling_setpoint = 27.0;  // degC
  double setback = 20.0;                                    // degC, heating setpoint of the night
  int setback_from = 0, setback_to = 0;                     // h; equal: no setback
  int cooling_from = 0, cooling_to = 24;                    // h
  int vent_from = 0, vent_to = 0;                           // h
  double vent_flow = 0.0;                                   // m3/h, at the altitude
};

/// Reads a case of `building_parameters.json`. Throws if it has members that are not known.
BestestCase bestest_case(const nlohmann::json& building, const std::string& name);

/// Returns the model of a case on an hourly weather file. Zones: "zone" and, with a sun-space,
/// "sunspace".
SimulationModel bestest_model(const BestestCase& test, const nlohmann::json& building,
                              const std::filesystem::path& weather);

}  // namespace hearth::cases
