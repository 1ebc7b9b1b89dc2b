// SPDX-License-Identifier: MIT
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/model_files/internal/component_reader.hpp"
#include "hearth/ontology/twin4build/internal/graph/statements.hpp"
#include "hearth/ontology/twin4build/internal/graph/terms.hpp"
#include "hearth/ontology/twin4build/internal/graph/vocabulary.hpp"
#include "hearth/ontology/twin4build/internal/own/own_reader.hpp"

namespace hearth::twin4build {
namespace {

std::string json_string(const std::string& text) { return nlohmann::json(text).dump(); }

class OwnComponentReader {
 public:
  OwnComponentReader(const TripleStore& store, const SystemNode& node, const std::string& file,
                     const Registry& registry, Diagnostics& errors)
      : node_(node),
        file_(file),
        registry_(registry),
        errors_(errors),
        graph_(store, file, node.id, errors) {}

  std::optional<Component> read();

 private:
  bool read_type();
  std::optional<Entries> read_value(TermId node);
  std::optional<Quantity> read_limit(TermId node, std::string_view name, const Entries& value);
  void read_parameter(const Triple& statement);
  void read_initial(const Triple& statement);
  void read_config(const Triple& statement);
  void read_clock(const Triple& statement);
  std::optional<std::string> name_of(const Triple& statement);
  std::optional<std::string> config_text(const Triple& value) const;

