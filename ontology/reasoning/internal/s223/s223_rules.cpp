// SPDX-License-Identifier: MIT
#include "hearth/ontology/reasoning/internal/s223/s223_rules.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "hearth/framework/base/limits.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/reasoning/internal/s223/s223_terms.hpp"
#include "hearth/ontology/reasoning/internal/s223/s223_topology.hpp"

namespace hearth {
namespace {

constexpr std::string_view kRuleCnx = "s223.cnx";
constexpr std::string_view kRuleConnected = "s223.connected";
constexpr std::string_view kRuleMedium = "s223.medium";
constexpr std::string_view kRuleLocation = "s223.location";
constexpr std::string_view kRuleDomain = "s223.domain";
constexpr std::string_view kRuleRole = "s223.role";
constexpr std::string_view kRuleAspect = "s223.aspect";

struct ClassRole {
  std::string_view type, role;
};

constexpr std::array<ClassRole, 10> kRoles = {
    {{HEARTH_S223("CoolingCoil"), HEARTH_S223("Role-Cooling")},
     {HEARTH_S223("ChilledBeam"), HEARTH_S223("Role-Cooling")},
     {HEARTH_S223("HeatingCoil"), HEARTH_S223("Role-Heating")},
     {HEARTH_S223("AirHeatExchanger"), HEARTH_S223("Role-HeatTransfer")},
     {HEARTH_S223("ChilledBeam"), HEARTH_S223("Role-HeatTransfer")},
     {HEARTH_S223("Coil"), HEARTH_S223("Role-HeatTransfer")},
     {HEARTH_S223("ElectricResistanceElement"), HEARTH_S223("Role-HeatTransfer")},
     {HEARTH_S223("HydronicHeatExchanger"), HEARTH_S223("Role-HeatTransfer")},
     {HEARTH_S223("RadiantHeater"), HEARTH_S223("Role-HeatTransfer")},
     {HEARTH_S223("Radiator"), HEARTH_S223("Role-HeatTransfer")}}};

struct RelationAspect {
  std::string_view relation, aspect;
};

constexpr std::array<RelationAspect, 3> kAspects = {
    {{HEARTH_S223("hasSetpoint"), HEARTH_S223("Aspect-Setpoint")},
     {HEARTH_S223("hasThreshold"), HEARTH_S223("Aspect-Threshold")},
     {HEARTH_S223("hasDeadband"), HEARTH_S223("Aspect-Deadband")}}};

class Rules {
 public:
  explicit Rules(const TripleStore& graph) : graph_(graph), topology_(graph) {}

  std::vector<S223Triple> consequences() {
    if (!topology_.empty()) {
      add_links();
      add_flows();
      add_media();
      add_locations();
    }
    add_domains();
    add_roles();
    add_aspects();
    return std::move(found_);
  }

 private:
  using Values = std::unordered_map<TermId, std::set<TermId>>;

  std::span<const Triple> triples(std::string_view property) const {
    return graph_.match({.predicate = graph_.find_iri(property)});
  }

  void add(TermId subject, std::string_view property, TermId object, std::string_view rule) {
    found_.push_back({subject, property, object, {}, rule});
    check_limit(WorkLimit::DerivedTriples, std::ssize(found_), {.file = graph_.source()});
  }

  void add_links();
  void add_flows();
  void add_flow(TermId from, TermId to);
  void add_connection(TermId connection);
  void add_touching_points(TermId outlet);
  void add_media();
  Values values(std::string_view property) const;
  void add_locations();
  void add_domains();
  void add_roles();
  void add_aspects();

