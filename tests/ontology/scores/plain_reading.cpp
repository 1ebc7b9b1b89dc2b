// SPDX-License-Identifier: MIT
#include "hearth/tests/ontology/scores/plain_reading.hpp"

#include <deque>
#include <map>
#include <string_view>
#include <vector>

namespace hearth::test {
namespace {

using Words = std::set<std::string_view>;

const Words kTerminals = {"VAV",
                          "VAVBox",
                          "RVAV",
                          "CAV",
                          "Variable_Air_Volume_Box",
                          "Variable_Air_Volume_Box_With_Reheat",
                          "Constant_Air_Volume_Box",
                          "Induction_Unit",
                          "Terminal_Unit",
                          "FCU",
                          "Fan_Coil_Unit",
                          "Chilled_Beam",
                          "Radiator",
                          "Radiant_Panel",
                          "Space_Heater",
                          "TerminalUnit",
                          "SingleDuctTerminal",
                          "DualDuctTerminal",
                          "FanPoweredTerminal",
                          "FanCoilUnit",
                          "ChilledBeam",
                          "RadiantPanel",
                          "RadiantHeater",
                          "SpaceHeater"};
const Words kUnits = {"AHU",
                      "Air_Handler_Unit",
                      "Air_Handling_Unit",
                      "RTU",
                      "Rooftop_Unit",
                      "DOAS",
                      "MAU",
                      "Makeup_Air_Unit",
                      "AirHandlingUnit",
                      "PAU",
                      "Dedicated_Outdoor_Air_System_Unit"};
const Words kZones = {"HVAC_Zone", "HVACZone", "DomainSpace"};
const Words kSpaces = {"Room", "Space", "Zone", "Office", "Laboratory"};
/// Air passes these on its way.
const Words kPassages = {"Damper",     "Fan",          "Filter",         "Air_Diffuser",
                         "Air_Plenum", "Junction",     "ParallelBlades", "Segment",
                         "Supply_Fan", "Supply_Damper"};

const Words kPlants = {"Boiler",
                       "Natural_Gas_Boiler",
                       "Condensing_Natural_Gas_Boiler",
                       "Electric_Boiler",
                       "Chiller",
                       "Absorption_Chiller",
                       "Centrifugal_Chiller"};
/// Water passes these on its way.
const Words kWaterPassages = {"Pump",
                              "Water_Pump",
                              "Hot_Water_Pump",
                              "Chilled_Water_Pump",
                              "Valve",
                              "Hot_Water_Valve",
                              "Chilled_Water_Valve",
                              "TwoWayValve",
                              "ThreeWayValve",
                              "Junction",
                              "Water_Loop",
                              "Hot_Water_Loop",
                              "Chilled_Water_Loop",
                              "Hot_Water_System",
                              "Chilled_Water_System"};

std::string_view last_part(std::string_view iri) {
  const std::size_t at = iri.find_last_of("#/");
  return at == std::string_view::npos ? iri : iri.substr(at + 1);
}

/// The graph as steps from node to node, by the names of properties.
class PlainGraph {
 public:
  explicit PlainGraph(const TripleStore& graph) : graph_(graph) {
    for (const Triple& triple : graph.triples()) {
      const std::string_view name = last_part(graph.term(triple.predicate).text);
      if (name == "type") {
        types_[triple.subject].insert(last_part(graph.term(triple.object).text));
      } else {
        next_[name][triple.subject].push_back(triple.object);
        previous_[name][triple.object].push_back(triple.subject);
      }
    }
  }

  bool is_a(TermId node, const Words& words) const {
    const auto found = types_.find(node);
    if (found == types_.end()) return false;
    for (const std::string_view type : found->second) {
      if (words.contains(type)) return true;
    }
    return false;
  }
  std::vector<TermId> all(const Words& words) const {
    std::vector<TermId> nodes;
    for (const auto& [node, types] : types_) {
      if (is_a(node, words)) nodes.push_back(node);
    }
    return nodes;
  }
  /// What a node reaches by a property, or by the inverse one backwards.
  std::vector<TermId> step(TermId node, std::string_view name, std::string_view inverse) const {
    std::vector<TermId> found = at(next_, name, node);
    const std::vector<TermId> back = at(previous_, inverse, node);
    found.insert(found.end(), back.begin(), back.end());
    return found;
  }
  std::string iri(TermId node) const { return std::string(graph_.term(node).text); }