  const SystemNode& node_;
  const std::string& file_;
  const Registry& registry_;
  Diagnostics& errors_;
  Statements graph_;
  Component component_;
};

bool OwnComponentReader::read_type() {
  const auto& [name, line] = *node_.own_classes.begin();
  const Where where{.file = file_, .line = line, .pointer = {}, .component = node_.id, .port = {}};
  if (node_.own_classes.size() > 1) {
    errors_.error("t4b.class_ambiguous", where,
                  "the component has several classes: hearth:" + name +
                      ", hearth:" + std::next(node_.own_classes.begin())->first + "; leave one");
    return false;
  }
  component_.type = name;
  component_.where = where;
  if (registry_.find(name) != nullptr) return true;
  errors_.error(
      "model.type_unknown", where,
      "there is no component type '" + name + "'" + expected_name(name, registry_.names()));
  return false;
}

std::optional<std::string> OwnComponentReader::name_of(const Triple& statement) {
  auto name = graph_.text(statement.object, hearth_term("name"));
  if (!name || name->empty()) {
    errors_.error("t4b.name_missing", graph_.where(statement),
                  "the value has no name; give it with hearth:name");
    return std::nullopt;
  }
  return name;
}

// One number, or a number for each key.
std::optional<Entries> OwnComponentReader::read_value(TermId node) {
  if (auto quantity = graph_.quantity(node)) return Entries(*quantity);
  std::map<std::string, Quantity> by_key;
  for (const Triple& entry : graph_.all(node, hearth_term("entry"))) {
    const auto key = graph_.text(entry.object, hearth_term("key"));
    const auto quantity = graph_.quantity(entry.object);
    if (!key || !quantity) {
      graph_.value_error(entry, "an entry with hearth:key and saref:hasValue");
    } else if (!by_key.emplace(*key, *quantity).second) {
      graph_.value_error(entry, "the only entry of key '" + *key + "'");
    }
  }
  return Entries(std::move(by_key));
}

// A number is in the unit of the value, a text says its own.
std::optional<Quantity> OwnComponentReader::read_limit(TermId node, std::string_view name,
                                                       const Entries& value) {
  const std::string property = hearth_term(name);
  const std::optional<Triple> statement = graph_.one(node, property);
  if (!statement) return std::nullopt;
  const Term term = graph_.store().term(statement->object);
  const std::string text(term.text);
  if (!term.datatype.ends_with("#string")) {
    const std::optional<double> number = graph_.number(node, property);
    if (!number) return std::nullopt;
    const auto* one = std::get_if<Quantity>(&value);
    return Quantity{*number, one != nullptr ? one->unit : std::nullopt};
  }
  const auto space = text.find(' ');
  const auto number = parse_number(text.substr(0, space));
  std::optional<Unit> unit;
  if (space != std::string::npos) unit = parse_unit(text.substr(space + 1));
  if (number && (unit || space == std::string::npos)) {
    return Quantity{from_graph(Scale::Same, *number), unit};
  }
  graph_.value_error(*statement, "a number with a unit");
  return std::nullopt;
}

void OwnComponentReader::read_parameter(const Triple& statement) {
  const auto name = name_of(statement);
  auto value = read_value(statement.object);
  if (!name || !value) return;
  ParameterSetting setting;
  setting.min = read_limit(statement.object, "minimum", *value);
  setting.max = read_limit(statement.object, "maximum", *value);
  setting.source = graph_.text(statement.object, hearth_term("source")).value_or("");
  setting.value = *std::move(value);
  if (!component_.parameters.emplace(*name, std::move(setting)).second) {
    graph_.value_error(statement, "the only value of parameter '" + *name + "'");
  }
}

void OwnComponentReader::read_initial(const Triple& statement) {
  const auto name = name_of(statement);
  auto value = read_value(statement.object);
  if (!name || !value) return;
  if (!component_.initial.emplace(*name, *std::move(value)).second) {
    graph_.value_error(statement, "the only initial value of '" + *name + "'");
  }
}

// JSON and numbers stand as they are, other literals are texts.
std::optional<std::string> OwnComponentReader::config_text(const Triple& value) const {
  const Term term = graph_.store().term(value.object);
  if (term.kind != TermKind::Literal) return std::nullopt;
  const bool text = term.datatype.ends_with("#string") || !term.language.empty();
  return text ? json_string(std::string(term.text)) : std::string(term.text);
}

void OwnComponentReader::read_config(const Triple& statement) {
  const auto name = name_of(statement);
  const auto value = graph_.one(statement.object, hearth_term("value"));
  if (!name) return;
  const auto text = value ? config_text(*value) : std::nullopt;
  if (!text) {
    return graph_.value_error(statement, "a configuration with a literal as hearth:value");
  }
  const std::size_t before = errors_.items().size();
  graph_.json(*value, *text, [](const JsonNode&, Diagnostics&) {});  // one whole value
  if (errors_.items().size() > before) return;
  const std::string json = "{\"c\":{\"type\":" + json_string(component_.type) + ",\"config\":{" +
                           json_string(*name) + ":" + *text + "}}}";
  graph_.json(*value, json, [&](const JsonNode& root, Diagnostics& found) {
    Component read = hearth::read_component(*root.find("c"), registry_, found);
    component_.config.merge(read.config);
  });
}

void OwnComponentReader::read_clock(const Triple& statement) {
  const TermId node = statement.object;
  SampleClock clock;
  const auto period = graph_.number(node, hearth_term("period"));
  if (!period) return graph_.value_error(statement, "a clock with hearth:period in seconds");
  clock.period = *period;
  clock.offset = graph_.number(node, hearth_term("offset")).value_or(0.0);
  clock.end = graph_.number(node, hearth_term("end"));
  clock.jitter = graph_.number(node, hearth_term("jitter")).value_or(0.0);
  component_.clock = clock;
}

std::optional<Component> OwnComponentReader::read() {
  component_.id = node_.id;
  if (!read_type()) return std::nullopt;
  const auto each = [&](const char* name, auto read) {
    for (const Triple& statement : graph_.all(node_.node, hearth_term(name))) read(statement);
  };
  each("parameter", [this](const Triple& s) { read_parameter(s); });
  each("initialValue", [this](const Triple& s) { read_initial(s); });
  each("configuration", [this](const Triple& s) { read_config(s); });
  if (const auto clock = graph_.one(node_.node, hearth_term("clock"))) read_clock(*clock);
  return std::move(component_);
}

}  // namespace

std::optional<Component> read_own_component(const TripleStore& store, const SystemNode& node,
                                            const std::string& file, const Registry& registry,
                                            Diagnostics& errors) {
  return OwnComponentReader(store, node, file, registry, errors).read();
}

std::string modelled_node(const TripleStore& store, TermId system) {
  const auto found =
      store.match({.subject = system, .predicate = store.find_iri(hearth_term("models"))});
  return found.empty() ? "" : std::string(store.term(found[0].object).text);
}

}  // namespace hearth::twin4build
