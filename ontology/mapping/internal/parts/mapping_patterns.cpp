// SPDX-License-Identifier: MIT
#include "hearth/data/json/json_values.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_context.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth {
namespace {

/// Notes the properties of a path; returns whether rdf:type is one of them.
bool note_path(const PropertyPath& path, const Where& where, MappingContext& context) {
  bool names_type = false;
  if (path.kind == PropertyPath::Kind::Property) {
    if (path.iri == rdf::kType) return true;
    if (!path.iri.empty()) context.uses.push_back({path.iri, false, where, context.entry});
  }
  for (const PropertyPath& part : path.parts) names_type |= note_path(part, where, context);
  return names_type;
}

void note_steps(const GraphPattern& pattern, std::size_t first, const Where& where,
                MappingContext& context) {
  for (std::size_t i = first; i < pattern.steps.size(); ++i) {
    const PatternStep& step = pattern.steps[i];
    if (!note_path(step.path, where, context)) continue;
    for (const OwnTerm& term : step.object.terms) {
      if (term.kind == TermKind::Iri) {
        context.uses.push_back({term.text, true, where, context.entry});
      }
    }
  }
}

}  // namespace

void read_triples(const JsonNode& node, GraphPattern& pattern, MappingContext& context) {
  for (const JsonNode& text : read_texts(node, context.diagnostics)) {
    const std::size_t before = pattern.steps.size();
    add_triples(pattern, {text.string()}, context.prefixes, text.where(), context.diagnostics);
    note_steps(pattern, before, text.where(), context);
  }
}

void read_unless(const JsonNode& node, GraphPattern& pattern, MappingContext& context) {
  if (!require_array(node, context.diagnostics)) return;
  for (const JsonNode list : node.elements()) {
    std::vector<std::string> triples;
    if (!require_array(list, context.diagnostics)) continue;
    for (const JsonNode& text : read_texts(list, context.diagnostics)) {
      triples.push_back(text.string());
    }
    const std::size_t before = pattern.without.size();
    add_without(pattern, triples, context.prefixes, list.where(), context.diagnostics);
    for (std::size_t i = before; i < pattern.without.size(); ++i) {
      note_steps(pattern.without[i], 0, list.where(), context);
    }
  }
}

PropertyPath read_path(std::string_view text, const Where& where, MappingContext& context) {
  PropertyPath path = parse_path(text, context.prefixes, where, context.diagnostics);
  note_path(path, where, context);
  return path;
}

}  // namespace hearth
