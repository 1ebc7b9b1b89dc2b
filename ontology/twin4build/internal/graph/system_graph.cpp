// SPDX-License-Identifier: MIT
#include "hearth/ontology/twin4build/internal/graph/system_graph.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/twin4build/internal/graph/node_ids.hpp"
#include "hearth/ontology/twin4build/internal/graph/terms.hpp"
#include "hearth/ontology/twin4build/internal/graph/vocabulary.hpp"

namespace hearth::twin4build {
namespace {

bool is_sim_class(const Term& term) {
  return term.kind == TermKind::Iri && term.text.starts_with(kSim);
}

// Returns whether a term is a component type rather than the node of the model.
bool is_own_class(const Term& term) {
  if (term.kind != TermKind::Iri || !term.text.starts_with(kHearth)) return false;
  const std::string_view name = term.text.substr(kHearth.size());
  return name != "Model" && name != "EventConnection" && name.find(':') == name.npos;
}

/// Reads the nodes and their relations from the triples.
class Reader {
 public:
  Reader(const TripleStore& store, std::string file, Diagnostics& diagnostics)
      : store_(store), file_(std::move(file)), diagnostics_(diagnostics) {}

  SystemGraph read();

 private:
  using Nodes = std::set<TermId>;
  /// The properties of a connection or a connection point.
  struct Joint {
    Nodes systems;
    std::set<std::string> ports, keys, cuts, loops;
    std::map<TermId, int> others;  ///< nodes at the other side of the connection, with lines
    int line = 0;                  ///< line of its first occurrence
  };
  using Joints = std::map<TermId, Joint>;

  void read_systems();
  void add_attributes(SystemNode& system, TermId node) const;
  void index_systems(std::vector<std::pair<TermId, SystemNode>> found);
  void join(std::string_view predicate, Joints& joints, bool joint_first);
  using Texts = std::set<std::string> Joint::*;
  void join_texts(const std::string& predicate, Joints& joints, Texts texts);
  void read_joints();
  static JointEnd end_of(const Joint& joint);
  bool is_of_building(const Joint& joint) const;
  void join_both(std::string_view predicate, bool connection_first);
  std::optional<int> system_of(TermId node, const Joint& joint, std::string_view kind,
                               std::string_view port_word);
  void link();
  void link(TermId connection, const Joint& source);
  void report(const char* code, TermId node, int line, const std::string& message);
  std::string name(TermId node) const;
  std::vector<std::string> system_ids() const;

  const TripleStore& store_;
  std::string file_;
  Diagnostics& diagnostics_;
  const std::string port_terms_[2] = {sim("outputPort"), sim("inputPort")};
  SystemGraph graph_;
  std::map<TermId, int> index_;  // indexes of systems
  Joints connections_, points_;
  std::map<TermId, std::optional<int>> targets_;  // targets of points
};

std::string Reader::name(TermId node) const {
  const Term term = store_.term(node);
  if (term.kind == TermKind::Blank) return "_:" + std::string(term.text);
  return "'" + std::string(local_name(term.text)) + "'";
}

std::vector<std::string> Reader::system_ids() const {
  std::vector<std::string> ids;
  for (const SystemNode& system : graph_.systems) ids.push_back(system.id);
  return ids;
}

void Reader::report(const char* code, TermId node, int line, const std::string& message) {
  const Term term = store_.term(node);
  const std::string subject = term.kind == TermKind::Iri ? std::string(term.text) : "";
  diagnostics_.error(code, {.file = file_, .line = line, .pointer = subject}, message);
}

void Reader::read_systems() {
  std::map<TermId, SystemNode> found;
  const TermId type = store_.find_iri(rdf::kType);
  for (const Triple& triple : store_.match({.predicate = type})) {
    const Term class_term = store_.term(triple.object);
    const bool own = is_own_class(class_term);
    if (!own && !is_sim_class(class_term)) continue;
    SystemNode& system = found[triple.subject];
    const int line = store_.line(triple);
    if (own) {
      system.own_classes.emplace(decoded(class_term.text.substr(kHearth.size())), line);
    } else {
      system.classes.emplace(class_term.text.substr(kSim.size()), line);
    }
    system.line = system.line == 0 ? line : std::min(system.line, line);
  }
  index_systems({found.begin(), found.end()});
}

void Reader::index_systems(std::vector<std::pair<TermId, SystemNode>> found) {
  std::erase_if(found, [this](const auto& entry) {
    if (store_.term(entry.first).kind == TermKind::Iri) return false;
    report("t4b.component_unnamed", entry.first, entry.second.line,
           "a component must be a node with an IRI, from which its id is taken");
    return true;
  });
  for (auto& [node, system] : found) {
    system.iri = store_.term(node).text;
    system.node = node;
    add_attributes(system, node);
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.second.iri < b.second.iri; });
  std::vector<std::string> iris;
  for (const auto& [node, system] : found) iris.push_back(system.iri);
  const std::vector<std::string> ids = node_ids(iris);
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i].second.id = ids[i];
    index_[found[i].first] = static_cast<int>(i);
    graph_.systems.push_back(std::move(found[i].second));
  }
}

