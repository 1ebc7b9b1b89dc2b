// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hearth/ontology/patterns/internal/pattern_reader.hpp"
#include "hearth/ontology/queries/internal/query_parts.hpp"

namespace hearth {

/// Reads the text of a query. Throws a PatternFault for invalid text: `pattern.syntax`, or
/// `query.unsupported` with the replacement.
class QueryTextReader {
 public:
  explicit QueryTextReader(PatternReader& reader) : reader_(reader) {}

  QueryParts read();

 private:
  /// The names of variables in the scope of one SELECT with its groups.
  using Names = std::map<std::string, int>;
  /// A variable of an expression or a list, and its position.
  struct Use {
    int variable;
    std::size_t at;
    bool in_result;  // for a group: outside aggregates and patterns
  };

  // select_reader.cpp
  void read_prologue();
  std::string read_namespace(const std::string& what);
  void read_bare(QueryParts& parts);
  void read_ask(QueryParts& parts);
  void read_construct(QueryParts& parts);
  void read_construct_columns(QueryParts& parts);
  void read_select(SelectParts& select);
  void read_column(SelectParts& select);
  void read_where(SelectParts& select);
  void add_all_columns(SelectParts& select);
  void read_modifiers(SelectParts& select);
  void read_keys(SelectParts& select);
  void read_having(SelectParts& select);
  void read_order(SelectParts& select);
  void add_order(SelectParts& select, QueryExpression expression, bool descending);
  void check_columns(const SelectParts& select, const std::vector<std::size_t>& places);
  void check_grouped(const SelectParts& select, const std::vector<std::size_t>& places,
                     std::size_t first_use);
  void check_uses();

  // group_reader.cpp
  QueryGroup group();
  QueryGroup braced();
  bool read_part(QueryGroup& group);
  void read_braces(QueryGroup& group);
  void read_inner_select(QueryGroup& group);
  void read_bind(QueryGroup& group);
  void read_values(QueryGroup& group);
  InlineData inline_data();
  std::vector<std::optional<OwnTerm>> inline_row(std::size_t width, bool brackets);
  void refuse_words(const std::string& what, std::initializer_list<const char*> words);

  // triples_reader.cpp
  void read_triples(GraphPattern& triples);
  void read_properties(GraphPattern& triples, const PatternTerm& subject);
  void add_step(GraphPattern& triples, PatternStep step, std::size_t at);
  PatternTerm read_node(GraphPattern& triples, bool is_object);
  PatternTerm place();
  PatternTerm blank_node(GraphPattern& triples);

  // expression_reader.cpp
  QueryExpression expression();
  QueryExpression conjunction();
  QueryExpression relation();
  /// Reads operands with left-associative operators of the same precedence.
  QueryExpression from_left(
      QueryExpression (QueryTextReader::*operand)(),
      std::initializer_list<std::pair<const char*, QueryExpression::Kind>> operators);
  QueryExpression sum();
  QueryExpression product();
  QueryExpression signed_value();
  QueryExpression value();
  QueryExpression bracketed();
  QueryExpression constraint();
  std::optional<QueryExpression> word_expression();
  QueryExpression exists(bool negative);
  QueryExpression bound();
  QueryExpression call(const QueryFunction& function);
  QueryExpression special(QueryExpression::Kind kind, const std::string& name, std::size_t least,
                          std::size_t most);
  QueryExpression term_or_cast();
  QueryExpression variable_use();
  std::optional<Aggregate::Kind> aggregate_kind();
  QueryExpression aggregate(Aggregate::Kind kind);
  std::vector<QueryExpression> arguments(const std::string& name, std::size_t least,
                                         std::size_t most);
  QueryExpression made(QueryExpression::Kind kind, std::vector<QueryExpression> arguments);

  int number_of(const std::string& name);
  /// Returns the number of a variable and marks it as bound.
  int placed(const std::string& name);
  int hidden_variable();
  void enter();
  void leave() { --depth_; }
  [[noreturn]] void refuse(std::size_t at, const std::string& what);

  PatternReader& reader_;
  std::vector<std::string> variables_;
  Names names_;
  std::vector<Use> uses_;
  VariableSet placed_;                            // variables that are bound
  std::vector<Aggregate>* aggregates_ = nullptr;  // where aggregates are permitted, otherwise null
  bool in_aggregate_ = false;
  bool in_result_ = false;
  int depth_ = 0;
  int blank_count_ = 0;
  std::size_t step_count_ = 0;
  std::size_t operation_count_ = 0;
  std::size_t value_count_ = 0;
};

}  // namespace hearth
