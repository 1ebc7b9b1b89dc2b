// SPDX-License-Identifier: MIT
// Rooms of massless or plain air behind layered walls: the conduction test of EN ISO 13791 and EN
// ISO 52017-1 and rooms with storage walls, as SimQuality hands them out.
#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/cases/kinds/kinds.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;
using test::instance;

constexpr double kWallStep = 60.0;  // s
constexpr int kCells = 60;          // per wall: the tables ask for hundredths of a kelvin

/// Layers of the file as rows from outside to inside.
Table layers_of(const json& layers, const json& materials) {
  std::vector<double> values;
  for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
    const json& material = materials.at(layer->at("material").get<std::string>());
    values.insert(values.end(), {layer->at("thickness_m").get<double>(),
                                 material.at("conductivity_W_mK").get<double>(),
                                 material.at("density_kg_m3").get<double>(),
                                 material.at("specific_heat_J_kgK").get<double>()});
  }
  return Table(static_cast<int>(layers.size()), 4, std::move(values));
}

/// Outdoor temperature as points joined by lines.
TimeTable outdoor(const json& test, const std::string& text, double hours) {
  TimeTable table;
  table.shape = Series::Shape::Linear;
  if (const auto points = test.find("outdoor_hourly_point_values_degC"); points != test.end()) {
    // Value k of the day is at k + 1 h; before the first day its first value holds.
    table.times.push_back(0.0);
    table.values.push_back(points->front().get<double>());
    for (int hour = 1; hour <= static_cast<int>(hours) + 1; ++hour) {
      const std::size_t k = static_cast<std::size_t>(hour - 1) % points->size();
      table.times.push_back(hour * kHour);
      table.values.push_back((*points)[k].get<double>());
    }
    return table;
  }
  static const std::regex ramp(
      R"((?:from )?(-?[\d.]+)(?: degC, linear rise)? to (-?[\d.]+) degC (?:in|during) the first hour)");
  std::smatch match;
  if (!std::regex_search(text, match, ramp)) {
    throw std::runtime_error("no outdoor temperature is known from '" + text + "'");
  }
  table.times = {0.0, kHour};
  table.values = {std::stod(match[1]), std::stod(match[2])};
  return table;
}

/// Builds rooms from walls, one after the other.
class Rooms {
 public:
  Rooms(double inside, TimeTable outdoors, double initial) : inside_(inside), initial_(initial) {
    Component source = instance("outdoors", "Schedule");
    SeriesSpec spec;
    spec.source = std::move(outdoors);
    source.config["value"] = spec;
    model_.add_component(source);
  }

  void room(const std::string& id, double capacity) {
    Component zone = instance(id, "HeatBalanceZone", {{"airHeatCapacity", capacity}});
    zone.config["convection"] = Word{"constant"};
    for (const char* name : {"indoorTemperature", "radiantTemperature", "surfaceTemperature"}) {
      zone.initial[name] = Quantity{initial_, {}};
    }
    zone.parameters["emissivity"].value = Quantity{0.0, {}};
    zone.parameters["convectionCoefficient"].value = Quantity{inside_, {}};
    model_.add_component(zone);
  }

  /// A wall of a room to outdoors, to another room, or to nothing (`beyond` empty).
  void wall(const std::string& room, const Table& layers, double area, const std::string& beyond,
            double outer_film) {
    const std::string id = fmt::format("wall{}", walls_++);
    Component wall = instance(id, "LayeredWall",
                              {{"area", area},
                               {"emissivity", 0.0},
                               {"solarAbsorptance", 0.0},
                               {"windConvection", 0.0},
                               {"stillConvectionCoefficient", beyond.empty() ? 1e-6 : outer_film}});
    wall.config["layers"] = layers;
    wall.config["cells"] = kCells;
    for (const char* name : {"cellTemperature", "equivalentTemperature", "outerTemperature"}) {
      wall.initial[name] = Quantity{initial_, {}};
    }
    model_.add_component(wall);
    const bool between = !beyond.empty() && beyond != "outdoors";
    model_.add_connection((between ? beyond + ".indoorTemperature" : "outdoors.scheduleValue") +
                          " -> " + id + ".outdoorTemperature");
    const std::string key = "[" + id + "]";
    for (const char* port : {"conductance", "equivalentTemperature"}) {
      model_.add_connection(id + "." + port + " -> " + room + "." + port + key);
    }
    Connection back{*parse_endpoint(room + ".surfaceTemperature" + key),
                    *parse_endpoint(id + ".surfaceTemperature")};
    back.cut = CutPin::Prefer;
    model_.add_connection(back);
    if (between) {
      model_.add_connection(id + ".outerHeatFlow -> " + beyond + ".heatGain" + key);
    }
    areas_[room][id] = Quantity{area, {}};
  }

  SimulationModel take() {
    for (const auto& [room, areas] : areas_) {
      model_.component(room).parameters["area"].value = areas;
    }
    return std::move(model_);
  }

 private:
  double inside_, initial_;
  SimulationModel model_;
  std::map<std::string, std::map<std::string, Quantity>> areas_;
  int walls_ = 0;
};

