// SPDX-License-Identifier: MIT
// Readers of the parts around the groups of a query: PREFIX, SELECT, GROUP BY, ORDER BY and others.
#include <algorithm>
#include <string>
#include <utility>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/queries/internal/query_text_reader.hpp"

namespace hearth {
namespace {

std::vector<std::string> names_of(const VariableSet& numbers,
                                  const std::vector<std::string>& variables) {
  std::vector<std::string> names;
  for (const int number : numbers) {
    if (!is_hidden(variables[number])) names.push_back(variables[number]);
  }
  return names;
}

}  // namespace

QueryParts QueryTextReader::read() {
  QueryParts parts;
  read_prologue();
  refuse_words(
      ": a query cannot change the graph; use SELECT, ASK or CONSTRUCT",
      {"INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "COPY", "MOVE", "ADD", "WITH"});
  refuse_words("; write CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o ... }", {"DESCRIBE"});
  if (reader_.take_word("SELECT")) {
    read_select(parts.select);
  } else if (reader_.take_word("ASK")) {
    read_ask(parts);
  } else if (reader_.take_word("CONSTRUCT")) {
    read_construct(parts);
  } else {
    read_bare(parts);
  }
  if (!reader_.at_end()) reader_.fail_expected("the end of the query");
  check_uses();
  parts.variables = variables_;
  parts.prefixes = reader_.prefixes;
  return parts;
}

void QueryTextReader::read_prologue() {
  while (true) {
    if (reader_.take_word("PREFIX")) {
      std::string name = reader_.prefix_name();
      if (reader_.peek() != '<') reader_.fail_expected("'<IRI>'");
      std::string iri = read_namespace("prefix '" + name + ":'");
      reader_.prefixes.set(std::move(name), std::move(iri));
    } else if (reader_.take_word("BASE")) {
      if (reader_.peek() != '<') reader_.fail_expected("'<IRI>'");
      reader_.base = read_namespace("the base");
    } else {
      return;
    }
  }
}

// The length of a namespace counts each time that its short name is used.
std::string QueryTextReader::read_namespace(const std::string& what) {
  const std::size_t at = reader_.position();
  std::string iri = reader_.iri();
  if (iri.size() <= kLongestNamespace) return iri;
  reader_.back_to(at);
  reader_.fail(namespace_too_long(what, iri.size()), "pattern.namespace_long");
}

// Reads triples alone: the result has all their variables, and each answer once.
void QueryTextReader::read_bare(QueryParts& parts) {
  if (reader_.at_end()) reader_.fail("the query is empty");
  parts.select.where = group();
  parts.select.distinct = true;
  add_all_columns(parts.select);
}

void QueryTextReader::read_ask(QueryParts& parts) {
  parts.form = Query::Form::Ask;
  read_where(parts.select);
  read_modifiers(parts.select);
  parts.select.order.clear();
  if (!parts.select.grouped && !parts.select.limit) parts.select.limit = 1;
}

void QueryTextReader::read_construct(QueryParts& parts) {
  parts.form = Query::Form::Construct;
  const bool is_short = reader_.peek() != '{';
  const std::size_t at = reader_.position();
  if (is_short) {
    read_where(parts.select);
    const QueryGroup& where = parts.select.where;
    const bool plain = where.filters.empty() && where.elements.size() == 1 &&
                       where.elements.front().kind == GroupElement::Kind::Triples;
    if (!plain) {
      reader_.back_to(at);
      reader_.fail("CONSTRUCT WHERE takes triples only; write CONSTRUCT { triples } WHERE { ... }");
    }
    parts.construct = where.elements.front().triples.steps;
  } else {
    const VariableSet placed = placed_;
    reader_.take("{");
    GraphPattern triples;
    while (!reader_.at_end() && reader_.peek() != '}') {
      read_triples(triples);
      if (!reader_.take(".")) break;
    }
    if (!reader_.take("}")) reader_.fail_expected("'}' or '.'");
    parts.construct = std::move(triples.steps);
    placed_ = placed;
    // Blank nodes are new in each solution; those of the pattern are separate.
    std::erase_if(names_, [&parts](const auto& name) {
      if (is_hidden(name.first)) parts.construct_blanks.insert(name.second);
      return is_hidden(name.first);
    });
    read_where(parts.select);
  }
  read_modifiers(parts.select);
  const std::size_t end = reader_.position();
  reader_.back_to(at);
  read_construct_columns(parts);
  reader_.back_to(end);
}

void QueryTextReader::read_construct_columns(QueryParts& parts) {
  VariableSet columns;
  for (const PatternStep& step : parts.construct) {
    if (step.property < 0 && step.path.kind != PropertyPath::Kind::Property) {
      reader_.fail("a triple in CONSTRUCT has one property, not a path");
    }
    if (step.object.terms.size() > 1) {
      reader_.fail("a triple in CONSTRUCT has one object; write two triples");
    }
    for (const int number : {step.subject.variable, step.property, step.object.variable}) {
      if (number >= 0 && parts.construct_blanks.count(number) == 0) columns.insert(number);
    }
  }
  const VariableSet possible = possible_variables(parts.select.where);
  for (const int number : columns) {
    if (possible.count(number) == 0) {
      reader_.fail("?" + variables_[number] + " is not in the pattern" +
                   did_you_mean(variables_[number], names_of(possible, variables_)));
    }
    parts.select.columns.push_back({number, std::nullopt});
  }
}

void QueryTextReader::read_select(SelectParts& select) {
  select.distinct = reader_.take_word("DISTINCT") || reader_.take_word("REDUCED");
  const std::size_t first_use = uses_.size();
  const bool all = reader_.take("*");
  std::vector<std::size_t> places;
  aggregates_ = &select.aggregates;
  while (!all && (reader_.has_variable() || reader_.peek() == '(')) {
    if (select.columns.size() == kMostSteps) {
      reader_.fail("more than " + std::to_string(kMostSteps) + " columns are not supported",
                   "query.unsupported");
    }
    places.push_back(reader_.position());
    read_column(select);
  }
  if (!all && select.columns.empty()) reader_.fail_expected("'*', variables or (... AS ?x)");
  aggregates_ = nullptr;
  refuse_words(", because a query reads one graph; remove FROM", {"FROM"});
  const std::size_t at = reader_.position();
  read_where(select);
  if (all) add_all_columns(select);
  read_modifiers(select);
  const std::size_t end = reader_.position();
  if (all && select.grouped) {
    reader_.back_to(at);
    reader_.fail("SELECT * cannot be combined with GROUP BY; name the columns");
  }
  check_columns(select, places);
  if (select.grouped) check_grouped(select, places, first_use);
  reader_.back_to(end);
}

void QueryTextReader::read_column(SelectParts& select) {
  if (reader_.has_variable()) {
    select.columns.push_back({number_of(reader_.variable()), std::nullopt});
    return;
  }
  reader_.take("(");
  in_result_ = true;
  QueryExpression of = expression();
  in_result_ = false;
  if (!reader_.take_word("AS")) reader_.fail_expected("AS ?name");
  const std::size_t at = reader_.position();
  const std::string name = reader_.variable();
  const int number = placed(name);
  for (const SelectParts::Column& column : select.columns) {
    if (column.variable != number) continue;
    reader_.back_to(at);
    reader_.fail("?" + name + " is already a column; use another name");
  }
  select.columns.push_back({number, std::move(of)});
  if (!reader_.take(")")) reader_.fail_expected("')'");
}

void QueryTextReader::read_where(SelectParts& select) {
  reader_.take_word("WHERE");
  select.where = braced();
}

void QueryTextReader::add_all_columns(SelectParts& select) {
  for (const int number : possible_variables(select.where)) {
    if (!is_hidden(variables_[number])) select.columns.push_back({number, std::nullopt});
  }
}

void QueryTextReader::check_columns(const SelectParts& select,
                                    const std::vector<std::size_t>& places) {
  VariableSet known = possible_variables(select.where);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const SelectParts::Column& column = select.columns[k];
    const std::string& name = variables_[column.variable];
    const bool in_pattern = known.count(column.variable) > 0;
    reader_.back_to(places[k]);
    if (column.expression && in_pattern) {
      reader_.fail("?" + name + " is already in the pattern; use another name after AS");
    }
    const bool is_key =
        std::any_of(select.keys.begin(), select.keys.end(),
                    [&](const SelectParts::Key& key) { return key.variable == column.variable; });
    if (column.expression || in_pattern || is_key) continue;
    reader_.fail("?" + name + " is not in the pattern" +
                 did_you_mean(name, names_of(known, variables_)));
  }
}

// In a grouped query, only keys and aggregates are available (section 11.4).
void QueryTextReader::check_grouped(const SelectParts& select,
                                    const std::vector<std::size_t>& places, std::size_t first_use) {
  VariableSet known;
  for (const SelectParts::Key& key : select.keys) known.insert(key.variable);
  const auto check = [&](int variable) {
    if (known.count(variable) > 0) return;
    const std::string& name = variables_[variable];
    reader_.fail("?" + name + " is neither in GROUP BY nor in an aggregate; write SAMPLE(?" + name +
                 ") or add it to GROUP BY");
  };
  for (const SelectParts::Column& column : select.columns) {
    if (column.expression) known.insert(column.variable);
  }
  for (std::size_t k = 0; k < places.size(); ++k) {
    reader_.back_to(places[k]);
    check(select.columns[k].variable);
  }
  for (std::size_t k = first_use; k < uses_.size(); ++k) {
    if (!std::exchange(uses_[k].in_result, false)) continue;
    reader_.back_to(uses_[k].at);
    check(uses_[k].variable);
  }
}

void QueryTextReader::read_modifiers(SelectParts& select) {
  if (reader_.take_word("GROUP")) read_keys(select);
  aggregates_ = &select.aggregates;
  in_result_ = true;
  if (reader_.take_word("HAVING")) {
    do {
      select.having.push_back(constraint());
    } while (reader_.peek() == '(');
  }
  if (reader_.take_word("ORDER")) read_order(select);
  in_result_ = false;
  aggregates_ = nullptr;
  while (true) {
    if (reader_.take_word("LIMIT")) {
      select.limit = reader_.whole_number();
    } else if (reader_.take_word("OFFSET")) {
      select.offset = reader_.whole_number();
    } else {
      break;
    }
  }
  select.grouped = !select.keys.empty() || !select.aggregates.empty() || !select.having.empty();
  const std::size_t at = reader_.position();
  if (!reader_.take_word("VALUES")) return;
  if (select.grouped) refuse(at, "VALUES after GROUP BY is not supported; put it into the braces");
  read_values(select.where);
}

void QueryTextReader::read_keys(SelectParts& select) {
  if (!reader_.take_word("BY")) reader_.fail_expected("BY after GROUP");
  while (true) {
    if (reader_.has_variable()) {
      QueryExpression key = variable_use();
      const int variable = key.variable;
      select.keys.push_back({std::move(key), variable});
      continue;
    }
    const std::string word = lower_case(reader_.peek_word());
    const bool ends = word == "having" || word == "order" || word == "limit" || word == "offset" ||
                      word == "values";
    if (ends || reader_.at_end() || reader_.peek() == '}') break;
    if (!reader_.take("(")) {
      select.keys.push_back({constraint(), hidden_variable()});
      continue;
    }
    QueryExpression key = expression();
    const int variable = reader_.take_word("AS") ? placed(reader_.variable()) : hidden_variable();
    if (!reader_.take(")")) reader_.fail_expected("')' or AS ?name");
    select.keys.push_back({std::move(key), variable});
  }
  if (select.keys.empty()) reader_.fail_expected("variables or expressions after GROUP BY");
  if (select.keys.size() > kMostSteps) {
    reader_.fail("GROUP BY more than " + std::to_string(kMostSteps) + " keys is not supported",
                 "query.unsupported");
  }
}

void QueryTextReader::read_order(SelectParts& select) {
  if (!reader_.take_word("BY")) reader_.fail_expected("BY after ORDER");
  while (true) {
    const bool descending = reader_.take_word("DESC");
    if (descending || reader_.take_word("ASC") || reader_.peek() == '(') {
      add_order(select, bracketed(), descending);
    } else if (reader_.has_variable()) {
      add_order(select, variable_use(), false);
    } else {
      const std::string word = lower_case(reader_.peek_word());
      if (word.empty() || word == "limit" || word == "offset" || word == "values") break;
      add_order(select, constraint(), false);
    }
  }
  if (select.order.empty()) reader_.fail_expected("variables or expressions after ORDER BY");
}

// A repeated key has no effect on the order.
void QueryTextReader::add_order(SelectParts& select, QueryExpression expression, bool descending) {
  const auto is_same = [&expression](const SelectParts::Order& order) {
    return expression.kind == QueryExpression::Kind::Variable &&
           order.expression.kind == QueryExpression::Kind::Variable &&
           order.expression.variable == expression.variable;
  };
  if (std::any_of(select.order.begin(), select.order.end(), is_same)) {
    uses_.pop_back();
    return;
  }
  if (select.order.size() == kMostSteps) {
    reader_.fail("ORDER BY more than " + std::to_string(kMostSteps) + " values is not supported",
                 "query.unsupported");
  }
  select.order.push_back({std::move(expression), descending});
}

// A misspelt variable in a filter would remove all answers.
void QueryTextReader::check_uses() {
  for (const Use& use : uses_) {
    if (placed_.count(use.variable) > 0) continue;
    const std::string& name = variables_[use.variable];
    reader_.back_to(use.at);
    reader_.fail("?" + name + " is in no triple" +
                 did_you_mean(name, names_of(placed_, variables_)));
  }
}

}  // namespace hearth
