// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/model/unread_numbers.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/ontology/rdf/prefixes.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/translate/internal/instances/coverage.hpp"
#include "hearth/ontology/translate/internal/instances/named_iris.hpp"
#include "hearth/ontology/translate/internal/instances/named_sizes.hpp"

namespace hearth {
namespace {

/// Adds the properties from which rules read numbers.
void add_value_properties(const ValueSources& sources, std::set<std::string>& iris) {
  for (const auto& [name, source] : sources) {
    for (const ValueSource::Path& way : source.from) add_named_iris(way.path, iris);
    for (const ValueSource::Path& way : source.share) add_named_iris(way.path, iris);
  }
}

std::set<std::string> value_properties(const std::vector<Mapping>& mappings) {
  std::set<std::string> iris;
  for (const Mapping& mapping : mappings) {
    for (const Rule& rule : mapping.rules) {
      for (const ValueSources* sources :
           {&rule.quantities, &rule.parameters, &rule.group.quantities}) {
        add_value_properties(*sources, iris);
      }
      for (const GroupPart& part : rule.group.parts) add_value_properties(part.parameters, iris);
    }
  }
  return iris;
}

/// Returns whether a short text begins with a number: `5,000 CFM`, `ca. 40 kW`, `2 x 8 kW`.
bool begins_with_number(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.size() > kLongest) return false;
  for (const std::string_view word : {"ca.", "approx.", "~", "about "}) {
    if (text.starts_with(word)) text.remove_prefix(word.size());
  }
  while (text.starts_with(' ')) text.remove_prefix(1);
  return !text.empty() && is_digit(text.front());
}

class UnreadNumbers {
 public:
  UnreadNumbers(const BuildContext& context, const std::set<int>& modelled)
      : context_(context),
        names_(context.names),
        modelled_(modelled),
        properties_(value_properties(context.mappings)) {
    for (const Mapping& mapping : context.mappings) {
      points_.merge(names_.instances_of(mapping.points));
      readings_.merge(names_.instances_of(mapping.readings));
    }
  }

  void report() {
    const TripleStore& graph = names_.graph();
    for (const Triple& triple : graph.triples()) {
      if (graph.line(triple) <= 0) continue;
      const Term number = graph.term(triple.object);
      if (number.kind != TermKind::Literal || is_derived_size(triple, number)) continue;
      const std::optional<Quantity> quantity = parse_quantity(number.text);
      if (quantity || (begins_with_number(number.text) && is_size(triple.predicate))) {
        look(triple, number.text, quantity && quantity->unit.has_value());
      }
    }
    for (auto& [message, size] : sizes_used_) {
      context_.report.add(
          {.code = "import.value_from_label",
           .message = message,
           .nodes = std::move(size.shown),
           .consequence = "used, such as " + size.value +
                          ": state the size with a property of the ontology if the name of this "
                          "property means something else"});
    }
    for (auto& [message, unread] : items_) {
      context_.report.add(
          {.code = "import.value_unread",
           .message = message,
           .nodes = std::move(unread.shown),
           .consequence = "not used, such as " + unread.value +
                          ": if the model needs it, set the parameter with --params or --set"});
    }
  }

 private:
  void look(const Triple& triple, std::string_view text, bool has_unit) {
    if (context_.read.contains(triple.subject, triple.object)) return;
    const std::string unit = unit_of(triple.subject, triple.object);
    const TermId owner = point_with(triple.subject);
    if (readings_.contains(owner) || context_.read.contains(owner, triple.object)) return;
    const bool complete = unit.empty() || has_unit || text.ends_with(unit);
    const std::string value = complete ? std::string(text) : fmt::format("{} {}", text, unit);
    if (in_model(owner)) {
      if (unit.empty() && !is_value(triple.predicate) && !is_size(triple.predicate)) return;
      add(names_.name(triple.predicate), owner, owner, value);
    } else if (const auto link = described_by(owner)) {
      if (context_.read.contains(link->subject, triple.object)) return;
      const TermId relation = value_relation(*link);
      if (unit.empty() && !is_value(relation)) return;
      const bool point = points_.contains(owner);
      add(point ? kind_of(owner) : names_.name(relation), link->subject,
          point ? owner : link->subject, value);
    }
  }

  /// Returns whether a rule reads the number with the unit that its property names. Adds it to the
  /// sizes that the report lists if the model uses it.
  bool is_derived_size(const Triple& triple, const Term& number) {
    const TripleStore& graph = names_.graph();
    for (const Mapping& mapping : context_.mappings) {
      for (const Derivation& derivation : mapping.derive) {
        const TermId derived = derivation.number ? graph.find_iri(derivation.property) : kNoTerm;
        if (derived == kNoTerm ||
            graph.match({.subject = triple.subject, .predicate = derived}).empty()) {
          continue;
        }
        const auto size = named_size(names_of(triple.predicate), number, derivation);
        const TermId literal = size ? graph.find(literal_term(*size)) : kNoTerm;
        if (literal == kNoTerm || !graph.contains({triple.subject, derived, literal}) ||
            !context_.read.contains(triple.subject, literal)) {
          continue;
        }
        if (context_.read.uses(triple.subject, literal)) {
          add_to(
              sizes_used_,
              fmt::format("properties of other vocabularies state sizes by their names: {} of {}",
                          names_.name(triple.predicate), class_names(triple.subject, names_)),
              triple.subject, parse_quantity(*size)->unit ? *size : *size + " without a unit");
        }
        return true;
      }
    }
    return false;
  }

