// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "hearth/tests/apps/report/content/content.hpp"

namespace model_content_test {

using namespace hearth;
using namespace hearth::test;

TEST_CASE("a component's panel has its ports, its values and their sources") {
  const RoomShop shop;
  const apps::ReportContent content = shop.collect({shop.run(shop.measured_room(), "week")});
  const apps::ReportNode& room = node_of(content, "room");
  CHECK(room.type == "BuildingSpace");
  CHECK_FALSE(room.doc.empty());
  const apps::ReportPort& gain = named(room.inputs, "heatGain");
  CHECK(gain.unit == "W");
  CHECK(gain.ends == Words{"heater.Power"});
  const apps::ReportPort& temperature = named(room.outputs, "indoorTemperature");
  CHECK(temperature.ends == Words{"controller.actualValue", "heater.indoorTemperature"});
  const apps::ReportValue& capacity = named(room.parameters, "C_air");
  CHECK(capacity.value == "2e+06");
  CHECK(capacity.unit == "J/K");
  CHECK(capacity.source == "model");
  CHECK_FALSE(capacity.doc.empty());
  CHECK(named(room.parameters, "C_wall").source == "default");
  const apps::ReportValue& start = named(room.initial, "indoorTemperature");
  CHECK(start.value == "19");
  CHECK(start.source == "model");
}

TEST_CASE("settings of a configuration are written in words") {
  const RoomShop shop;
  const apps::ReportContent content = shop.collect({shop.run(shop.measured_room(), "week")});
  CHECK(named(node_of(content, "setpoint").config, "value").value ==
        "18; Mon-Fri 06:00 to 18:00: 21");
  CHECK(named(node_of(content, "water").config, "value").value == "60 degC");
  CHECK(named(node_of(content, "controller").config, "isReverse").value == "yes");
}

TEST_CASE("a report draws the model with the settings of the run") {
  const RoomShop shop;
  const apps::ReportContent content =
      shop.collect({shop.run(shop.measured_room(), "week", {"--set", "room.C_air=3e6"})});
  CHECK(named(node_of(content, "room").parameters, "C_air").value == "3e+06");
  CHECK(fact(content, "Components") == "7");
  CHECK(fact(content, "Connections") == "8");
  CHECK(fact(content, "Engine") == "stepwise, balanced");
  CHECK(fact(content, "Period") == "2024-01-15 00:00 to 2024-01-16 00:00 (1 d)");
  CHECK(fact(content, "Step") == "10 min");
  CHECK(fact(content, "Status") == "done");
  CHECK(content.title == "heated_room");
}

TEST_CASE("removed connections are marked as state or algebraic") {
  const RoomShop shop;
  const apps::ReportContent content = shop.collect({shop.run(shop.measured_room(), "week")});
  const auto& edges = content.graph->edges;
  const auto removed = std::count_if(edges.begin(), edges.end(),
                                     [](const apps::ReportEdge& edge) { return edge.removed; });
  CHECK(std::to_string(removed) == fact(content, "Removed connections"));
  for (const apps::ReportEdge& edge : edges) {
    CHECK(edge.removed == !edge.carries.empty());
    CHECK_FALSE(edge.ports.empty());
  }
  CHECK(content.graph->svg.rfind("<svg", 0) != std::string::npos);
}

}  // namespace model_content_test