 private:
  using Steps = std::map<std::string_view, std::map<TermId, std::vector<TermId>>, std::less<>>;
  static std::vector<TermId> at(const Steps& steps, std::string_view name, TermId node) {
    const auto by_name = steps.find(name);
    if (by_name == steps.end()) return {};
    const auto found = by_name->second.find(node);
    return found == by_name->second.end() ? std::vector<TermId>() : found->second;
  }

  const TripleStore& graph_;
  std::map<TermId, std::set<std::string_view>> types_;
  Steps next_, previous_;
};

/// What a thing leads air to by `feeds`, past dampers, fans and their like.
std::vector<TermId> fed_by_brick(const PlainGraph& graph, TermId from, const Words& passages) {
  std::vector<TermId> reached;
  std::set<TermId> seen = {from};
  std::deque<TermId> open = {from};
  while (!open.empty()) {
    const TermId node = open.front();
    open.pop_front();
    for (const TermId next : graph.step(node, "feeds", "isFedBy")) {
      if (!seen.insert(next).second) continue;
      reached.push_back(next);
      if (graph.is_a(next, passages)) open.push_back(next);
    }
  }
  return reached;
}

/// The owner of a connection point, or the point itself.
TermId owner_of(const PlainGraph& graph, TermId point) {
  const auto owners = graph.step(point, "isConnectionPointOf", "hasConnectionPoint");
  return owners.empty() ? point : owners.front();
}

enum class Flow { Air, Water };

bool carries(const PlainGraph& graph, const TripleStore& store, TermId point, Flow flow) {
  for (const TermId medium : graph.step(point, "hasMedium", "")) {
    const std::string_view name = last_part(store.term(medium).text);
    if (name.find(flow == Flow::Air ? "Air" : "Water") == std::string_view::npos) return false;
  }
  return true;
}

/// The equipment or spaces at the inlets that an outlet's connection leads to.
std::vector<TermId> inlets_after(const PlainGraph& graph, TermId outlet) {
  const Words inlet = {"InletConnectionPoint", "InletZoneConnectionPoint",
                       "InletSystemConnectionPoint"};
  std::vector<TermId> owners;
  std::vector<TermId> connections = graph.step(outlet, "connectsThrough", "connectsAt");
  for (const TermId other : graph.step(outlet, "cnx", "cnx")) connections.push_back(other);
  for (const TermId connection : connections) {
    if (graph.is_a(connection, inlet)) owners.push_back(owner_of(graph, connection));
    for (const TermId point : graph.step(connection, "connectsAt", "connectsThrough")) {
      if (graph.is_a(point, inlet)) owners.push_back(owner_of(graph, point));
    }
    for (const TermId point : graph.step(connection, "cnx", "cnx")) {
      if (graph.is_a(point, inlet)) owners.push_back(owner_of(graph, point));
    }
  }
  return owners;
}

/// What a thing leads air to by its outlets, past junctions, dampers and their like.
std::vector<TermId> fed_by_connections(const PlainGraph& graph, const TripleStore& store,
                                       TermId from, Flow flow, const Words& passages) {
  const Words outlet = {"OutletConnectionPoint", "OutletSystemConnectionPoint"};
  std::vector<TermId> reached;
  std::set<TermId> seen = {from};
  std::deque<TermId> open = {from};
  while (!open.empty()) {
    const TermId node = open.front();
    open.pop_front();
    std::vector<TermId> points = graph.step(node, "hasConnectionPoint", "isConnectionPointOf");
    for (const TermId point : graph.step(node, "cnx", "cnx")) points.push_back(point);
    for (const TermId point : points) {
      if (!graph.is_a(point, outlet) || !carries(graph, store, point, flow)) continue;
      for (const TermId owner : inlets_after(graph, point)) {
        if (!seen.insert(owner).second) continue;
        reached.push_back(owner);
        if (graph.is_a(owner, passages)) open.push_back(owner);
      }
    }
  }
  return reached;
}

std::vector<TermId> fed(const PlainGraph& graph, const TripleStore& store, TermId from,
                        Flow flow = Flow::Air) {
  const Words& passages = flow == Flow::Air ? kPassages : kWaterPassages;
  std::vector<TermId> reached = fed_by_brick(graph, from, passages);
  for (const TermId node : fed_by_connections(graph, store, from, flow, passages)) {
    reached.push_back(node);
  }
  return reached;
}

/// The terminal or unit that a node is or is part of, or the node itself.
TermId consumer_of(const PlainGraph& graph, TermId node) {
  if (graph.is_a(node, kTerminals) || graph.is_a(node, kUnits)) return node;
  std::vector<TermId> wholes = graph.step(node, "isPartOf", "hasPart");
  for (const TermId whole : graph.step(node, "containedIn", "contains")) wholes.push_back(whole);
  for (const TermId whole : wholes) {
    if (graph.is_a(whole, kTerminals) || graph.is_a(whole, kUnits)) return whole;
  }
  return node;
}

bool inside_equipment(const PlainGraph& graph, TermId node) {
  for (const TermId whole : graph.step(node, "isPartOf", "hasPart")) {
    if (graph.is_a(whole, kTerminals)) return true;
  }
  for (const TermId whole : graph.step(node, "containedIn", "contains")) {
    if (graph.is_a(whole, kTerminals) || graph.is_a(whole, kUnits)) return true;
  }
  return false;
}

}  // namespace

PlainReading read_plainly(const TripleStore& store) {
  const PlainGraph graph(store);
  PlainReading reading;
  const Words outdoors = {"OutdoorPhysicalSpace"};
  const auto is_space = [&](TermId node) {
    for (const TermId whole : graph.step(node, "isEnclosedBy", "encloses")) {
      if (graph.is_a(whole, outdoors)) return false;
    }
    return graph.is_a(node, kZones) || graph.is_a(node, kSpaces);
  };
  for (const TermId terminal : graph.all(kTerminals)) {
    if (graph.is_a(terminal, kUnits) || inside_equipment(graph, terminal)) continue;
    for (const TermId node : fed(graph, store, terminal)) {
      if (is_space(node) && !graph.is_a(node, kTerminals)) {
        reading.terminal_zone.emplace(graph.iri(terminal), graph.iri(node));
      }
    }
  }
  for (const TermId unit : graph.all(kUnits)) {
    if (is_space(unit)) continue;
    for (const TermId node : fed(graph, store, unit)) {
      if (graph.is_a(node, kTerminals) && !graph.is_a(node, kUnits) &&
          !inside_equipment(graph, node)) {
        reading.unit_terminal.emplace(graph.iri(unit), graph.iri(node));
      } else if (is_space(node)) {
        reading.unit_zone.emplace(graph.iri(unit), graph.iri(node));
      }
    }
  }
  for (const TermId plant : graph.all(kPlants)) {
    for (const TermId node : fed(graph, store, plant, Flow::Water)) {
      const TermId consumer = consumer_of(graph, node);
      if (graph.is_a(consumer, kTerminals) || graph.is_a(consumer, kUnits)) {
        reading.plant_consumer.emplace(graph.iri(plant), graph.iri(consumer));
      }
    }
  }
  for (const TermId zone : graph.all(kZones)) {
    for (const std::string_view name : {"hasPart", "hasPoint", "contains"}) {
      const std::string_view inverse = name == "hasPart" ? "isPartOf" : "isPointOf";
      for (const TermId room : graph.step(zone, name, inverse)) {
        if (is_space(room)) reading.part_of.emplace(graph.iri(room), graph.iri(zone));
      }
    }
  }
  return reading;
}

}  // namespace hearth::test
