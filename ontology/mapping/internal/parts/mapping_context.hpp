// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/data/json/json_document.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/ontology/mapping/mapping.hpp"
#include "hearth/ontology/patterns/pattern.hpp"
#include "hearth/ontology/rdf/prefixes.hpp"

namespace hearth {

/// A class or property that a mapping uses, and its place.
struct TermUse {
  std::string iri;
  bool is_class = false;
  Where where;
  int entry = -1;  ///< index in `derive`, -1 elsewhere
};

/// A property that an entry of `derive` derives.
struct DerivedProperty {
  std::string iri;
  int entry = 0;
};

/// Data that the readers of a mapping's parts share.
struct MappingContext {
  const Registry& registry;
  Diagnostics& diagnostics;
  Prefixes prefixes{};
  std::vector<TermUse> uses{};
  std::vector<DerivedProperty> derived{};
  int entry = -1;  ///< index of the entry of `derive` that is being read
};

// Readers of texts in a mapping file. Functions with a node as argument report what they cannot
// read.

/// Reads `?name` and returns the name. Reports `mapping.variable_malformed`.
std::optional<std::string> read_variable(const JsonNode& node, MappingContext& context);
/// Reads a variable or a list of variables.
std::vector<std::string> read_variables(const JsonNode& node, MappingContext& context);

/// Returns the texts of a text or of a list of texts; reports values of other types.
std::vector<JsonNode> read_texts(const JsonNode& node, Diagnostics& diagnostics);

/// Returns the IRI of `brick:VAV` or `<IRI>`. Reports `pattern.prefix_unknown`,
/// `mapping.term_malformed`.
std::optional<std::string> read_iri(std::string_view text, const Where& where,
                                    MappingContext& context);
/// Reads `a|b` or a list of such texts as classes.
std::vector<std::string> read_classes(const JsonNode& node, MappingContext& context);

/// Reads `2`, `0..1`, `2..*` or `2..`; returns nothing if malformed.
std::optional<Cardinality> parse_cardinality(std::string_view text);
/// Reads a count from a text or a whole number. Reports `mapping.count`.
std::optional<Cardinality> read_cardinality(const JsonNode& node, MappingContext& context);
/// Reads `?z`, `!?z`, `?z[2..]` or `?z[1]`. Reports `mapping.condition`.
std::optional<Condition> read_condition(const JsonNode& node, MappingContext& context);

/// Returns whether a name may be that of a variable, a part or a port: one or more letters, digits,
/// `_`, `-` and characters outside ASCII.
bool is_plain_name(std::string_view name);

/// Reads a triple, or a list of triples, into a pattern; notes the used terms.
void read_triples(const JsonNode& node, GraphPattern& pattern, MappingContext& context);
/// Reads a list of lists of triples, none of which may hold.
void read_unless(const JsonNode& node, GraphPattern& pattern, MappingContext& context);
/// Reads a path and notes its properties.
PropertyPath read_path(std::string_view text, const Where& where, MappingContext& context);

}  // namespace hearth
