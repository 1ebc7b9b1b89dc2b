// SPDX-License-Identifier: MIT
#include <utility>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_rules.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth {
namespace {

enum class Unlisted { Ignore, Warn };
constexpr Choices<Unlisted, 2> kUnlistedWords{
    {{"ignore", Unlisted::Ignore}, {"warn", Unlisted::Warn}}};

void note_derived(const std::string& iri, MappingContext& context) {
  context.derived.push_back({iri, context.entry});
}

/// Returns whether a triple can be added to a graph: it has one property, and one node or variable
/// at each end.
bool can_be_added(const PatternStep& step) {
  const auto one = [](const PatternTerm& term) {
    return term.variable >= 0 || term.terms.size() == 1;
  };
  return step.property < 0 && step.path.kind == PropertyPath::Kind::Property && one(step.subject) &&
         one(step.object);
}

void read_then(const JsonNode& node, Derivation& derivation, MappingContext& context) {
  for (const JsonNode& text : read_texts(node, context.diagnostics)) {
    GraphPattern heads;
    heads.variables = derivation.pattern.variables;
    const std::size_t known = heads.variables.size();
    add_triples(heads, {text.string()}, context.prefixes, text.where(), context.diagnostics);
    for (std::size_t i = known; i < heads.variables.size(); ++i) {
      context.diagnostics.error("mapping.variable_unbound", text.where(),
                                fmt::format("'?{}' is in no triple of 'if'", heads.variables[i]));
    }
    for (PatternStep& step : heads.steps) {
      if (!can_be_added(step)) {
        context.diagnostics.error("mapping.then", text.where(),
                                  "expected one property between two nodes or variables; a path "
                                  "or alternatives cannot be added to a graph");
      }
      if (step.path.iri == rdf::kType) {
        for (const OwnTerm& own : step.object.terms) note_derived(own.text, context);
      } else if (!step.path.iri.empty()) {
        note_derived(step.path.iri, context);
      }
      derivation.then.push_back(std::move(step));
    }
  }
}

void read_pattern_form(const JsonNode& node, Derivation& derivation, MappingContext& context) {
  check_keys(node, {"if", "unless", "then"}, context.diagnostics);
  if (const auto condition = require_member(node, "if", context.diagnostics)) {
    read_triples(*condition, derivation.pattern, context);
  }
  const std::vector<std::string> known = derivation.pattern.variables;
  if (const auto then = require_member(node, "then", context.diagnostics)) {
    read_then(*then, derivation, context);
  }
  if (const auto unless = node.find("unless")) read_unless(*unless, derivation.pattern, context);
}

void read_row(const JsonNode& node, Derivation& derivation, MappingContext& context) {
  if (!node.is(JsonKind::Array) || node.size() != 3) {
    wrong_type(node, "a row of three strings: from classes, to classes, property",
               context.diagnostics);
    return;
  }
  std::vector<JsonNode> cells;
  for (const JsonNode cell : node.elements()) cells.push_back(cell);
  Derivation::Row row;
  row.from = read_classes(cells[0], context);
  row.to = read_classes(cells[1], context);
  const auto text = read_name(cells[2], context.diagnostics);
  const auto property = text ? read_iri(*text, cells[2].where(), context) : std::nullopt;
  if (!property) return;
  row.property = *property;
  note_derived(row.property, context);
  derivation.rows.push_back(std::move(row));
}

void read_table_form(const JsonNode& node, Derivation& derivation, MappingContext& context) {
  Diagnostics& diagnostics = context.diagnostics;
  check_keys(node, {"relation", "unlisted", "pairs"}, diagnostics);
  const auto relation = node.find("relation");
  if (const auto text = read_name(*relation, diagnostics)) {
    derivation.relation = read_iri(*text, relation->where(), context).value_or("");
    if (!derivation.relation.empty()) {
      context.uses.push_back({derivation.relation, false, relation->where(), context.entry});
    }
  }
  Unlisted unlisted = Unlisted::Ignore;
  read_member(node, "unlisted", unlisted,
              [&](const JsonNode& n) { return read_choice(n, kUnlistedWords, diagnostics); });
  derivation.warn_unlisted = unlisted == Unlisted::Warn;
  const auto pairs = require_member(node, "pairs", diagnostics);
  if (!pairs || !require_array(*pairs, diagnostics)) return;
  for (const JsonNode row : pairs->elements()) read_row(row, derivation, context);
}

/// Reads a property from a member of an object; "" if it has none, which is reported.
std::string read_property(const JsonNode& node, std::string_view key, MappingContext& context) {
  const auto member = require_member(node, key, context.diagnostics);
  const auto text = member ? read_name(*member, context.diagnostics) : std::nullopt;
  return text ? read_iri(*text, member->where(), context).value_or("") : "";
}

void read_texts_form(const JsonNode& node, Derivation& derivation, MappingContext& context) {
  const bool numbers = node.find("unit").has_value();
  check_keys(node, {"texts", "then", numbers ? "unit" : "in"}, context.diagnostics);
  derivation.texts = read_property(node, "texts", context);
  derivation.property = read_property(node, "then", context);
  if (!derivation.property.empty()) note_derived(derivation.property, context);
  if (numbers) {
    read_member(node, "unit", derivation.unit,
                [&](const JsonNode& unit) { return read_unit(unit, context.diagnostics); });
    return;
  }
  const auto scope = require_member(node, "in", context.diagnostics);
  const auto prefix = scope ? read_name(*scope, context.diagnostics) : std::nullopt;
  // A prefix is the name `ph:` without an end.
  if (prefix) derivation.scope = read_iri(*prefix, scope->where(), context).value_or("");
}

/// Returns whether a triple consists of three different variables.
bool is_open(const GraphPattern& pattern) {
  if (pattern.steps.size() != 1 || pattern.variables.size() != 3) return false;
  const PatternStep& step = pattern.steps.front();
  return step.subject.variable >= 0 && step.property >= 0 && step.object.variable >= 0;
}

void read_number_form(const JsonNode& node, Derivation& derivation, MappingContext& context) {
  Diagnostics& diagnostics = context.diagnostics;
  check_keys(node, {"number", "if", "unless", "then", "unit", "bare"}, diagnostics);
  derivation.number = true;
  const auto number = node.find("number");
  if (const auto text = read_name(*number, diagnostics)) {
    add_triples(derivation.pattern, {*text}, context.prefixes, number->where(), diagnostics);
    if (!is_open(derivation.pattern)) {
      diagnostics.error("mapping.then", number->where(),
                        "expected a triple of three different variables, such as '?x ?p ?v'");
    }
  }
  if (const auto condition = node.find("if")) read_triples(*condition, derivation.pattern, context);
  if (const auto unless = node.find("unless")) read_unless(*unless, derivation.pattern, context);
  derivation.property = read_property(node, "then", context);
  if (!derivation.property.empty()) note_derived(derivation.property, context);
  if (const auto unit = require_member(node, "unit", diagnostics)) {
    derivation.unit = read_unit(*unit, diagnostics);
  }
  read_member(node, "bare", derivation.bare,
              [&](const JsonNode& flag) { return read_flag(flag, diagnostics); });
}

}  // namespace

Derivation read_derivation(const JsonNode& node, MappingContext& context) {
  Derivation derivation;
  derivation.where = node.where();
  if (!require_object(node, context.diagnostics)) return derivation;
  if (node.find("relation")) {
    read_table_form(node, derivation, context);
  } else if (node.find("texts")) {
    read_texts_form(node, derivation, context);
  } else if (node.find("number")) {
    read_number_form(node, derivation, context);
  } else {
    read_pattern_form(node, derivation, context);
  }
  return derivation;
}

}  // namespace hearth
