// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/framework/model/model.hpp"

namespace hearth::test {

/// A model described in the vocabulary of Twin4Build, with the reference results of that program.
struct ReferenceModel {
  nlohmann::json description;
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;  // without `seconds` and `datetime`
};

inline ReferenceModel read_reference(const std::string& stem) {
  ReferenceModel reference;
  std::ifstream(stem + ".json") >> reference.description;
  std::ifstream csv(stem + ".csv");
  std::string line, cell;
  std::getline(csv, line);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  std::stringstream header(line);
  while (std::getline(header, cell, ',')) reference.columns.push_back(cell);
  reference.columns.erase(reference.columns.begin(), reference.columns.begin() + 2);
  while (std::getline(csv, line)) {
    std::stringstream cells(line);
    std::vector<double> row;
    for (int i = 0; std::getline(cells, cell, ','); ++i) {
      if (i >= 2) row.push_back(std::stod(cell));
    }
    reference.rows.push_back(row);
  }
  return reference;
}

/// Weekly rules of one rule set that holds on every day; rules end inclusively in that program.
inline SeriesSpec rules_of(const nlohmann::json& set) {
  WeeklyRules rules;
  rules.end_inclusive = true;
  rules.otherwise = set["ruleset_default_value"];
  for (std::size_t i = 0; i < set["ruleset_value"].size(); ++i) {
    const int from =
        60 * set["ruleset_start_hour"][i].get<int>() + set["ruleset_start_minute"][i].get<int>();
    const int to =
        60 * set["ruleset_end_hour"][i].get<int>() + set["ruleset_end_minute"][i].get<int>();
    if (from >= to) continue;
    rules.rules.push_back({0x7f, from, to, set["ruleset_value"][i]});
  }
  SeriesSpec spec;
  spec.source = rules;
  spec.sample = Sample::End;
  return spec;
}

inline Quantity number(const nlohmann::json& value) { return {value.get<double>(), std::nullopt}; }

inline Component component_of(const nlohmann::json& described) {
  const std::string type = described["class"];
  const nlohmann::json& p = described["parameters"];
  Component component;
  component.id = described["id"];
  const auto take = [&](const char* theirs, const char* ours) {
    component.parameters[ours].value = number(p[theirs]);
  };
  if (type == "ScheduleSystem") {
    component.type = "Schedule";
    component.config["value"] = rules_of(p["weekDayRulesetDict"]);
  } else if (type == "DamperTorchSystem") {
    component.type = "Damper";
    take("a", "a");
    take("nominalAirFlowRate", "nominalAirFlowRate");
  } else if (type == "SpaceHeaterTorchSystem") {
    component.type = "SpaceHeater";
    for (const char* name : {"Q_flow_nominal_sh", "T_a_nominal_sh", "T_b_nominal_sh",
                             "TAir_nominal_sh", "thermalMassHeatCapacity", "UA"}) {
      take(name, name);
    }
    component.config["nelements"] = p["nelements"].get<int>();
    component.initial["elementTemperature"] = Quantity{21.0, std::nullopt};
  } else if (type == "BuildingSpaceTorchSystem") {
    component.type = "BuildingSpace";
    for (const char* name : {"C_air", "C_wall", "C_boundary", "R_out", "R_in", "R_boundary",
                             "f_wall", "f_air", "Q_occ_gain"}) {
      component.parameters[name].value = number(p[std::string("thermal.") + name]);
    }
    component.parameters["V"].value = Quantity{p["mass.V"].get<double>() / 1.2, std::nullopt};
    component.parameters["G_occ"].value = Quantity{1e-6 * p["mass.G_occ"].get<double>(), {}};
    component.parameters["m_inf"].value = number(p["mass.m_inf"]);
    component.initial["boundaryWallTemperature"] = Quantity{20.0, std::nullopt};
  }
  return component;
}

/// Builds a model of schedules, dampers, radiators and rooms through the public interface.
inline SimulationModel build(const nlohmann::json& description) {
  SimulationModel model;
  for (const auto& described : description["components"]) {
    model.add_component(component_of(described));
  }
  for (const auto& c : description["connections"]) {
    model.add_connection(c["from"].get<std::string>() + "." + c["output"].get<std::string>() +
                         " -> " + c["to"].get<std::string>() + "." + c["input"].get<std::string>());
  }
  return model;
}

}  // namespace hearth::test
