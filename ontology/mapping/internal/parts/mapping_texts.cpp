// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_context.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth {
namespace {

std::optional<int> parse_count(std::string_view text) {
  int value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

/// Returns the name after `?`; nothing for other texts.
std::optional<std::string> variable_name(std::string_view text) {
  if (!text.starts_with('?') || !is_plain_name(text.substr(1))) return std::nullopt;
  return std::string(text.substr(1));
}

std::optional<Condition> parse_condition(std::string_view text) {
  text = trimmed(text);
  Condition condition;
  const bool none = text.starts_with('!');
  if (none) text.remove_prefix(1);
  if (const auto open = text.find('['); open != std::string_view::npos) {
    if (none || !text.ends_with(']')) return std::nullopt;
    const auto count = parse_cardinality(text.substr(open + 1, text.size() - open - 2));
    if (!count) return std::nullopt;
    condition.count = *count;
    text = text.substr(0, open);
  } else if (none) {
    condition.count = {.min = 0, .max = 0};
  }
  const std::optional<std::string> name = variable_name(text);
  if (!name) return std::nullopt;
  condition.variable = *name;
  return condition;
}

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

bool is_plain_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c >= 0x80;
  });
}

std::optional<std::string> read_variable(const JsonNode& node, MappingContext& context) {
  std::optional<std::string> name;
  if (node.is(JsonKind::String)) name = variable_name(trimmed(node.string()));
  if (name) return name;
  context.diagnostics.error(
      "mapping.variable_malformed", node.where(),
      fmt::format("found {}, expected a variable such as \"?v\"", node.describe()));
  return std::nullopt;
}

std::vector<std::string> read_variables(const JsonNode& node, MappingContext& context) {
  std::vector<std::string> names;
  for (const JsonNode& text : read_texts(node, context.diagnostics)) {
    if (auto name = read_variable(text, context)) names.push_back(*std::move(name));
  }
  return names;
}

std::vector<JsonNode> read_texts(const JsonNode& node, Diagnostics& diagnostics) {
  std::vector<JsonNode> texts;
  if (node.is(JsonKind::String)) {
    texts.push_back(node);
  } else if (node.is(JsonKind::Array)) {
    for (const JsonNode element : node.elements()) {
      if (read_name(element, diagnostics)) texts.push_back(element);
    }
  } else {
    wrong_type(node, "a string or a list of strings", diagnostics);
  }
  return texts;
}

std::optional<std::string> read_iri(std::string_view text, const Where& where,
                                    MappingContext& context) {
  text = trimmed(text);
  if (text.size() > 2 && text.starts_with('<') && text.ends_with('>')) {
    return std::string(text.substr(1, text.size() - 2));
  }
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || text.find_first_of(" <>\"") != std::string_view::npos) {
    context.diagnostics.error(
        "mapping.term_malformed", where,
        fmt::format("'{}' is not a name; expected \"prefix:Name\" or \"<IRI>\"", text));
    return std::nullopt;
  }
  if (auto iri = context.prefixes.expand(text)) return iri;
  const std::string_view prefix = text.substr(0, colon);
  context.diagnostics.error("pattern.prefix_unknown", where,
                            fmt::format("the prefix '{}' is not known{}", prefix,
                                        expected_name(prefix, context.prefixes.names())));
  return std::nullopt;
}

std::vector<std::string> read_classes(const JsonNode& node, MappingContext& context) {
  std::vector<std::string> classes;
  for (const JsonNode& text : read_texts(node, context.diagnostics)) {
    std::string_view rest = text.string();
    for (bool more = true; more;) {
      const std::size_t bar = rest.find('|');
      more = bar != std::string_view::npos;
      if (auto iri = read_iri(rest.substr(0, bar), text.where(), context)) {
        context.uses.push_back({*iri, true, text.where(), context.entry});
        classes.push_back(*std::move(iri));
      }
      if (more) rest.remove_prefix(bar + 1);
    }
  }
  return classes;
}

std::optional<Cardinality> parse_cardinality(std::string_view text) {
  text = trimmed(text);
  const std::size_t dots = text.find("..");
  const std::optional<int> min = parse_count(text.substr(0, dots));
  if (!min) return std::nullopt;
  Cardinality count{.min = *min, .max = *min};
  if (dots != std::string_view::npos) {
    const std::string_view last = text.substr(dots + 2);
    const bool open = last.empty() || last == "*";
    const std::optional<int> max = open ? Cardinality{}.max : parse_count(last);
    if (!max) return std::nullopt;
    count.max = *max;
  }
  if (count.max < count.min) return std::nullopt;
  return count;
}

std::optional<Cardinality> read_cardinality(const JsonNode& node, MappingContext& context) {
  std::optional<Cardinality> count;
  if (node.is(JsonKind::String)) count = parse_cardinality(node.string());
  if (node.is(JsonKind::Number)) count = parse_cardinality(fmt::format("{}", node.number()));
  if (count && count->max > 0) return count;
  context.diagnostics.error(
      "mapping.count", node.where(),
      fmt::format("found {}, expected a number of nodes: \"1\", \"0..1\", \"1..*\", \"2..4\"",
                  node.describe()));
  return std::nullopt;
}

std::optional<Condition> read_condition(const JsonNode& node, MappingContext& context) {
  std::optional<Condition> condition;
  if (node.is(JsonKind::String)) condition = parse_condition(node.string());
  if (!condition) {
    context.diagnostics.error(
        "mapping.condition", node.where(),
        fmt::format("found {}, expected \"?z\", \"!?z\", \"?z[1]\", \"?z[2..]\" or \"?z[2..4]\"",
                    node.describe()));
  }
  return condition;
}

void read_triples(const JsonNode& node, GraphPattern& pattern, MappingContext& context) {
  for (const JsonNode& text : read_texts(node, context.diagnostics)) {
    if (context.diagnostics.full()) return;
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
