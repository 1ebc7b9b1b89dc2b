// SPDX-License-Identifier: MIT
#include "hearth/ontology/twin4build/internal/graph/links.hpp"

#include <array>
#include <set>
#include <utility>
#include <vector>

#include "hearth/framework/component/schema.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/twin4build/internal/graph/statements.hpp"
#include "hearth/ontology/twin4build/internal/graph/terms.hpp"
#include "hearth/ontology/twin4build/internal/graph/vocabulary.hpp"

namespace hearth::twin4build {
namespace {

constexpr std::string_view kReturnJunction = "ReturnFlowJunction";
constexpr std::string_view kStreamFlow = "airFlowRateIn";

constexpr std::array<std::pair<std::string_view, CutPin>, 3> kCuts = {
    {{"", CutPin::Free}, {"never", CutPin::Never}, {"prefer", CutPin::Prefer}}};
constexpr std::array<std::pair<std::string_view, LoopAction>, 3> kLoops = {
    {{"", LoopAction::Solve}, {"refuse", LoopAction::Refuse}, {"delay", LoopAction::Delay}}};

template <class E>
bool find_word(const std::array<std::pair<std::string_view, E>, 3>& words, std::string_view word,
               E& value) {
  for (const auto& [known, meaning] : words) {
    if (known != word) continue;
    value = meaning;
    return true;
  }
  return false;
}

/// Returns whether an input is a property of a stream other than its flow.
bool is_stream_state(std::string_view type, std::string_view input) {
  return type == kReturnJunction && input != kStreamFlow && input.ends_with("In");
}

/// Adds the links of one graph.
class LinkReader {
 public:
  LinkReader(const SystemGraph& graph, const std::string& file, const Registry& registry,
             SimulationModel& model, Diagnostics& errors)
      : graph_(graph), file_(file), registry_(registry), model_(model), errors_(errors) {}

  void read() {
    for (const SystemLink& link : graph_.links) add(link);
  }

 private:
  const SystemNode& node(int index) const { return graph_.systems[index]; }
  Where where(const SystemLink& link) const {
    return {.file = file_,
            .line = link.line,
            .pointer = {},
            .component = node(link.target).id,
            .port = link.input.port};
  }

  /// Returns the port in Hearth's terms: for some classes of Twin4Build, users choose its name.
  std::string port(int index, const std::string& name, bool output) const {
    const SystemNode& system = node(index);
    if (!system.own_classes.empty() || system.classes.empty()) return name;
    const ClassTerm* term = find_class(system.classes.begin()->first);
    const std::string_view only =
        term == nullptr ? std::string_view() : (output ? term->output : term->input);
    return only.empty() ? name : std::string(only);
  }

  void add(const SystemLink& link) {
    const Component* target = model_.find(node(link.target).id);
    const std::string& source = node(link.source).id;
    if (target == nullptr || model_.find(source) == nullptr) return;  // reported already
    Connection connection{
        .from = {source, port(link.source, link.output.port, true), link.output.key.value_or("")},
        .to = {target->id, port(link.target, link.input.port, false), ""},
        .cut = CutPin::Free,
        .where = {.file = file_, .line = link.line}};
    if (!find_word(kCuts, link.output.cut, connection.cut)) {
      value_error(link, "hearth:cut", link.output.cut, "'never' or 'prefer'");
    }
    if (!find_word(kLoops, link.output.loop, connection.loop)) {
      value_error(link, "hearth:loop", link.output.loop, "'refuse' or 'delay'");
    }
    for (const std::string& key : keys(link, *target, connection)) {
      connection.to.key = key;
      connect(connection, link);
    }
  }

  void connect(const Connection& connection, const SystemLink& link) {
    try {
      model_.add_connection(connection);
    } catch (const ModelError& error) {
      for (Diagnostic item : error.diagnostics().items()) {
        item.where = where(link);
        errors_.add(std::move(item));
      }
    }
  }

  void value_error(const SystemLink& link, const std::string& property, const std::string& value,
                   const std::string& expected) {
    errors_.error("t4b.value_invalid", where(link),
                  property + ": '" + value + "' is not " + expected);
  }

  std::vector<std::string> keys(const SystemLink& link, const Component& target,
                                const Connection& connection) {
    if (link.input.key) return {*link.input.key};
    const auto implied =
        implied_key(registry_, target.type, connection.to.port, connection.from.component);
    if (implied) return {*implied};
    return streams_of(link);
  }

