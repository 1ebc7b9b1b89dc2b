// SPDX-License-Identifier: MIT
// Triples of SPARQL queries: `;` and `,`, blank nodes as variables without a name.
#include <string>
#include <utility>

#include "hearth/ontology/patterns/internal/query_group.hpp"

namespace hearth {
namespace {

constexpr int kMostBrackets = 50;

}  // namespace

void QueryGroupReader::read_triples(GraphPattern& group) {
  const bool is_bracket = reader_.peek() == '[';
  const std::size_t before = step_count_;
  const PatternTerm subject = read_node(group, false);
  if (is_bracket && step_count_ > before) {  // `[ ... ] .` says all by itself
    if (reader_.at_end() || reader_.peek() == '.' || reader_.peek() == '}') return;
  }
  read_properties(group, subject);
}

void QueryGroupReader::read_properties(GraphPattern& group, const PatternTerm& subject) {
  while (true) {
    const std::size_t at = reader_.position();
    PatternStep step;
    step.subject = subject;
    read_property(reader_, variables_, step);
    do {
      step.object = read_node(group, true);
      add_step(group, step, at);
    } while (reader_.take(","));
    bool more = false;
    while (reader_.take(";")) more = true;
    const char next = reader_.peek();
    if (!more || next == '.' || next == '}' || next == ']' || next == '\0') return;
  }
}

void QueryGroupReader::add_step(GraphPattern& group, PatternStep step, std::size_t at) {
  if (++step_count_ > kMostSteps) {
    refuse(at, "more than " + std::to_string(kMostSteps) + " triples are not supported");
  }
  group.steps.push_back(std::move(step));
  for (const int number : step_variables(group)) {
    if (optional_only_.count(number) == 0) continue;
    refuse(at, "a triple after OPTIONAL with its variable ?" + variables_[number] +
                   " is not supported; put it before OPTIONAL or into it");
  }
}

PatternTerm QueryGroupReader::read_node(GraphPattern& group, bool is_object) {
  const std::size_t at = reader_.position();
  if (reader_.peek() == '(') refuse(at, "lists ( ... ) are not supported");
  if (reader_.take("[")) return blank_node(group);
  if (!reader_.take("_:")) {
    return is_object ? read_object(reader_, variables_) : read_place(reader_, variables_);
  }
  const std::string label(reader_.peek_word());
  if (label.empty() || !reader_.take(label)) reader_.fail_expected("a label after '_:'");
  return {variable_number(variables_, "_:" + label), {}};
}

PatternTerm QueryGroupReader::blank_node(GraphPattern& group) {
  if (++brackets_ > kMostBrackets)
    reader_.fail("the query has more than 50 brackets in one another");
  PatternTerm node;
  node.variable = variable_number(variables_, "_:[" + std::to_string(++blank_count_) + "]");
  if (reader_.peek() != ']') read_properties(group, node);
  if (!reader_.take("]")) reader_.fail_expected("']'");
  --brackets_;
  return node;
}

}  // namespace hearth
