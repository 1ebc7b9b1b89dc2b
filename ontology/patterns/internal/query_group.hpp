// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "hearth/ontology/patterns/internal/pattern_reader.hpp"

namespace hearth {

/// Returns the numbers of the variables in the triples of a group itself.
std::set<int> step_variables(const GraphPattern& group);

/// Returns the numbers of the variables that its triples and optional groups may bind.
std::set<int> bound_variables(const GraphPattern& group);

/// Reads what stands between the braces of a SPARQL query into a pattern. What the pattern cannot
/// mean as SPARQL does fails with `query.unsupported`.
class QueryGroupReader {
 public:
  explicit QueryGroupReader(PatternReader& reader) : reader_(reader) {}

  /// Reads triples, OPTIONAL, FILTER and MINUS up to `}` or the end; all variables are numbered.
  GraphPattern read();

  /// Returns whether a variable stands for a blank node of the query.
  static bool is_hidden(const std::string& variable) { return variable.starts_with("_:"); }

 private:
  using Numbers = std::set<int>;
  struct Minus {
    std::size_t at;  // of the text
    std::size_t index;
    Numbers before;  // variables of the triples before it
  };

  GraphPattern group(int depth);
  GraphPattern braced(int depth);
  bool read_part(GraphPattern& group, int depth);
  void read_optional(GraphPattern& group, int depth);
  void read_minus(GraphPattern& group, int depth);
  void read_filter(GraphPattern& group, int depth);
  void read_exists(GraphPattern& group, bool negative, int depth);
  void read_differences(GraphPattern& group);
  void refuse_words();
  void refuse_inner_group(int depth);
  void check_minus(const GraphPattern& group, const Minus& minus);
  void check_scopes(const GraphPattern& group, const Numbers& outside);
  void check_differences(const GraphPattern& root);

  void read_triples(GraphPattern& group);
  void read_properties(GraphPattern& group, const PatternTerm& subject);
  PatternTerm read_node(GraphPattern& group, bool is_object);
  PatternTerm blank_node(GraphPattern& group);
  void add_step(GraphPattern& group, PatternStep step, std::size_t at);

  [[noreturn]] void refuse(std::size_t at, const std::string& what);

  PatternReader& reader_;
  std::vector<std::string> variables_;
  Numbers optional_only_;  // of the group being read
  std::vector<Minus> minuses_;
  std::vector<std::pair<int, std::size_t>> compared_;  // variables of filters and where
  int brackets_ = 0;
  int blank_count_ = 0;
  std::size_t step_count_ = 0;
};

}  // namespace hearth
