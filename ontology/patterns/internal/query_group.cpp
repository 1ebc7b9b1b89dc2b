// SPDX-License-Identifier: MIT
#include "hearth/ontology/patterns/internal/query_group.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "hearth/framework/base/error.hpp"

namespace hearth {
namespace {

constexpr int kMostNested = 50;

using Numbers = std::set<int>;

Numbers all_variables(const GraphPattern& group) {
  Numbers numbers = step_variables(group);
  for (const auto& [a, b] : group.different) {
    numbers.insert(a);
    numbers.insert(b);
  }
  for (const GraphPattern& inner : group.optional) numbers.merge(all_variables(inner));
  for (const GraphPattern& inner : group.without) numbers.merge(all_variables(inner));
  return numbers;
}

void set_variables(GraphPattern& group, const std::vector<std::string>& variables) {
  group.variables = variables;
  for (GraphPattern& inner : group.optional) set_variables(inner, variables);
  for (GraphPattern& inner : group.without) set_variables(inner, variables);
}

// Numbers of every variable that stands in a triple.
void add_placed(const GraphPattern& group, Numbers& placed) {
  placed.merge(step_variables(group));
  for (const GraphPattern& inner : group.optional) add_placed(inner, placed);
  for (const GraphPattern& inner : group.without) add_placed(inner, placed);
}

}  // namespace

Numbers step_variables(const GraphPattern& group) {
  Numbers numbers;
  for (const PatternStep& step : group.steps) {
    for (const int number : {step.subject.variable, step.object.variable, step.property}) {
      if (number >= 0) numbers.insert(number);
    }
  }
  return numbers;
}

Numbers bound_variables(const GraphPattern& group) {
  Numbers numbers = step_variables(group);
  for (const GraphPattern& inner : group.optional) numbers.merge(bound_variables(inner));
  return numbers;
}

GraphPattern QueryGroupReader::read() {
  GraphPattern root = group(0);
  check_scopes(root, {});
  check_differences(root);
  set_variables(root, variables_);
  return root;
}

void QueryGroupReader::refuse(std::size_t at, const std::string& what) {
  reader_.back_to(at);
  reader_.fail(what, "query.unsupported");
}

GraphPattern QueryGroupReader::group(int depth) {
  if (depth > kMostNested) reader_.fail("the query has more than 50 groups in one another");
  const Numbers outer_optional = std::exchange(optional_only_, {});
  const std::vector<Minus> outer_minuses = std::exchange(minuses_, {});
  GraphPattern group;
  while (read_part(group, depth)) {
  }
  for (const Minus& minus : minuses_) check_minus(group, minus);
  optional_only_ = outer_optional;
  minuses_ = outer_minuses;
  return group;
}

GraphPattern QueryGroupReader::braced(int depth) {
  if (!reader_.take("{")) reader_.fail_expected("'{'");
  GraphPattern inner = group(depth + 1);
  if (!reader_.take("}")) reader_.fail_expected("'}'");
  return inner;
}

// Reads one part of a group; returns false at its end.
bool QueryGroupReader::read_part(GraphPattern& group, int depth) {
  if (reader_.at_end() || reader_.peek() == '}') return false;
  if (reader_.take_word("OPTIONAL")) {
    read_optional(group, depth);
  } else if (reader_.peek_word() == "" && reader_.peek() == '{') {
    refuse_inner_group(depth);
  } else if (const std::size_t at = reader_.position(); reader_.take_word("MINUS")) {
    reader_.back_to(at);
    read_minus(group, depth);
  } else if (reader_.take_word("FILTER")) {
    read_filter(group, depth);
  } else {
    refuse_words();
    read_triples(group);
    if (!reader_.take(".") && !reader_.at_end() && reader_.peek() != '}' &&
        reader_.peek_word().empty()) {
      reader_.fail_expected("'.', ';' or ','");
    }
    return true;
  }
  reader_.take(".");
  return true;
}

void QueryGroupReader::refuse_words() {
  constexpr std::array<const char*, 7> kWords = {"UNION", "BIND",   "VALUES", "SERVICE",
                                                 "GRAPH", "SELECT", "HAVING"};
  const std::size_t at = reader_.position();
  for (const char* word : kWords) {
    if (reader_.take_word(word)) refuse(at, std::string(word) + " is not supported here");
  }
}

void QueryGroupReader::refuse_inner_group(int depth) {
  const std::size_t at = reader_.position();
  reader_.take("{");
  if (reader_.take_word("SELECT")) refuse(at, "queries in a query (SELECT) are not supported");
  reader_.back_to(at);
  braced(depth);
  const std::size_t after = reader_.position();
  if (reader_.take_word("UNION")) {
    refuse(after, "UNION is not supported; write a path 'p|q' or alternatives 'a A|B'");
  }
  refuse(at, "a group in a group is not supported; leave out its braces");
}

void QueryGroupReader::read_optional(GraphPattern& group, int depth) {
  GraphPattern inner = braced(depth);
  const Numbers here = step_variables(group);
  for (const int number : bound_variables(inner)) {
    if (here.count(number) == 0) optional_only_.insert(number);
  }
  group.optional.push_back(std::move(inner));
}

void QueryGroupReader::read_minus(GraphPattern& group, int depth) {
  const std::size_t at = reader_.position();
  reader_.take_word("MINUS");
  GraphPattern inner = braced(depth);
  if (!inner.optional.empty() || !inner.without.empty()) {
    refuse(at,
           "MINUS with OPTIONAL, MINUS or EXISTS inside is not supported; use FILTER NOT EXISTS");
  }
  minuses_.push_back({at, group.without.size(), step_variables(group)});
  group.without.push_back(std::move(inner));
}

// MINUS compares what it shares with the triples before it. As a negative group it does the same
// where it shares nothing else.
void QueryGroupReader::check_minus(const GraphPattern& group, const Minus& minus) {
  const Numbers own = all_variables(group.without[minus.index]);
  bool shares = false;
  for (const int number : own) {
    const bool before = minus.before.count(number) > 0;
    shares = shares || before;
    if (before) continue;
    if (bound_variables(group).count(number) > 0) {
      refuse(minus.at, "MINUS stands before what binds its variable ?" + variables_[number] +
                           "; put it last, or use FILTER NOT EXISTS");
    }
  }
  if (!shares) {
    refuse(minus.at,
           "MINUS shares no variable with the triples before it, so it takes nothing away");
  }
}

void QueryGroupReader::read_filter(GraphPattern& group, int depth) {
  const std::size_t at = reader_.position();
  const bool negative = reader_.take_word("NOT");
  if (reader_.take_word("EXISTS")) return read_exists(group, negative, depth);
  const std::string word(reader_.peek_word());
  if (negative || !reader_.take("(")) {
    refuse(at, "FILTER" + (word.empty() ? "" : " " + word) +
                   " is not supported; known are EXISTS, NOT EXISTS and (?a != ?b)");
  }
  const std::size_t inside = reader_.position();
  const bool not_inside = reader_.take_word("NOT") || reader_.take("!");
  if (reader_.take_word("EXISTS")) {
    read_exists(group, not_inside, depth);
  } else if (not_inside) {
    refuse(inside, "this FILTER is not supported; known are EXISTS, NOT EXISTS and (?a != ?b)");
  } else {
    read_differences(group);
  }
  if (!reader_.take(")")) refuse(inside, "a FILTER of this form is not supported");
}

// EXISTS is: there is not none.
void QueryGroupReader::read_exists(GraphPattern& group, bool negative, int depth) {
  GraphPattern inner = braced(depth);
  if (negative) {
    group.without.push_back(std::move(inner));
  } else {
    group.without.emplace_back().without.push_back(std::move(inner));
  }
}

void QueryGroupReader::read_differences(GraphPattern& group) {
  const auto compared = [this](const std::string& remedy) {
    const std::size_t at = reader_.position();
    if (!reader_.has_variable()) refuse(at, remedy);
    const int number = variable_number(variables_, reader_.variable());
    compared_.emplace_back(number, at);
    return number;
  };
  const std::string remedy =
      "a FILTER compares two variables (?a != ?b); other expressions are not supported";
  do {
    const int a = compared(remedy);
    const std::size_t at = reader_.position();
    if (!reader_.take("!=")) refuse(at, remedy);
    group.different.emplace_back(a, compared(remedy));
    if (compared_.size() > 2 * kMostSteps) {
      refuse(at, "more than " + std::to_string(kMostSteps) + " comparisons are not supported");
    }
  } while (reader_.take("&&"));
}

// A typing error in a filter would take all answers away.
void QueryGroupReader::check_differences(const GraphPattern& root) {
  Numbers placed;
  add_placed(root, placed);
  std::vector<std::string> names;
  for (const int number : placed) names.push_back(variables_[number]);
  for (const auto& [number, at] : compared_) {
    if (placed.count(number) > 0) continue;
    const std::string& name = variables_[number];
    reader_.back_to(at);
    reader_.fail("?" + name + " stands in no triple" + did_you_mean(name, names));
  }
}

// SPARQL solves a group before it looks at what is around it; we look from the outside in. The two
// agree unless an inner group uses a variable of outside that its own group does not bind.
void QueryGroupReader::check_scopes(const GraphPattern& group, const Numbers& outside) {
  const Numbers here = step_variables(group);
  for (std::size_t k = 0; k < group.optional.size(); ++k) {
    for (const int number : all_variables(group.optional[k])) {
      if (here.count(number) > 0 || outside.count(number) == 0) continue;
      reader_.fail("OPTIONAL in OPTIONAL with ?" + variables_[number] +
                       " of outside is not supported; use it in the group around, too",
                   "query.unsupported");
    }
    Numbers around = outside;
    around.insert(here.begin(), here.end());
    for (std::size_t other = 0; other < group.optional.size(); ++other) {
      if (other != k) around.merge(all_variables(group.optional[other]));
    }
    check_scopes(group.optional[k], around);
  }
}

}  // namespace hearth
