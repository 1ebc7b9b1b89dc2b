// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/model/node_fates.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/translate/internal/instances/coverage.hpp"
#include "hearth/ontology/translate/internal/model/model_summary.hpp"

namespace hearth {
namespace {

using Kind = ImportNode::Kind;
using Fate = ImportNode::Fate;

/// The drawing of a property of a vocabulary; of several properties between two nodes, the first in
/// this list is drawn.
struct DrawnProperty {
  std::string_view name;  ///< local name
  std::string_view word;
  bool reversed;  ///< whether the object feeds or contains the subject
};

constexpr std::array<DrawnProperty, 28> kDrawn = {{{"feeds", "feeds", false},
                                                   {"isFedBy", "feeds", true},
                                                   {"feedsAir", "feeds", false},
                                                   {"connectedTo", "feeds", false},
                                                   {"connectedFrom", "feeds", true},
                                                   {"feedsFluidTo", "feeds", false},
                                                   {"hasFluidFedBy", "feeds", true},
                                                   {"suppliesFluidTo", "feeds", false},
                                                   {"returnsFluidTo", "feeds", false},
                                                   {"serves", "feeds", false},
                                                   {"air", "feeds", false},
                                                   {"water", "feeds", false},
                                                   {"suppliedBy", "feeds", true},
                                                   {"hasPart", "has part", false},
                                                   {"isPartOf", "has part", true},
                                                   {"contains", "has part", false},
                                                   {"isContainedIn", "has part", true},
                                                   {"consistsOf", "has part", false},
                                                   {"hasPoint", "has point", false},
                                                   {"isPointOf", "has point", true},
                                                   {"hasProperty", "has point", false},
                                                   {"isPropertyOf", "has point", true},
                                                   {"hasLocation", "is in", false},
                                                   {"isLocationOf", "is in", true},
                                                   {"encloses", "has part", false},
                                                   {"hasPhysicalLocation", "is in", false},
                                                   {"isContainedInSpace", "is in", false},
                                                   {"hasObservationLocation", "is in", false}}};

class FateFinder {
 public:
  FateFinder(const BuildContext& context, const std::map<int, InstanceParts>& parts,
             const std::map<TermId, PointUse>& points)
      : context_(context),
        names_(context.names),
        parts_(parts),
        points_(points),
        passages_(passages_of(context.mappings, context.names, context.instances)) {
    for (const ImportItem& item : context.report.items) {
      if (!item.omits) continue;
      for (const GraphNode& node : item.nodes) {
        const ImportItem*& best = reasons_[node.iri];
        if (best == nullptr || item.severity > best->severity) best = &item;
      }
    }
  }

  void run(const std::vector<BoundaryUse>& boundaries) {
    collect();
    std::vector<TermId> order;
    for (const auto& [node, kind] : kinds_) order.push_back(node);
    sort_by_name(order, names_);
    std::stable_sort(order.begin(), order.end(),
                     [this](TermId a, TermId b) { return kinds_.at(a) < kinds_.at(b); });
    for (const TermId node : order) {
      positions_[node] = static_cast<int>(report().nodes.size());
      report().nodes.push_back(fate_of(node, kinds_.at(node)));
    }
    add_relations();
    for (const BoundaryUse& use : boundaries) add(use);
  }

 private:
  ImportReport& report() { return context_.report; }

  void collect() {
    for (const Mapping& mapping : context_.mappings) {
      for (const std::string& iri : mapping.equipment) {
        for (const TermId node : names_.instances_of(iri))
          kinds_.try_emplace(node, Kind::Equipment);
      }
      for (const std::string& iri : mapping.points) {
        for (const TermId node : names_.instances_of(iri)) kinds_[node] = Kind::Point;
      }
      for (const std::string& iri : mapping.rooms) {
        for (const TermId node : names_.instances_of(iri)) kinds_.try_emplace(node, Kind::Space);
      }
    }
    for (const auto& [point, use] : points_) kinds_[point] = Kind::Point;
    for (const Instance& instance : context_.instances.all()) {
      for (const std::string& variable : instance.rule->models) {
        for (const TermId node : instance.of(variable)) kinds_.try_emplace(node, Kind::Space);
      }
    }
    for (const ImportItem& item : context_.report.items) {
      if (item.severity != Severity::Error) continue;
      for (const GraphNode& named : item.nodes) {
        const TermId node = names_.graph().find_iri(named.iri);
        if (node != kNoTerm) kinds_.try_emplace(node, Kind::Space);
      }
    }
  }

  std::string classes(TermId node) const {
    std::string text;
    for (const TermId type : names_.stated_classes(node)) {
      const std::string_view iri = names_.graph().term(type).text;
      if (iri.starts_with("http://www.w3.org/") || iri.starts_with("urn:hearth:")) continue;
      text += (text.empty() ? "" : ", ") + names_.name(type);
    }
    return text;
  }

