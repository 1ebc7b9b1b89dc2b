// SPDX-License-Identifier: MIT
// Readers of triples in SPARQL queries: `;` and `,`, blank nodes as variables without a name.
#include <string>
#include <utility>

#include "hearth/ontology/queries/internal/query_text_reader.hpp"

namespace hearth {

void QueryTextReader::read_triples(GraphPattern& triples) {
  const bool is_bracket = reader_.peek() == '[';
  const std::size_t before = step_count_;
  const PatternTerm subject = read_node(triples, false);
  if (is_bracket && step_count_ > before) {  // `[ ... ] .` is a complete statement
    if (reader_.at_end() || reader_.peek() == '.' || reader_.peek() == '}') return;
  }
  read_properties(triples, subject);
}

void QueryTextReader::read_properties(GraphPattern& triples, const PatternTerm& subject) {
  while (true) {
    const std::size_t at = reader_.position();
    PatternStep step;
    step.subject = subject;
    if (reader_.has_variable()) {
      step.property = placed(reader_.variable());
    } else {
      step.path = reader_.path();
    }
    do {
      step.object = read_node(triples, true);
      add_step(triples, step, at);
    } while (reader_.take(","));
    bool more = false;
    while (reader_.take(";")) more = true;
    const char next = reader_.peek();
    if (!more || next == '.' || next == '}' || next == ']' || next == '\0') return;
  }
}

void QueryTextReader::add_step(GraphPattern& triples, PatternStep step, std::size_t at) {
  if (++step_count_ > kMostSteps) {
    refuse(at, "more than " + std::to_string(kMostSteps) + " triples are not supported");
  }
  triples.steps.push_back(std::move(step));
}

PatternTerm QueryTextReader::read_node(GraphPattern& triples, bool is_object) {
  const std::size_t at = reader_.position();
  if (reader_.peek() == '(') {
    refuse(at, "lists ( ... ) are not supported; write rdf:first and rdf:rest");
  }
  if (reader_.take("[")) return blank_node(triples);
  if (reader_.take("_:")) {
    const std::string label(reader_.peek_word());
    if (label.empty() || !reader_.take(label)) reader_.fail_expected("a label after '_:'");
    return {number_of("_:" + label), {}};
  }
  PatternTerm node = place();
  while (is_object && reader_.peek() == '|') {
    if (node.variable >= 0) reader_.fail("alternatives must be names or literals, not variables");
    reader_.take("|");
    node.terms.push_back(reader_.term());
  }
  return node;
}

PatternTerm QueryTextReader::place() {
  if (reader_.has_variable()) return {placed(reader_.variable()), {}};
  return {-1, {reader_.term()}};
}

PatternTerm QueryTextReader::blank_node(GraphPattern& triples) {
  enter();
  PatternTerm node;
  node.variable = number_of("_:[" + std::to_string(++blank_count_) + "]");
  if (reader_.peek() != ']') read_properties(triples, node);
  if (!reader_.take("]")) reader_.fail_expected("']'");
  leave();
  return node;
}

}  // namespace hearth
