// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "hearth/framework/order/order.hpp"

namespace hearth::test {

/// Components and connections as `order` takes them.
struct Wiring {
  std::vector<std::string> ids;
  std::vector<Link> links;

  int add(std::string id) {
    ids.push_back(std::move(id));
    return static_cast<int>(ids.size()) - 1;
  }
  void connect(int source, int port, int target, Carrier carrier = Carrier::Algebraic,
               CutPin pin = CutPin::Free) {
    links.push_back({source, port, target, carrier, pin});
  }
  void connect_both_ways(int one, int other, Carrier carrier = Carrier::State) {
    connect(one, 0, other, carrier);
    connect(other, 0, one, carrier);
  }
};

/// Returns `n7` as `n007`: ids in the order of their numbers.
inline std::string numbered(const std::string& name, int number) {
  char text[16];
  std::snprintf(text, sizeof text, "%05d", number);
  return name + text;
}

/// Shared part of a mechanical ventilation system: 6 components, 7 edges.
struct AirHandlingUnit {
  explicit AirHandlingUnit(Wiring& wiring)
      : outdoor(wiring.add("outdoor")),
        supply_junction(wiring.add("supply_junction")),
        return_junction(wiring.add("return_junction")),
        recovery(wiring.add("recovery")),
        fan(wiring.add("supply_fan")),
        coil(wiring.add("coil")) {
    wiring.connect(outdoor, 0, recovery);
    wiring.connect(supply_junction, 0, recovery);  // flow
    wiring.connect(supply_junction, 0, fan);
    wiring.connect(supply_junction, 0, coil);
    wiring.connect(return_junction, 0, recovery);  // flow
    wiring.connect(return_junction, 1, recovery);  // temperature
    wiring.connect(recovery, 0, fan);              // temperature
    wiring.connect(fan, 0, coil);
  }
  int outdoor, supply_junction, return_junction, recovery, fan, coil;
};

/// Adds a room on a unit: 9 components, 17 edges. Returns its space.
inline int add_room(Wiring& wiring, const AirHandlingUnit& unit, int number) {
  const auto add = [&](const char* name) { return wiring.add(numbered(name, number)); };
  const int space = add("space"), heater = add("heater"), valve = add("valve");
  const int thermometer = add("thermometer"), heating = add("heating_pid");
  const int co2_sensor = add("co2_sensor"), ventilation = add("co2_pid");
  const int supply_damper = add("supply_damper"), return_damper = add("return_damper");

  wiring.connect(space, 0, thermometer, Carrier::State);  // indoorTemperature
  wiring.connect(thermometer, 0, heating);
  wiring.connect(heating, 0, valve, Carrier::Update);
  wiring.connect(valve, 0, heater);
  wiring.connect(heater, 0, space);  // Power, follows the room's temperature at once
  wiring.connect(space, 0, heater, Carrier::State);

  wiring.connect(space, 1, co2_sensor, Carrier::State);  // indoorCO2
  wiring.connect(co2_sensor, 0, ventilation);
  wiring.connect(ventilation, 0, supply_damper, Carrier::Update);
  wiring.connect(ventilation, 0, return_damper, Carrier::Update);
  wiring.connect(supply_damper, 0, space);
  wiring.connect(return_damper, 0, space);

  wiring.connect(supply_damper, 0, unit.supply_junction);
  wiring.connect(return_damper, 0, unit.return_junction);
  wiring.connect(space, 0, unit.return_junction, Carrier::State);
  wiring.connect(unit.coil, 0, space);
  wiring.connect(unit.outdoor, 0, space);
  return space;
}

/// Rooms on one air handling unit, rows x columns, each reading its neighbours' temperature.
inline Wiring building(int rows, int columns) {
  Wiring wiring;
  const AirHandlingUnit unit(wiring);
  std::vector<int> space;
  for (int i = 0; i < rows * columns; ++i) space.push_back(add_room(wiring, unit, i));
  for (int i = 0; i < rows * columns; ++i) {
    if ((i + 1) % columns != 0) wiring.connect_both_ways(space[i], space[i + 1]);
    if (i + columns < rows * columns) wiring.connect_both_ways(space[i], space[i + columns]);
  }
  return wiring;
}

/// Rooms on one air handling unit that do not touch each other.
inline Wiring star(int rooms) {
  Wiring wiring;
  const AirHandlingUnit unit(wiring);
  for (int i = 0; i < rooms; ++i) add_room(wiring, unit, i);
  return wiring;
}

/// Neighbours coupled both ways on a grid, without any systems.
inline Wiring grid(int rows, int columns) {
  Wiring wiring;
  for (int i = 0; i < rows * columns; ++i) wiring.add(numbered("space", i));
  for (int i = 0; i < rows * columns; ++i) {
    if ((i + 1) % columns != 0) wiring.connect_both_ways(i, i + 1);
    if (i + columns < rows * columns) wiring.connect_both_ways(i, i + columns);
  }
  return wiring;
}

struct RandomWiring {
  int components = 8;
  int links = 16;
  int ports = 3;
  double never = 0.0;   // share of links pinned
  double prefer = 0.0;  // share of links pinned
};

/// Random links, among them loops and parallel ones, of all carriers.
inline Wiring random_wiring(const RandomWiring& what, std::mt19937& random) {
  const auto below = [&random](int n) {
    return static_cast<int>(random() % static_cast<unsigned>(n));
  };
  Wiring wiring;
  for (int i = 0; i < what.components; ++i) wiring.add(numbered("n", i));
  for (int i = 0; i < what.links; ++i) {
    const double share = below(1000) / 1000.0;
    const CutPin pin = share < what.never                 ? CutPin::Never
                       : share < what.never + what.prefer ? CutPin::Prefer
                                                          : CutPin::Free;
    wiring.connect(below(what.components), below(what.ports), below(what.components),
                   static_cast<Carrier>(below(3)), pin);
  }
  return wiring;
}

}  // namespace hearth::test
