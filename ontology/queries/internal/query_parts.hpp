// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/patterns/pattern.hpp"
#include "hearth/ontology/queries/query.hpp"

namespace hearth {

struct QueryFunction;
struct QueryGroup;
struct SelectParts;

/// Variables of a query, by number.
using VariableSet = std::set<int>;

/// An expression of SPARQL 1.1 (section 17); aggregates are variables in it that grouping binds.
struct QueryExpression {
  enum class Kind {
    Constant,
    Variable,
    Or,
    And,
    Not,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    NotIn,
    Add,
    Subtract,
    Multiply,
    Divide,
    Negate,
    Exists,
    NotExists,
    Bound,
    If,
    Coalesce,
    Call
  };
  Kind kind = Kind::Constant;
  OwnTerm constant{};                        ///< of Constant
  int variable = -1;                         ///< of Variable
  std::vector<QueryExpression> arguments{};  ///< of In: what is looked for, then the list
  std::shared_ptr<QueryGroup> group{};       ///< of Exists
  const QueryFunction* function = nullptr;   ///< of Call
};

/// Rows of terms for some variables; nothing where the query has UNDEF.
struct InlineData {
  std::vector<int> variables;
  std::vector<std::vector<std::optional<OwnTerm>>> rows;
};

/// A part of a group, in the order of the text.
struct GroupElement {
  enum class Kind { Triples, Group, Optional, Minus, Union, Bind, Values, Select };
  Kind kind = Kind::Triples;
  GraphPattern triples{};                 ///< of Triples: steps only
  std::vector<QueryGroup> groups;         ///< one; of Union two or more
  QueryExpression expression{};           ///< of Bind
  int variable = -1;                      ///< of Bind
  InlineData data{};                      ///< of Values
  std::shared_ptr<SelectParts> select{};  ///< of Select
  std::vector<int> outside{};             ///< of Select: what its columns are called outside
};

/// What stands between braces; filters hold for the whole of it.
struct QueryGroup {
  std::vector<GroupElement> elements;
  std::vector<QueryExpression> filters;
};

struct Aggregate {
  enum class Kind { Count, Sum, Min, Max, Avg, Sample, GroupConcat };
  Kind kind = Kind::Count;
  bool distinct = false;
  std::optional<QueryExpression> of{};  ///< nothing: `*`
  std::string separator = " ";
  int variable = -1;  ///< that gets the result
};

/// SELECT with all that belongs to it; a sub-query as well.
struct SelectParts {
  struct Column {
    int variable;
    std::optional<QueryExpression> expression;
  };
  struct Key {
    QueryExpression expression;
    int variable;
  };
  struct Order {
    QueryExpression expression;
    bool descending;
  };
  bool distinct = false;
  bool grouped = false;
  std::vector<Column> columns;
  QueryGroup where;
  std::vector<Key> keys;
  std::vector<Aggregate> aggregates;
  std::vector<QueryExpression> having;
  std::vector<Order> order;
  std::optional<std::size_t> limit, offset;
};

struct QueryParts {
  Query::Form form = Query::Form::Select;
  Where where;                         ///< the text
  std::vector<std::string> variables;  ///< names by number; sub-queries have numbers of their own
  SelectParts select;
  std::vector<PatternStep> construct;  ///< of Construct: triples to make
  VariableSet construct_blanks;        ///< variables that represent new blank nodes in it
  Prefixes prefixes;
};

/// Returns whether a variable represents a blank node or a result in between.
inline bool is_hidden(const std::string& variable) { return variable.starts_with("_:"); }

/// Returns the variables that are in both.
VariableSet common(const VariableSet& a, const VariableSet& b);

/// Returns the variables that a group may bind, and those that each of its solutions binds.
VariableSet possible_variables(const QueryGroup& group);
VariableSet certain_variables(const QueryGroup& group);
VariableSet possible_variables(const GroupElement& element);
VariableSet certain_variables(const GroupElement& element);

/// Returns all variables that are named in it and mean the same outside.
VariableSet named_variables(const QueryGroup& group);
VariableSet named_variables(const GroupElement& element);
VariableSet named_variables(const QueryExpression& expression);

}  // namespace hearth
