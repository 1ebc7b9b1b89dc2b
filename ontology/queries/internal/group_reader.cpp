// SPDX-License-Identifier: MIT
// Readers of the content between the braces of a query.
#include <algorithm>
#include <string>
#include <utility>

#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/queries/internal/query_text_reader.hpp"

namespace hearth {
namespace {

using ElementKind = GroupElement::Kind;

constexpr int kMostNestedGroups = 50;
constexpr std::size_t kMostValues = 100'000;  // in VALUES

GroupElement of_groups(ElementKind kind, QueryGroup group) {
  GroupElement element;
  element.kind = kind;
  element.groups.push_back(std::move(group));
  return element;
}

// Consecutive triples are solved together; a filter does not separate them (section 5.1).
GraphPattern& open_triples(QueryGroup& group) {
  if (group.elements.empty() || group.elements.back().kind != ElementKind::Triples) {
    group.elements.emplace_back();
  }
  return group.elements.back().triples;
}

}  // namespace

void QueryTextReader::refuse(std::size_t at, const std::string& what) {
  reader_.back_to(at);
  reader_.fail(what, "query.unsupported");
}

void QueryTextReader::enter() {
  if (++depth_ > kMostNestedGroups) {
    reader_.fail("the query has more than 50 nested groups or brackets");
  }
}

int QueryTextReader::number_of(const std::string& name) {
  const auto [found, is_new] = names_.try_emplace(name, static_cast<int>(variables_.size()));
  if (is_new) variables_.push_back(name);
  return found->second;
}

int QueryTextReader::placed(const std::string& name) {
  const int number = number_of(name);
  placed_.insert(number);
  return number;
}

int QueryTextReader::hidden_variable() {
  variables_.emplace_back("_:");
  return static_cast<int>(variables_.size()) - 1;
}

void QueryTextReader::refuse_words(const std::string& what,
                                   std::initializer_list<const char*> words) {
  const std::size_t at = reader_.position();
  for (const char* word : words) {
    if (reader_.take_word(word)) refuse(at, std::string(word) + " is not supported" + what);
  }
}

QueryGroup QueryTextReader::group() {
  enter();
  QueryGroup group;
  while (read_part(group)) {
  }
  leave();
  return group;
}

QueryGroup QueryTextReader::braced() {
  if (!reader_.take("{")) reader_.fail_expected("'{'");
  QueryGroup inner;
  const std::size_t at = reader_.position();
  if (reader_.take_word("SELECT")) {
    reader_.back_to(at);
    read_inner_select(inner);
  } else {
    inner = group();
  }
  if (!reader_.take("}")) reader_.fail_expected("'}'");
  return inner;
}

// Reads one part of a group; returns false at its end.
bool QueryTextReader::read_part(QueryGroup& group) {
  if (reader_.at_end() || reader_.peek() == '}') return false;
  if (reader_.take_word("OPTIONAL")) {
    group.elements.push_back(of_groups(ElementKind::Optional, braced()));
  } else if (reader_.take_word("MINUS")) {
    group.elements.push_back(of_groups(ElementKind::Minus, braced()));
  } else if (reader_.peek() == '{') {
    read_braces(group);
  } else if (reader_.take_word("FILTER")) {
    group.filters.push_back(constraint());
  } else if (reader_.take_word("BIND")) {
    read_bind(group);
  } else if (reader_.take_word("VALUES")) {
    read_values(group);
  } else {
    refuse_words(", because a query reads one graph; remove GRAPH and write its pattern directly",
                 {"GRAPH"});
    refuse_words(", because other services are not queried; query a file with their data",
                 {"SERVICE"});
    refuse_words(" without its own braces: { SELECT ... }", {"SELECT"});
    refuse_words(" here; write it after the braces", {"HAVING"});
    read_triples(open_triples(group));
    if (!reader_.take(".") && !reader_.at_end() && reader_.peek() != '}' &&
        reader_.peek_word().empty() && reader_.peek() != '{') {
      reader_.fail_expected("'.', ';' or ','");
    }
    return true;
  }
  reader_.take(".");
  return true;
}

void QueryTextReader::read_braces(QueryGroup& group) {
  GroupElement element = of_groups(ElementKind::Group, braced());
  while (reader_.take_word("UNION")) {
    element.kind = ElementKind::Union;
    element.groups.push_back(braced());
  }
  group.elements.push_back(std::move(element));
}

// A sub-query has separate names; only its columns are visible outside (section 12).
void QueryTextReader::read_inner_select(QueryGroup& group) {
  enter();
  GroupElement element;
  element.kind = ElementKind::Select;
  element.select = std::make_shared<SelectParts>();
  const Names outside = std::exchange(names_, {});
  std::vector<Aggregate>* const aggregates = std::exchange(aggregates_, nullptr);
  const bool in_aggregate = std::exchange(in_aggregate_, false);
  const bool in_result = std::exchange(in_result_, false);
  reader_.take_word("SELECT");
  read_select(*element.select);
  names_ = outside;
  aggregates_ = aggregates;
  in_aggregate_ = in_aggregate;
  in_result_ = in_result;
  for (const SelectParts::Column& column : element.select->columns) {
    element.outside.push_back(placed(std::string(variables_[column.variable])));
  }
  group.elements.push_back(std::move(element));
  leave();
}

void QueryTextReader::read_bind(QueryGroup& group) {
  GroupElement element;
  element.kind = ElementKind::Bind;
  if (!reader_.take("(")) reader_.fail_expected("'(' after BIND");
  element.expression = expression();
  if (!reader_.take_word("AS")) reader_.fail_expected("AS ?variable");
  const std::size_t at = reader_.position();
  const std::string name = reader_.variable();
  element.variable = placed(name);
  if (possible_variables(group).count(element.variable) > 0) {
    reader_.back_to(at);
    reader_.fail("?" + name + " is bound before this BIND; use another name");
  }
  if (!reader_.take(")")) reader_.fail_expected("')'");
  group.elements.push_back(std::move(element));
}

void QueryTextReader::read_values(QueryGroup& group) {
  GroupElement element;
  element.kind = ElementKind::Values;
  element.data = inline_data();
  group.elements.push_back(std::move(element));
}

InlineData QueryTextReader::inline_data() {
  InlineData data;
  const bool brackets = reader_.take("(");
  while (reader_.has_variable() && (brackets || data.variables.empty())) {
    const std::size_t at = reader_.position();
    const std::string name = reader_.variable();
    const int number = placed(name);
    if (std::find(data.variables.begin(), data.variables.end(), number) != data.variables.end()) {
      reader_.back_to(at);
      reader_.fail("?" + name + " appears twice in VALUES");
    }
    data.variables.push_back(number);
  }
  if (!brackets && data.variables.empty()) reader_.fail_expected("'?x' or '(?x ?y)' after VALUES");
  if (brackets && !reader_.take(")")) reader_.fail_expected("')'");
  if (!reader_.take("{")) reader_.fail_expected("'{'");
  while (!reader_.at_end() && reader_.peek() != '}') {
    data.rows.push_back(inline_row(data.variables.size(), brackets));
    value_count_ += data.variables.size() + 1;
    if (value_count_ > kMostValues) {
      reader_.fail(
          "VALUES with more than " + std::to_string(kMostValues) + " values are not supported",
          "query.unsupported");
    }
  }
  if (!reader_.take("}")) reader_.fail_expected("'}'");
  return data;
}

std::vector<std::optional<OwnTerm>> QueryTextReader::inline_row(std::size_t width, bool brackets) {
  std::vector<std::optional<OwnTerm>> row;
  if (brackets && !reader_.take("(")) reader_.fail_expected("'('");
  while (row.size() < width) {
    if (reader_.take_word("UNDEF")) {
      row.emplace_back();
    } else {
      row.emplace_back(reader_.term());
    }
  }
  if (brackets && !reader_.take(")")) {
    reader_.fail_expected("')' after " + std::to_string(width) + " values");
  }
  return row;
}

}  // namespace hearth