/// Runs a model and returns a temperature at full hours: [h] for h = 0, 1, ...
std::map<std::string, std::vector<double>> hourly(const SimulationModel& model,
                                                  const std::vector<std::string>& rooms,
                                                  double hours, double step) {
  test::RunOptions options;
  options.step = std::chrono::seconds(std::lround(step));
  options.steps = std::lround(hours * kHour / step);
  test::Bench<double> bench(model, standard_components(), options);
  bench.simulation.initialize();
  std::map<std::string, std::vector<double>> values;
  const long per_hour = std::lround(kHour / step);
  for (long k = 0; k <= options.steps; ++k) {
    if (k % per_hour == 0) {
      for (const std::string& room : rooms) {
        values[room].push_back(bench.value(room + ".indoorTemperature"));
      }
    }
    if (k < options.steps) bench.simulation.step();
  }
  return values;
}

struct Compared {
  std::vector<double> hours;
  std::map<std::string, const json*> tables;  // by room
};

void compare(const std::string& group, const std::string& name, const SimulationModel& model,
             const Compared& expected, double step, double tolerance, CaseReport& report) {
  std::vector<std::string> rooms;
  for (const auto& [room, table] : expected.tables) rooms.push_back(room);
  const auto values = hourly(model, rooms, expected.hours.back(), step);
  std::vector<Check> checks;
  Plot plot{"h", "degC", {}};
  for (const auto& [room, table] : expected.tables) {
    Plot::Curve reference{room + ", reference", {}, {}, true}, own{room, {}, {}, false};
    double largest = 0.0;
    for (std::size_t i = 0; i < expected.hours.size(); ++i) {
      const double value =
          values.at(room).at(static_cast<std::size_t>(std::lround(expected.hours[i])));
      const double wanted = table->at(i).get<double>();
      const double deviation = std::abs(value - wanted);
      if (!(deviation <= largest)) largest = deviation;
      reference.x.push_back(expected.hours[i]);
      reference.y.push_back(wanted);
      own.x.push_back(expected.hours[i]);
      own.y.push_back(value);
    }
    checks.push_back({expected.tables.size() > 1 ? room : "", largest, tolerance, "K"});
    plot.curves.push_back(std::move(reference));
    plot.curves.push_back(std::move(own));
  }
  report.compare(group, name, checks).plots.push_back(std::move(plot));
}

std::string test_name(const json& test) {
  const json& name = test.at("test");
  return name.is_string() ? name.get<std::string>() : "test " + name.dump();
}

/// The area of "... on all 62 m2".
double area_of(const std::string& text) {
  std::smatch match;
  static const std::regex area(R"(([\d.]+) m2)");
  if (!std::regex_search(text, match, area)) {
    throw std::runtime_error("no area is known from '" + text + "'");
  }
  return std::stod(match[1]);
}

}  // namespace

bool recognises_wall_conduction(const json& content) {
  return content.is_object() && content.contains("materials") && content.contains("tests") &&
         content.contains("h_inside_W_m2K") && content.contains("h_outside_W_m2K");
}

void run_wall_conduction(const CaseFile& file, CaseReport& report) {
  const json& content = file.content;
  const double inside = content.at("h_inside_W_m2K"), outside = content.at("h_outside_W_m2K");
  const double tolerance = content.at("tolerance_K");
  const double step = file.step.value_or(kWallStep);
  const std::string what = content.value("what", "");
  for (const json& test : content.at("tests")) {
    Compared expected;
    expected.hours = test.at("hours").get<std::vector<double>>();
    const bool sealed = test.contains("layers_inside_to_outside");
    const std::string text = sealed ? what : test.value("outdoor", "");
    const TimeTable outdoors = outdoor(test, text, expected.hours.back());
    const double initial = content.value("initial_degC", outdoors.values.front());
    Rooms rooms(inside, outdoors, initial);
    if (sealed) {
      rooms.room("room", 0.0);
      rooms.wall("room", layers_of(test.at("layers_inside_to_outside"), content.at("materials")),
                 area_of(what), "outdoors", outside);
      expected.tables["room"] = &test.at("air_temperature_degC");
    } else {
      const json zones = test.value("zones", json::array({"room"}));
      const json& volumes = test.at("air_volume_m3");
      for (std::size_t i = 0; i < zones.size(); ++i) {
        const double volume =
            volumes.is_array() ? volumes.at(i).get<double>() : volumes.get<double>();
        const std::string zone = zones[i];
        rooms.room(zone, volume * test.at("air_rho_cp_J_m3K").get<double>());
        const std::string own = "zone_" + zone + "_degC";
        expected.tables[zone] = &test.at(test.contains(own) ? own : "air_temperature_degC");
      }
      for (const json& wall : test.at("walls")) {
        const std::string beyond = wall.at("outside");
        const std::string zone = wall.value("zone", zones.front().get<std::string>());
        const bool between = beyond.rfind("zone ", 0) == 0;
        const bool adiabatic = beyond.rfind("adiabatic", 0) == 0;
        rooms.wall(zone, layers_of(wall.at("layers"), content.at("materials")),
                   wall.at("area_m2").get<double>(),
                   between     ? beyond.substr(5)
                   : adiabatic ? ""
                               : "outdoors",
                   between ? wall.value("h_both_sides_W_m2K", inside) : outside);
      }
    }
    compare(content.contains("what") ? "wall_conduction_step" : "wall_zone_dynamics",
            test_name(test), rooms.take(), expected, step, tolerance, report);
  }
}

}  // namespace hearth::cases