void Reader::add_attributes(SystemNode& system, TermId node) const {
  for (const Triple& triple : store_.match({.subject = node})) {
    const std::string_view predicate = store_.term(triple.predicate).text;
    if (!predicate.starts_with(kSim)) continue;
    // A node may also be a connection: the names of connections are numbers that may repeat.
    if (predicate == port_terms_[0] || predicate == port_terms_[1]) continue;
    const Term value = store_.term(triple.object);
    system.attributes[std::string(predicate.substr(kSim.size()))].push_back(
        {std::string(value.text), value.kind == TermKind::Literal, store_.line(triple)});
  }
  for (auto& [attribute, values] : system.attributes) {
    std::sort(values.begin(), values.end(),
              [](const AttributeValue& a, const AttributeValue& b) { return a.text < b.text; });
  }
}

void mention(int& line, int other) { line = line == 0 ? other : std::min(line, other); }

// Reads a relation between a joint (connection or point) and a system.
void Reader::join(std::string_view predicate, Joints& joints, bool joint_first) {
  for (const Triple& triple : store_.match({.predicate = store_.find_iri(s4syst(predicate))})) {
    Joint& joint = joints[joint_first ? triple.subject : triple.object];
    joint.systems.insert(joint_first ? triple.object : triple.subject);
    mention(joint.line, store_.line(triple));
  }
}

void Reader::join_texts(const std::string& predicate, Joints& joints, Texts texts) {
  for (const Triple& triple : store_.match({.predicate = store_.find_iri(predicate)})) {
    Joint& joint = joints[triple.subject];
    (joint.*texts).insert(std::string(store_.term(triple.object).text));
    mention(joint.line, store_.line(triple));
  }
}

// Reads a relation between a connection and a connection point.
void Reader::join_both(std::string_view predicate, bool connection_first) {
  for (const Triple& triple : store_.match({.predicate = store_.find_iri(s4syst(predicate))})) {
    const TermId connection = connection_first ? triple.subject : triple.object;
    const TermId point = connection_first ? triple.object : triple.subject;
    const int line = store_.line(triple);
    mention(connections_[connection].line, line);
    mention(points_[point].line, line);
    mention(connections_[connection].others[point], line);
    mention(points_[point].others[connection], line);
  }
}

// Returns the system that a connection leaves or to which a point belongs. Unless there is exactly
// one system and one port, reports an error and returns nothing.
std::optional<int> Reader::system_of(TermId node, const Joint& joint, std::string_view kind,
                                     std::string_view port_word) {
  const std::string what = std::string(kind) + " " + name(node);
  if (joint.systems.size() > 1 || joint.ports.size() > 1 || joint.keys.size() > 1 ||
      joint.cuts.size() > 1 || joint.loops.size() > 1) {
    report("t4b.connection_ambiguous", node, joint.line,
           what + " belongs to several components or ports: use a separate node for each");
    return std::nullopt;
  }
  if (joint.systems.empty() || joint.ports.empty()) {
    const bool point = port_word == "inputPort";
    const std::string relation = point ? "s4syst:connectionPointOf" : "s4syst:connectsSystem";
    report("t4b.connection_open", node, joint.line,
           what + (joint.systems.empty() ? " belongs to no component (" + relation + ")"
                                         : " has no sim:" + std::string(port_word)));
    return std::nullopt;
  }
  const auto found = index_.find(*joint.systems.begin());
  if (found == index_.end()) {
    report("t4b.connection_open", node, joint.line,
           what + " belongs to " + name(*joint.systems.begin()) +
               ", which is not a component; add a class to it ('a sim:...System')" +
               did_you_mean(local_name(store_.term(*joint.systems.begin()).text), system_ids()));
    return std::nullopt;
  }
  return found->second;
}