  std::string label(TermId node) const {
    const TripleStore& graph = names_.graph();
    for (const Triple& t : graph.match({node, graph.find_iri(rdf::kLabel), kAnyTerm})) {
      if (graph.term(t.object).kind == TermKind::Literal) {
        return std::string(graph.term(t.object).text);
      }
    }
    return "";
  }

  ImportNode fate_of(TermId node, Kind kind) {
    ImportNode out{.node = names_.node(node),
                   .label = label(node),
                   .type = classes(node),
                   .kind = kind,
                   .code = {},
                   .reason = {}};
    const int holder = context_.instances.holder_of(node);
    const auto made = parts_.find(holder);
    const auto point = points_.find(node);
    if (point != points_.end() && point->second.fate != Fate::LeftOut) {
      out.fate = point->second.fate;
      out.components = {point->second.place};
    } else if (made != parts_.end() && !passages_.contains(node)) {
      const bool own = context_.instances.model_of(node) == holder;
      out.fate = own ? Fate::Component : Fate::Part;
      out.model_id = context_.instances.all()[holder].id;
      if (own) out.components = made->second.components;
      if (own && made->second.is_room && kind != Kind::Point) out.kind = Kind::Space;
    } else {
      explain(out, point != points_.end());
    }
    return out;
  }

  void explain(ImportNode& out, bool known_point) const {
    const auto found = reasons_.find(out.node.iri);
    if (found != reasons_.end()) {
      out.code = found->second->code;
      out.reason = found->second->message;
    } else if (known_point) {
      out.reason = "a rule reads this point, but the model has no series or no port for it";
    } else if (out.kind == Kind::Point) {
      out.reason = "no rule reads points of this class here";
    } else {
      out.reason = "the equipment or space of this point is not in the model";
    }
  }

  void add_relations() {
    struct Drawn {
      std::size_t rank;
      ImportRelation relation;
    };
    const TripleStore& graph = names_.graph();
    std::map<std::pair<int, int>, Drawn> found;  // by the two nodes, the smaller one first
    for (const Triple& t : graph.triples()) {
      const auto subject = positions_.find(t.subject);
      const auto object = positions_.find(t.object);
      if (subject == positions_.end() || object == positions_.end() || t.subject == t.object) {
        continue;
      }
      const std::string_view iri = graph.term(t.predicate).text;
      const std::string_view name = local_name(iri);
      const auto known =
          std::find_if(kDrawn.begin(), kDrawn.end(),
                       [name](const DrawnProperty& property) { return property.name == name; });
      if (known == kDrawn.end() && (graph.line(t) <= 0 || iri.starts_with("urn:hearth:"))) continue;
      Drawn drawn{static_cast<std::size_t>(known - kDrawn.begin()),
                  {subject->second, object->second,
                   known == kDrawn.end() ? std::string(name) : std::string(known->word)}};
      if (known != kDrawn.end() && known->reversed) {
        std::swap(drawn.relation.from, drawn.relation.to);
      }
      const auto [place, is_new] =
          found.try_emplace(std::minmax(subject->second, object->second), drawn);
      if (!is_new && drawn.rank < place->second.rank) place->second = std::move(drawn);
    }
    for (auto& [ends, drawn] : found) report().relations.push_back(std::move(drawn.relation));
  }

  void add(const BoundaryUse& use) {
    const int position = static_cast<int>(report().nodes.size());
    report().nodes.push_back({.node = {use.id, "", 0},
                              .label = {},
                              .type = use.boundary->means,
                              .kind = Kind::Boundary,
                              .fate = Fate::Component,
                              .model_id = use.id,
                              .components = {use.id},
                              .code = "import.boundary",
                              .reason = {}});
    for (const int user : use.users) {
      const auto found = positions_.find(context_.instances.all()[user].root);
      if (found == positions_.end()) continue;
      report().relations.push_back({position, found->second, "feeds"});
    }
  }

  const BuildContext& context_;
  const GraphNames& names_;
  const std::map<int, InstanceParts>& parts_;
  const std::map<TermId, PointUse>& points_;
  std::set<TermId> passages_;
  std::map<std::string, const ImportItem*> reasons_;  // by IRI
  std::map<TermId, Kind> kinds_;
  std::map<TermId, int> positions_;
};

}  // namespace

std::map<int, InstanceParts> parts_by_instance(const BuiltModel& built, const Registry& registry) {
  const std::set<std::string> rooms = rooms_of(built.model, registry);
  std::map<int, InstanceParts> out;
  for (const auto& [id, instance] : built.owners) {
    if (built.model.find(id) == nullptr) continue;
    InstanceParts& parts = out[instance];
    parts.components.push_back(id);
    parts.is_room = parts.is_room || rooms.contains(id);
  }
  return out;
}

void add_node_fates(const BuildContext& context, const std::map<int, InstanceParts>& parts,
                    const std::map<TermId, PointUse>& points,
                    const std::vector<BoundaryUse>& boundaries) {
  FateFinder(context, parts, points).run(boundaries);
}

}  // namespace hearth
