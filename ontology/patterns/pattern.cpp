// SPDX-License-Identifier: MIT
#include "hearth/ontology/patterns/pattern.hpp"

#include <algorithm>
#include <utility>

#include "hearth/ontology/patterns/internal/pattern_reader.hpp"
#include "hearth/ontology/rdf/name_words.hpp"

namespace hearth {
namespace {

void report(const PatternFault& fault, std::string_view text, const Where& where,
            Diagnostics& diagnostics) {
  // `!p` exists only in queries; patterns have no such notation.
  const std::string code = fault.code == "query.unsupported" ? "pattern.syntax" : fault.code;
  diagnostics.error(
      code, where,
      "'" + std::string(text) + "', column " + std::to_string(fault.at + 1) + ": " + fault.message);
}

// Calls `read` with a reader of the text and reports its problems. Returns whether there were none.
template <class Read>
bool read_text(std::string_view text, const Prefixes& prefixes, const Where& where,
               Diagnostics& diagnostics, const Read& read) {
  PatternReader reader(text, prefixes);
  try {
    read(reader);
    if (!reader.at_end()) reader.fail_expected("the end");
  } catch (const PatternFault& fault) {
    reader.faults.push_back(fault);
  }
  for (const PatternFault& fault : reader.faults) report(fault, text, where, diagnostics);
  return reader.faults.empty();
}

// A hyphen at an end of the text stays with the word: `-pump`, `elektro-`.
std::vector<std::string> phrase_of(std::string_view text) {
  std::vector<std::string> words = plain_words(text);
  if (words.empty()) return words;
  if (text.starts_with('-')) words.front().insert(0, 1, '-');
  if (text.ends_with('-')) words.back() += '-';
  return words;
}

void read_name(PatternReader& reader, int variable, GraphPattern& pattern) {
  if (variable < 0) reader.fail("'~' needs a variable on its left side");
  PatternName name{variable, {}};
  do {
    const OwnTerm text = reader.term();
    name.phrases.push_back(phrase_of(text.text));
    if (text.kind != TermKind::Literal || name.phrases.back().empty()) {
      reader.fail("'~' needs words in quotes on its right side, such as \"heating setpoint\"");
    }
  } while (reader.take("|"));
  pattern.names.push_back(std::move(name));
}

void read_triple(PatternReader& reader, GraphPattern& pattern) {
  PatternStep step;
  step.subject = read_place(reader, pattern.variables);
  // A name in `<` and `>` is an IRI, the relation of a triple.
  const bool less = step.subject.variable >= 0 && reader.take("< ");
  if (less || reader.take("!=")) {
    if (step.subject.variable < 0) reader.fail("'!=' needs a variable on both sides");
    const int other = variable_number(pattern.variables, reader.variable());
    pattern.pairs.push_back({step.subject.variable, other, less});
    return;
  }
  if (reader.take("~")) return read_name(reader, step.subject.variable, pattern);
  if (reader.at_end()) reader.fail("a triple has three parts: subject, property, object");
  read_property(reader, pattern.variables, step);
  if (reader.at_end()) reader.fail("a triple has three parts: the object is missing");
  step.object = read_object(reader, pattern.variables);
  pattern.steps.push_back(std::move(step));
}

bool finds_in_order(const PropertyPath& path) {
  using Kind = PropertyPath::Kind;
  const bool plain =
      path.kind == Kind::Property || path.kind == Kind::Sequence || path.kind == Kind::Inverse;
  return !plain || std::any_of(path.parts.begin(), path.parts.end(),
                               [](const PropertyPath& part) { return finds_in_order(part); });
}

}  // namespace

bool finds_in_order(const GraphPattern& pattern) {
  return std::any_of(pattern.steps.begin(), pattern.steps.end(),
                     [](const PatternStep& step) { return finds_in_order(step.path); });
}

int GraphPattern::variable(std::string_view name) const {
  const auto found = std::find(variables.begin(), variables.end(), name);
  return found == variables.end() ? -1 : static_cast<int>(found - variables.begin());
}

int variable_number(std::vector<std::string>& variables, std::string_view name) {
  const auto found = std::find(variables.begin(), variables.end(), name);
  const auto number = static_cast<int>(found - variables.begin());
  if (found == variables.end()) variables.emplace_back(name);
  return number;
}

PatternTerm read_place(PatternReader& reader, std::vector<std::string>& variables) {
  PatternTerm place;
  if (reader.has_variable()) {
    place.variable = variable_number(variables, reader.variable());
  } else {
    place.terms.push_back(reader.term());
  }
  return place;
}

PatternTerm read_object(PatternReader& reader, std::vector<std::string>& variables) {
  PatternTerm place = read_place(reader, variables);
  while (reader.peek() == '|') {
    if (place.variable >= 0) reader.fail("alternatives must be names or literals, not variables");
    reader.take("|");
    place.terms.push_back(reader.term());
  }
  return place;
}

void read_property(PatternReader& reader, std::vector<std::string>& variables, PatternStep& step) {
  if (reader.has_variable()) {
    step.property = variable_number(variables, reader.variable());
  } else {
    step.path = reader.path();
  }
}

void add_triples(GraphPattern& pattern, const std::vector<std::string>& triples,
                 const Prefixes& prefixes, const Where& where, Diagnostics& diagnostics) {
  if (pattern.where.file.empty()) pattern.where = where;
  for (const std::string& text : triples) {
    const std::size_t variables = pattern.variables.size();
    const std::size_t steps = pattern.steps.size();
    const std::size_t pairs = pattern.pairs.size();
    const std::size_t names = pattern.names.size();
    if (steps + pairs + names >= kMostSteps) {
      diagnostics.error("pattern.syntax", where,
                        "a pattern has more than " + std::to_string(kMostSteps) + " triples");
      return;
    }
    if (read_text(text, prefixes, where, diagnostics,
                  [&pattern](PatternReader& reader) { read_triple(reader, pattern); })) {
      continue;
    }
    pattern.variables.resize(variables);
    pattern.steps.resize(steps);
    pattern.pairs.resize(pairs);
    pattern.names.resize(names);
  }
}

void add_without(GraphPattern& pattern, const std::vector<std::string>& triples,
                 const Prefixes& prefixes, const Where& where, Diagnostics& diagnostics) {
  if (pattern.without.size() >= kMostSteps) {
    diagnostics.error("pattern.syntax", where,
                      "a pattern has more than " + std::to_string(kMostSteps) + " negated groups");
    return;
  }
  GraphPattern group;
  group.variables = pattern.variables;
  add_triples(group, triples, prefixes, where, diagnostics);
  pattern.variables = group.variables;
  pattern.without.push_back(std::move(group));
}

PropertyPath parse_path(std::string_view text, const Prefixes& prefixes, const Where& where,
                        Diagnostics& diagnostics) {
  PropertyPath path;
  read_text(text, prefixes, where, diagnostics,
            [&path](PatternReader& reader) { path = reader.path(); });
  return path;
}

}  // namespace hearth