  const TripleStore& graph_;
  S223Topology topology_;
  std::vector<S223Triple> found_;
};

void Rules::add_links() {
  for (const TermId point : topology_.nodes()) {
    if (topology_.kind(point) != S223Kind::Point) continue;
    for (const TermId owner : topology_.neighbours(point, S223Kind::Connectable)) {
      add(owner, s223::kHasConnectionPoint, point, kRuleCnx);
      add(point, s223::kIsConnectionPointOf, owner, kRuleCnx);
      add(owner, s223::kCnx, point, kRuleCnx);
      add(point, s223::kCnx, owner, kRuleCnx);
    }
    for (const TermId connection : topology_.neighbours(point, S223Kind::Connection)) {
      add(connection, s223::kConnectsAt, point, kRuleCnx);
      add(point, s223::kConnectsThrough, connection, kRuleCnx);
      add(connection, s223::kCnx, point, kRuleCnx);
      add(point, s223::kCnx, connection, kRuleCnx);
    }
  }
}

void Rules::add_flow(TermId from, TermId to) {
  if (from == to) return;
  add(from, s223::kConnectedTo, to, kRuleConnected);
  add(to, s223::kConnectedFrom, from, kRuleConnected);
  add(from, s223::kConnected, to, kRuleConnected);
  add(to, s223::kConnected, from, kRuleConnected);
}

void Rules::add_connection(TermId connection) {
  std::set<TermId> sources, sinks, both;
  for (const TermId point : topology_.neighbours(connection, S223Kind::Point)) {
    const bool inlet = topology_.is_inlet(point);
    const bool outlet = topology_.is_outlet(point);
    for (const TermId owner : topology_.neighbours(point, S223Kind::Connectable)) {
      add(owner, s223::kConnectedThrough, connection, kRuleConnected);
      if (outlet) sources.insert(owner);
      if (inlet) sinks.insert(owner);
      if (inlet == outlet) both.insert(owner);
    }
  }
  for (const TermId from : sources) add(connection, s223::kConnectsFrom, from, kRuleConnected);
  for (const TermId to : sinks) add(connection, s223::kConnectsTo, to, kRuleConnected);
  for (const TermId from : sources) {
    for (const TermId to : sinks) add_flow(from, to);
  }
  for (const TermId one : both) {
    for (const std::set<TermId>* others : {&sources, &sinks, &both}) {
      for (const TermId other : *others) {
        if (one == other) continue;
        add(one, s223::kConnected, other, kRuleConnected);
        add(other, s223::kConnected, one, kRuleConnected);
      }
    }
  }
}

// Points may be in contact without a connection between them.
void Rules::add_touching_points(TermId outlet) {
  for (const TermId inlet : topology_.neighbours(outlet, S223Kind::Point)) {
    if (!topology_.is_inlet(inlet)) continue;
    for (const TermId from : topology_.neighbours(outlet, S223Kind::Connectable)) {
      for (const TermId to : topology_.neighbours(inlet, S223Kind::Connectable)) add_flow(from, to);
    }
  }
}

void Rules::add_flows() {
  for (const TermId node : topology_.nodes()) {
    if (topology_.kind(node) == S223Kind::Connection) add_connection(node);
    if (topology_.kind(node) == S223Kind::Point && topology_.is_outlet(node))
      add_touching_points(node);
  }
}

Rules::Values Rules::values(std::string_view property) const {
  Values out;
  for (const Triple& t : triples(property)) out[t.subject].insert(t.object);
  return out;
}

void Rules::add_media() {
  std::unordered_map<TermId, std::vector<TermId>> around;
  const auto join = [&around](TermId a, TermId b) {
    around[a].push_back(b);
    around[b].push_back(a);
  };
  for (const Triple& t : triples(s223::kMapsTo)) join(t.subject, t.object);
  for (const TermId node : topology_.nodes()) {
    if (topology_.kind(node) != S223Kind::Connection) continue;
    for (const TermId point : topology_.neighbours(node, S223Kind::Point)) join(node, point);
  }
  Values media = values(s223::kHasMedium);
  std::set<TermId> fresh;
  for (const auto& [node, medium] : media) fresh.insert(node);
  while (!fresh.empty()) {  // a front that moves by one step per pass
    std::map<TermId, std::set<TermId>> next;
    for (const TermId node : fresh) {
      for (const TermId near : around[node]) {
        if (media.contains(near)) continue;
        std::set<TermId>& agreed = next[near];  // several different media determine nothing
        for (const TermId medium : media[node]) {
          if (agreed.size() > 1) break;
          agreed.insert(medium);
        }
      }
    }
    fresh.clear();
    for (const auto& [node, medium] : next) {
      if (medium.size() != 1) continue;
      add(node, s223::kHasMedium, *medium.begin(), kRuleMedium);
      media[node] = medium;
      fresh.insert(node);
    }
  }
}

void Rules::add_locations() {
  const TermId has_property = graph_.find_iri(s223::kHasProperty);
  const TermId located = graph_.find_iri(s223::kHasObservationLocation);
  for (const Triple& t : triples(s223::kObserves)) {
    if (!graph_.match({.subject = t.subject, .predicate = located}).empty()) continue;
    const auto owners = graph_.match({.predicate = has_property, .object = t.object});
    if (owners.size() != 1 || owners.front().subject == t.subject) continue;
    const TermId owner = owners.front().subject;
    if (topology_.kind(owner) == S223Kind::Unknown) continue;
    add(t.subject, s223::kHasObservationLocation, owner, kRuleLocation);
  }
}

void Rules::add_domains() {
  std::unordered_map<TermId, std::vector<TermId>> next;
  for (const Triple& t : triples(s223::kHasDomainSpace)) {
    next[t.subject].push_back(t.object);
    next[t.object].push_back(t.subject);
  }
  for (const Triple& t : triples(s223::kHasZone)) next[t.object].push_back(t.subject);
  if (next.empty()) return;
  std::vector<std::pair<TermId, TermId>> open;
  for (const Triple& t : triples(s223::kHasDomain)) open.emplace_back(t.subject, t.object);
  std::set<std::pair<TermId, TermId>> known(open.begin(), open.end());
  while (!open.empty()) {
    const auto [node, domain] = open.back();
    open.pop_back();
    for (const TermId other : next[node]) {
      if (!known.emplace(other, domain).second) continue;
      add(other, s223::kHasDomain, domain, kRuleDomain);
      open.emplace_back(other, domain);
    }
  }
}

void Rules::add_roles() {
  const TermId is_a = graph_.find_iri(rdf::kType);
  for (const ClassRole& entry : kRoles) {
    for (const Triple& t :
         graph_.match({.predicate = is_a, .object = graph_.find_iri(entry.type)})) {
      found_.push_back({t.subject, s223::kHasRole, kNoTerm, entry.role, kRuleRole});
    }
  }
}

void Rules::add_aspects() {
  for (const RelationAspect& entry : kAspects) {
    for (const Triple& t : triples(entry.relation)) {
      if (graph_.term(t.object).kind == TermKind::Literal) continue;
      found_.push_back({t.object, s223::kHasAspect, kNoTerm, entry.aspect, kRuleAspect});
    }
  }
}

}  // namespace

std::vector<S223Triple> s223_consequences(const TripleStore& graph) {
  return Rules(graph).consequences();
}

}  // namespace hearth
