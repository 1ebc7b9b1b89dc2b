// SPDX-License-Identifier: MIT
// Wall layers of the rooms of VDI 6007 reduced to resistances and capacities.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "hearth/components/physics/internal/wall_reduction.hpp"
#include "hearth/tests/cases/kinds/kinds.hpp"
#include "hearth/tests/cases/kinds/relative_checks.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;

// Rouvel's values are printed after steps of rounding that are not printed; the light room's
// interior element differs by 4.6 % from what its layers give.
constexpr double kLayerTolerance = 0.05;
// The same numbers by another program: rounding alone.
constexpr double kReductionTolerance = 1e-9;

double number_or(const json& object, const char* name, double otherwise) {
  return object.contains(name) && object[name].is_number() ? object[name].get<double>() : otherwise;
}

WallElement element_of(const json& part, double heat_unit) {
  WallElement element;
  const std::string kind = part.at("kind");
  const bool outdoors = part.at("outer_convection").is_number() || kind == "outer_walls" ||
                        kind == "rooftops" || kind == "ground_floors";
  element.side = kind == "windows" ? WallSide::Window
                 : outdoors        ? WallSide::Exterior
                                   : WallSide::Interior;
  element.area = part.at("area_m2");
  element.inner_convection = part.at("inner_convection");
  element.inner_radiation = part.at("inner_radiation");
  element.outer_convection = number_or(part, "outer_convection", 0.0);
  element.outer_radiation = number_or(part, "outer_radiation", 0.0);
  for (const json& layer : part.at("layers_inside_to_outside")) {
    element.layers.push_back({layer.at("thickness_m"), layer.at("thermal_conduc"),
                              layer.at("density"),
                              heat_unit * layer.at("heat_capac").get<double>()});
  }
  return element;
}

/// The numbers of a room by the names of the file, in SI.
std::map<std::string, double> values_of(const ReducedWalls& room) {
  const double outdoors = 1.0 / room.outdoor_conductance;
  return {{"r1_iw", room.interior.resistance},
          {"c1_iw", room.interior.capacity},
          {"area_iw", room.interior_area},
          {"alpha_weight_conv_iw", room.interior_film},
          {"r1_ow", room.exterior.resistance},
          {"c1_ow", room.exterior.capacity},
          {"r_rest_ow", room.remaining_resistance + outdoors},
          {"area_ow+area_win", room.exterior_area},
          {"alpha_conv_inner_ow", room.exterior_film},
          {"alpha_comb_outer_ow", room.outdoor_conductance / room.exterior_area},
          {"R1_iw_K_W", room.interior.resistance},
          {"C1_iw_J_K", room.interior.capacity},
          {"R1_ow_incl_window_K_W", room.exterior.resistance},
          {"C1_ow_J_K", room.exterior.capacity},
          {"R_rest_ow_incl_outdoor_film_K_W", room.remaining_resistance + outdoors},
          {"R_rem_case_file_K_W", room.remaining_resistance}};
}

/// A weight is printed for one orientation: some element of the kind has it.
double nearest_weight(const ReducedWalls& room, const std::vector<WallElement>& elements,
                      WallSide side, double reference) {
  double nearest = 0.0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (elements[i].side != side) continue;
    const double weight = room.weights[i];
    if (std::abs(weight - reference) < std::abs(nearest - reference)) nearest = weight;
  }
  return nearest;
}

std::vector<Check> checks_of(const json& published, const ReducedWalls& room,
                             const std::vector<WallElement>& elements, double tolerance) {
  const std::map<std::string, double> values = values_of(room);
  std::vector<Check> checks;
  for (const auto& [printed, entry] : published.items()) {
    std::string name = printed;
    name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
    const bool kilo = entry.value("unit", "").starts_with("kJ");
    const double reference = entry.at("value").get<double>() * (kilo ? 1000.0 : 1.0);
    if (values.count(name) != 0) {
      checks.push_back(relative_check(name, values.at(name), reference, tolerance));
    } else if (name == "weightfactor_ow" || name == "weightfactor_win") {
      const WallSide side = name == "weightfactor_ow" ? WallSide::Exterior : WallSide::Window;
      checks.push_back(relative_check(name, nearest_weight(room, elements, side, reference),
                                      reference, tolerance));
    }
  }
  return checks;
}

}  // namespace

bool recognises_rc_from_layers(const json& content) {
  if (!content.is_object() || !content.contains("rooms") || !content["rooms"].is_object()) {
    return false;
  }
  const json& rooms = content["rooms"];
  return !rooms.empty() && rooms.begin()->is_object() && rooms.begin()->contains("elements");
}

void run_rc_from_layers(const CaseFile& file, CaseReport& report) {
  const json& content = file.content;
  const double tolerance = number_or(content, "tolerance", kLayerTolerance);
  const std::string heat_unit = content.value("heat_capac_unit", "kJ/(kg K)");
  const json independent = content.value("independent_check", json::object());
  for (const auto& [name, room] : content.at("rooms").items()) {
    std::vector<WallElement> elements;
    for (const json& part : room.at("elements")) {
      elements.push_back(element_of(part, heat_unit.starts_with("kJ") ? 1000.0 : 1.0));
    }
    const ReducedWalls reduced = reduce_walls(elements);
    std::vector<Check> checks = checks_of(room.value("reference_Rouvel", json::object()), reduced,
                                          elements, number_or(room, "tolerance", tolerance));
    if (independent.contains(name)) {
      const std::map<std::string, double> values = values_of(reduced);
      for (const auto& [quantity, value] : independent[name].items()) {
        if (values.count(quantity) == 0 || !value.is_number()) continue;
        checks.push_back(relative_check(quantity, values.at(quantity), value, kReductionTolerance));
      }
    }
    if (checks.empty()) {
      report.skip("rc_from_layers", name, "the file gives no values to compare with");
    } else {
      report.compare("rc_from_layers", name, checks);
    }
  }
}

}  // namespace hearth::cases