  // Returns the flows into the junction from components that draw air from the source of this link.
  std::vector<std::string> streams_of(const SystemLink& state) {
    std::set<int> fed;
    for (const SystemLink& link : graph_.links) {
      if (link.target == state.target && link.input.port == kStreamFlow) fed.insert(link.source);
    }
    std::vector<std::string> streams;
    for (const int damper : fed) {
      for (const SystemLink& link : graph_.links) {
        if (link.source != damper || link.target != state.source) continue;
        streams.push_back(node(damper).id);
        break;
      }
    }
    if (streams.empty() && fed.size() == 1) streams.push_back(node(*fed.begin()).id);
    if (streams.empty()) {
      errors_.error(
          "t4b.stream_unpaired", where(state),
          "none of the flows into this junction is drawn from '" + node(state.source).id +
              "': set the stream with hearth:inputKey, the id of the component of the flow");
    }
    return streams;
  }

  const SystemGraph& graph_;
  const std::string& file_;
  const Registry& registry_;
  SimulationModel& model_;
  Diagnostics& errors_;
};

/// Reads one end of an event connection: `hearth:sender`, `hearth:senderPort`, ...
std::optional<Endpoint> read_end(const Statements& graph, const Triple& node,
                                 const std::string& side,
                                 const std::map<TermId, std::string>& ids) {
  const auto component = graph.one(node.subject, hearth_term(side));
  const auto port = graph.text(node.subject, hearth_term(side + "Port"));
  const auto found = component ? ids.find(component->object) : ids.end();
  if (found != ids.end() && port) {
    return Endpoint{found->second, *port,
                    graph.text(node.subject, hearth_term(side + "Key")).value_or("")};
  }
  graph.value_error(node, "complete: hearth:" + side +
                              " must be a component of the graph, and "
                              "hearth:" +
                              side + "Port its port");
  return std::nullopt;
}

}  // namespace

void add_links(const SystemGraph& graph, const std::string& file, const Registry& registry,
               SimulationModel& model, Diagnostics& errors) {
  LinkReader(graph, file, registry, model, errors).read();
}

void add_events(const TripleStore& store, const SystemGraph& graph, const std::string& file,
                SimulationModel& model, Diagnostics& errors) {
  std::map<TermId, std::string> ids;
  for (const SystemNode& system : graph.systems) {
    if (model.find(system.id) != nullptr) ids[system.node] = system.id;
  }
  const Statements statements(store, file, "", errors);
  const TermId kind = store.find_iri(hearth_term("EventConnection"));
  for (const Triple& node :
       store.match({.predicate = store.find_iri(rdf::kType), .object = kind})) {
    const auto from = read_end(statements, node, "sender", ids);
    const auto to = from ? read_end(statements, node, "receiver", ids) : std::nullopt;
    if (!to) continue;
    Connection event{.from = *from, .to = *to, .cut = CutPin::Free, .where = {}};
    event.where = {.file = file, .line = store.line(node)};
    find_word(kCuts, statements.text(node.subject, hearth_term("cut")).value_or(""), event.cut);
    find_word(kLoops, statements.text(node.subject, hearth_term("loop")).value_or(""), event.loop);
    try {
      model.add_event(std::move(event));
    } catch (const ModelError& error) {
      for (Diagnostic item : error.diagnostics().items()) {
        item.where = statements.where(node);
        errors.add(std::move(item));
      }
    }
  }
}

std::optional<std::string> implied_key(const Registry& registry, std::string_view type,
                                       std::string_view input, const std::string& source) {
  if (is_stream_state(type, input)) return std::nullopt;
  const ComponentType* found = registry.find(type);
  const Field* field = found == nullptr ? nullptr : found->schema.find(Role::Input, input);
  return field != nullptr && field->many ? source : "";
}

std::string_view word_of(CutPin cut) {
  for (const auto& [word, meaning] : kCuts) {
    if (meaning == cut) return word;
  }
  return "";
}

std::string_view word_of(LoopAction loop) {
  for (const auto& [word, meaning] : kLoops) {
    if (meaning == loop) return word;
  }
  return "";
}

}  // namespace hearth::twin4build
