// SPDX-License-Identifier: MIT
#include <algorithm>
#include <regex>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/tests/cases/kinds/bestest/bestest_building.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;

/// What the groups of a pattern found in a text.
std::vector<std::string> matched(const std::string& text, const char* pattern) {
  std::smatch match;
  if (!std::regex_search(text, match, std::regex(pattern))) {
    throw std::runtime_error(fmt::format("'{}' is not understood", text));
  }
  return {match.begin() + 1, match.end()};
}

/// Hours of "23-07h", "07-18 h" or "18-07".
std::pair<int, int> hours_of(const std::string& text) {
  const auto hours = matched(text, R"((\d{1,2})-(\d{1,2}))");
  return {std::stoi(hours[0]), std::stoi(hours[1])};
}

void set_heating(const json& value, BestestCase& test) {
  if (value.is_number()) {
    test.heating_setpoint = test.setback = value;
    return;
  }
  test.heating_setpoint = -1e9;
  test.setback = 1e9;
  for (const auto& [hours, setpoint] : value.items()) {
    test.heating_setpoint = std::max(test.heating_setpoint, setpoint.get<double>());
    if (setpoint.get<double>() >= test.setback) continue;
    test.setback = setpoint;
    std::tie(test.setback_from, test.setback_to) = hours_of(hours);
  }
}

void set_windows(const json& value, BestestCase& test) {
  static const std::regex area(R"(([\d.]+) m2 ([NESW]))");
  const std::string text = value;
  test.windows.clear();
  for (std::sregex_iterator it(text.begin(), text.end(), area), end; it != end; ++it) {
    test.windows[(*it)[2].str().front()] = std::stod((*it)[1]);
  }
  if (test.windows.empty()) throw std::runtime_error("windows: '" + text + "' is not understood");
}

void set_constructions(const std::string& text, BestestCase& test) {
  static const std::regex word(R"([a-z]+_\w+)");
  for (std::sregex_iterator it(text.begin(), text.end(), word), end; it != end; ++it) {
    const std::string name = it->str();
    test.constructions[name.substr(0, name.find('_'))] = name;
  }
}

void set_overhang(const json& value, BestestCase& test) {
  test.overhang_depth = value.at("depth_m");
  test.overhang_gap = value.at("height_above_window_m");
}

void set_cooling(const json& value, BestestCase& test) {
  const auto parts = matched(value, R"(([\d.]+) degC (\d{1,2})-(\d{1,2}))");
  test.cooling_setpoint = std::stod(parts[0]);
  test.cooling_from = std::stoi(parts[1]);
  test.cooling_to = std::stoi(parts[2]);
}

void set_night_vent(const json& value, BestestCase& test) {
  std::tie(test.vent_from, test.vent_to) = hours_of(value.at("hours"));
  test.vent_flow = value.at("flow_m3_h_altitude_adjusted");
}

void set_both(const json& value, BestestCase& test) {
  const auto both = matched(value, R"(([\d.]+)/([\d.]+))");
  test.heating_setpoint = test.setback = std::stod(both[0]);
  test.cooling_setpoint = std::stod(both[1]);
}

void set_construction(const json& value, BestestCase& test) {
  const std::string kind = value;
  for (const char* part : {"wall", "roof", "floor"}) {
    test.constructions[part] = std::string(part) + "_" + kind;
  }
}

/// What the members of a case do.
using Setter = void (*)(const json&, BestestCase&);
const std::map<std::string, Setter>& setters() {
  static const std::map<std::string, Setter> all{
      {"construction", set_construction},
      {"constructions", [](const json& v, BestestCase& t) { set_constructions(v, t); }},
      {"heating_setpoint_degC", set_heating},
      {"cooling_setpoint_degC", [](const json& v, BestestCase& t) { t.cooling_setpoint = v; }},
      {"setpoints_degC", set_both},
      {"heating", [](const json& v, BestestCase& t) { t.heated = v != "off"; }},
      {"cooling", set_cooling},
      {"night_vent", set_night_vent},
      {"windows", set_windows},
      {"overhang", set_overhang},
      {"overhang_depth_m", [](const json& v, BestestCase& t) { t.overhang_depth = v; }},
      {"overhang_gap_m", [](const json& v, BestestCase& t) { t.overhang_gap = v; }},
      {"side_fins_depth_m", [](const json& v, BestestCase& t) { t.fin_depth = v; }},
      {"side_fins_gap_m", [](const json& v, BestestCase& t) { t.fin_gap = v; }},
      {"glazing", [](const json& v, BestestCase& t) { t.glazing = v; }},
      {"hvac", [](const json& v, BestestCase& t) { t.free_floating = v.is_null() || v == "none"; }},
      {"sun_space", [](const json&, BestestCase& t) { t.sun_space = true; }},
  };
  return all;
}

bool is_text(const std::string& key) {
  return key == "base" || key == "as" || key == "note" || key == "system" || key == "back_zone" ||
         key == "reported";
}

/// Lays a case over what is there: its base, the changes that another case makes to a base of its
/// own ("as"), then its own members. Changes leave out the case at the root.
void apply(const json& cases, const std::string& name, BestestCase& test, bool with_root) {
  const json& own = cases.at(name);
  const auto base = own.find("base");
  if (base == own.end() && !with_root) return;
  if (base != own.end()) apply(cases, base->get<std::string>(), test, with_root);
  if (const auto as = own.find("as"); as != own.end()) {
    apply(cases, as->get<std::string>(), test, false);
  }
  if (const auto back = own.find("back_zone"); back != own.end()) {
    apply(cases, matched(*back, R"((\d{3}\w*))").front(), test, true);
  }
  for (const auto& [key, value] : own.items()) {
    if (is_text(key)) continue;
    const auto setter = setters().find(key);
    if (setter == setters().end()) {
      throw std::runtime_error(fmt::format("case {} has an unknown member '{}'", name, key));
    }
    setter->second(value, test);
  }
}

}  // namespace

BestestCase bestest_case(const json& building, const std::string& name) {
  BestestCase test;
  const json& geometry = building.at("geometry");
  for (const auto& [orientation, window] : geometry.at("windows_600").items()) {
    test.windows[orientation.front()] = window.at("total_area_m2");
  }
  apply(building.at("cases"), name, test, true);
  return test;
}

}  // namespace hearth::cases