// Returns whether a connection belongs to the building's own graph, which may exist next to that of
// the model.
bool Reader::is_of_building(const Joint& joint) const {
  return joint.ports.empty() && !joint.systems.empty() &&
         std::none_of(joint.systems.begin(), joint.systems.end(),
                      [this](TermId system) { return index_.contains(system); });
}

void Reader::link() {
  std::erase_if(points_, [this](const auto& entry) { return is_of_building(entry.second); });
  std::erase_if(connections_, [this](const auto& entry) { return is_of_building(entry.second); });
  for (const auto& [node, point] : points_) {
    targets_[node] = system_of(node, point, "connection point", "inputPort");
    if (!point.others.empty()) continue;
    report("t4b.connection_open", node, point.line,
           "connection point " + name(node) +
               " has no connection that leads to it (s4syst:connectsSystemAt)");
  }
  for (const auto& [node, connection] : connections_) link(node, connection);
  const auto ends = [](const SystemLink& link) {
    return std::tie(link.target, link.input, link.source, link.output, link.line);
  };
  auto& links = graph_.links;
  std::sort(links.begin(), links.end(),
            [&](const SystemLink& a, const SystemLink& b) { return ends(a) < ends(b); });
  const auto same = [](const SystemLink& a, const SystemLink& b) {
    return std::tie(a.target, a.input, a.source, a.output) ==
           std::tie(b.target, b.input, b.source, b.output);
  };
  links.erase(std::unique(links.begin(), links.end(), same), links.end());
}

JointEnd Reader::end_of(const Joint& joint) {
  const auto first = [](const std::set<std::string>& texts) {
    return texts.empty() ? std::string() : *texts.begin();
  };
  JointEnd end{
      .port = first(joint.ports), .key = {}, .cut = first(joint.cuts), .loop = first(joint.loops)};
  if (!joint.keys.empty()) end.key = first(joint.keys);
  return end;
}

void Reader::link(TermId connection, const Joint& source) {
  const std::optional<int> from = system_of(connection, source, "connection", "outputPort");
  if (source.others.empty()) {
    report("t4b.connection_open", connection, source.line,
           "connection " + name(connection) +
               " leads to no connection point (s4syst:connectsSystemAt)");
  }
  if (!from) return;
  for (const auto& [point, line] : source.others) {
    const auto target = targets_.find(point);
    if (target == targets_.end() || !target->second) continue;
    const std::optional<int> to = target->second;
    graph_.links.push_back({*from, end_of(source), *to, end_of(points_.at(point)), line});
  }
}

void Reader::read_joints() {
  // Nodes that are only declared are joints without ends.
  const TermId type = store_.find_iri(rdf::kType);
  const auto declare = [&](std::string_view kind, Joints& joints) {
    const TermId class_term = store_.find_iri(s4syst(kind));
    for (const Triple& triple : store_.match({.predicate = type, .object = class_term})) {
      mention(joints[triple.subject].line, store_.line(triple));
    }
  };
  declare("Connection", connections_);
  declare("ConnectionPoint", points_);
  join("connectedThrough", connections_, false);
  join("connectsSystem", connections_, true);
  join("connectsAt", points_, false);
  join("connectionPointOf", points_, true);
  join_texts(sim("outputPort"), connections_, &Joint::ports);
  join_texts(sim("inputPort"), points_, &Joint::ports);
  join_texts(hearth_term("outputKey"), connections_, &Joint::keys);
  join_texts(hearth_term("inputKey"), points_, &Joint::keys);
  join_texts(hearth_term("cut"), connections_, &Joint::cuts);
  join_texts(hearth_term("loop"), connections_, &Joint::loops);
  join_both("connectsSystemAt", true);
  join_both("connectsSystemThrough", false);
}

SystemGraph Reader::read() {
  read_systems();
  read_joints();
  link();
  return std::move(graph_);
}

}  // namespace

SystemGraph read_system_graph(const TripleStore& store, const std::string& file,
                              Diagnostics& diagnostics) {
  return Reader(store, file, diagnostics).read();
}

bool is_system_graph(const TripleStore& store) {
  for (const std::string_view port : {"outputPort", "inputPort"}) {
    if (!store.match({.predicate = store.find_iri(sim(port))}).empty()) return true;
  }
  const auto types = store.match({.predicate = store.find_iri(rdf::kType)});
  return std::any_of(types.begin(), types.end(), [&store](const Triple& triple) {
    const Term term = store.term(triple.object);
    return is_sim_class(term) || is_own_class(term);
  });
}

}  // namespace hearth::twin4build