  /// Returns the last part of a property's IRI, and its labels.
  const std::vector<std::string>& names_of(TermId property) {
    const auto [place, is_new] = property_names_.try_emplace(property);
    if (is_new) place->second = names_of_property(names_.graph(), property);
    return place->second;
  }

  /// Returns whether the name or a label of a property is that of a size.
  bool is_size(TermId property) {
    const auto [place, is_new] = sizes_.try_emplace(property, false);
    if (!is_new) return place->second;
    const std::vector<std::string>& names = names_of(property);
    return place->second = std::any_of(names.begin(), names.end(), is_size_name);
  }

  /// Returns the only point whose value a node is, otherwise the node itself.
  TermId point_with(TermId node) const {
    const TripleStore& graph = names_.graph();
    TermId found = kNoTerm;
    for (const Triple& link : graph.match({.object = node})) {
      if (graph.line(link) <= 0) continue;
      if (!points_.contains(link.subject) || (found != kNoTerm && found != link.subject))
        return node;
      found = link.subject;
    }
    return found == kNoTerm ? node : found;
  }

  /// Returns the only relation from a node in the model to a node with a value, such as a point, or
  /// nothing. Relations to points may be derived: points of Haystack refer to their equipment.
  std::optional<Triple> described_by(TermId owner) const {
    const TripleStore& graph = names_.graph();
    const bool point = points_.contains(owner);
    std::optional<Triple> found;
    for (const Triple& link : graph.match({.object = owner})) {
      if ((graph.line(link) <= 0 && !point) || !in_model(link.subject)) continue;
      if (found && link.subject != found->subject) return std::nullopt;
      found = link;
    }
    return found;
  }

  /// Returns the property of a relation, or another one, also a derived one, from which rules read
  /// numbers.
  TermId value_relation(const Triple& link) const {
    if (is_value(link.predicate)) return link.predicate;
    for (const Triple& other :
         names_.graph().match({.subject = link.subject, .object = link.object})) {
      if (is_value(other.predicate)) return other.predicate;
    }
    return link.predicate;
  }

  /// Returns the classes of a point, with its QUDT quantity kind.
  std::string kind_of(TermId point) const {
    std::string text = class_names(point, names_);
    const TripleStore& graph = names_.graph();
    const TermId kind = graph.find_iri("http://qudt.org/schema/qudt/hasQuantityKind");
    if (kind == kNoTerm) return text;
    for (const Triple& triple : graph.match({.subject = point, .predicate = kind})) {
      text += fmt::format(" ({})", names_.name(triple.object));
    }
    return text;
  }

  bool in_model(TermId node) const {
    return !points_.contains(node) && modelled_.contains(context_.instances.holder_of(node));
  }

  bool is_value(TermId property) const {
    return properties_.contains(std::string(names_.graph().term(property).text));
  }

  /// Returns the unit that a node states for its literal; "" if there is none.
  std::string unit_of(TermId owner, TermId literal) const {
    for (const Mapping& mapping : context_.mappings) {
      const auto number = stated_number(names_, owner, literal, 1, mapping.unit);
      if (!number) continue;
      if (number->quantity.unit) return number->quantity.unit->symbol;
      if (!number->unknown_unit.empty()) return number->unknown_unit;
    }
    return "";
  }

  void add(const std::string& property, TermId equipment, TermId node, const std::string& value) {
    add_to(items_, fmt::format("no rule reads {} of {}", property, class_names(equipment, names_)),
           node, value);
  }

  struct Listed {
    std::string value;  ///< of the first node
    std::set<TermId> nodes;
    std::vector<GraphNode> shown;
  };
  using Items = std::map<std::string, Listed>;  // by message

  void add_to(Items& items, const std::string& message, TermId node, const std::string& value) {
    const auto [place, is_new] = items.try_emplace(message);
    Listed& item = place->second;
    if (is_new) item.value = value;
    if (item.nodes.insert(node).second) item.shown.push_back(names_.node(node));
  }

  const BuildContext& context_;
  const GraphNames& names_;
  const std::set<int>& modelled_;
  std::set<std::string> properties_;
  std::set<TermId> points_, readings_;
  std::map<TermId, bool> sizes_;  // whether the names of these properties are those of sizes
  std::map<TermId, std::vector<std::string>> property_names_;
  Items items_, sizes_used_;
};

}  // namespace

void report_unread_numbers(const BuildContext& context, const std::set<int>& modelled) {
  UnreadNumbers(context, modelled).report();
}

}  // namespace hearth
