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

/// An expression of SPARQL 1.1 (section 17). Aggregates are represented by variables that grouping
/// binds.
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
  OwnTerm constant{};                        ///< for Constant
  int variable = -1;                         ///< for Variable
  std::vector<QueryExpression> arguments{};  ///< for In: the value, then the list
  std::shared_ptr<QueryGroup> group{};       ///< for Exists
  const QueryFunction* function = nullptr;   ///< for Call
};

/// Rows of terms for some variables; nothing for UNDEF.
struct InlineData {
  std::vector<int> variables;
  std::vector<std::vector<std::optional<OwnTerm>>> rows;
};

/// An element of a group, in the order of the text.
struct GroupElement {
  enum class Kind { Triples, Group, Optional, Minus, Union, Bind, Values, Select };
  Kind kind = Kind::Triples;
  GraphPattern triples{};                 ///< for Triples: only steps
  std::vector<QueryGroup> groups;         ///< one; for Union two or more
  QueryExpression expression{};           ///< for Bind
  int variable = -1;                      ///< for Bind
  InlineData data{};                      ///< for Values
  std::shared_ptr<SelectParts> select{};  ///< for Select
  std::vector<int> outside{};  ///< for Select: variables of its columns in the outer query
};

/// The content between braces; filters apply to the whole group.
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
  int variable = -1;  ///< variable for the result
};

/// SELECT with all its parts, also as a sub-query.
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
  Where where;                         ///< place of the text
  std::vector<std::string> variables;  ///< names by number; sub-queries have separate numbers
  SelectParts select;
  std::vector<PatternStep> construct;  ///< for Construct: triples to make
  VariableSet construct_blanks;        ///< variables in them that represent new blank nodes
  Prefixes prefixes;
};

/// Returns whether a variable represents a blank node or an intermediate result.
inline bool is_hidden(const std::string& variable) { return variable.starts_with("_:"); }

/// Returns the variables that are in both sets.
VariableSet common(const VariableSet& a, const VariableSet& b);

/// These functions return the variables that a group can bind, and those that each of its solutions
/// binds.
VariableSet possible_variables(const QueryGroup& group);
VariableSet certain_variables(const QueryGroup& group);
VariableSet possible_variables(const GroupElement& element);
VariableSet certain_variables(const GroupElement& element);

/// Returns all variables that occur in a part and have the same meaning outside it.
VariableSet named_variables(const QueryGroup& group);
VariableSet named_variables(const GroupElement& element);
VariableSet named_variables(const QueryExpression& expression);

}  // namespace hearth
