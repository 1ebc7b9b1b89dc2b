// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "hearth/ontology/patterns/internal/query_group.hpp"
#include "hearth/ontology/patterns/query.hpp"

namespace hearth {
namespace {

/// Reads what is around the pattern of a query: PREFIX, SELECT, ORDER BY, LIMIT.
class QueryReader {
 public:
  explicit QueryReader(PatternReader& reader) : reader_(reader) {}

  Query read() {
    read_prologue();
    const std::size_t at = reader_.position();
    refuse_words("a query of this form", {"ASK", "CONSTRUCT", "DESCRIBE", "INSERT", "DELETE",
                                          "LOAD", "CLEAR", "DROP", "CREATE", "WITH"});
    reader_.back_to(at);
    if (reader_.take_word("SELECT")) {
      read_select();
    } else {
      read_bare();
    }
    if (!reader_.at_end()) reader_.fail_expected("the end of the query");
    return std::move(query_);
  }

 private:
  struct Wanted {
    std::string name;
    std::size_t at;
  };

  void refuse_words(const std::string& what, std::initializer_list<const char*> words) {
    const std::size_t at = reader_.position();
    for (const char* word : words) {
      if (!reader_.take_word(word)) continue;
      reader_.back_to(at);
      reader_.fail(what + " (" + word + ") is not supported", "query.unsupported");
    }
  }

  void read_prologue() {
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

  // What a short name stands for counts each time that it is used.
  std::string read_namespace(const std::string& what) {
    const std::size_t at = reader_.position();
    std::string iri = reader_.iri();
    if (iri.size() <= kLongestNamespace) return iri;
    reader_.back_to(at);
    reader_.fail(namespace_too_long(what, iri.size()), "pattern.namespace_long");
  }

  // Triples alone: all that they bind, each answer once.
  void read_bare() {
    if (reader_.at_end()) reader_.fail("the query is empty");
    query_.pattern = QueryGroupReader(reader_).read();
    query_.distinct = true;
    add_all_columns();
  }

  void read_select() {
    query_.distinct = reader_.take_word("DISTINCT") || reader_.take_word("REDUCED");
    const bool all = reader_.take("*");
    std::vector<Wanted> wanted;
    while (!all && reader_.has_variable()) {
      if (wanted.size() == kMostSteps) {
        reader_.fail("more than " + std::to_string(kMostSteps) + " columns are not supported",
                     "query.unsupported");
      }
      wanted.push_back(read_wanted());
    }
    if (reader_.peek() == '(') {
      reader_.fail("expressions and aggregates (COUNT, ... AS ?x) are not supported",
                   "query.unsupported");
    }
    if (!all && wanted.empty()) reader_.fail_expected("'*' or variables");
    refuse_words("a choice of graphs", {"FROM"});
    reader_.take_word("WHERE");
    if (!reader_.take("{")) reader_.fail_expected("'{'");
    query_.pattern = QueryGroupReader(reader_).read();
    if (!reader_.take("}")) reader_.fail_expected("'}'");
    if (all) add_all_columns();
    for (const Wanted& column : wanted) query_.columns.push_back(number_of(column));
    read_modifiers();
  }

  Wanted read_wanted() {
    const std::size_t at = reader_.position();
    return {reader_.variable(), at};
  }

  void add_all_columns() {
    const std::vector<std::string>& names = query_.pattern.variables;
    const std::set<int> bound = bound_variables(query_.pattern);
    for (const int number : bound) {
      const std::string& name = names[number];
      if (!QueryGroupReader::is_hidden(name)) query_.columns.push_back(number);
    }
  }

  int number_of(const Wanted& wanted) {
    const int number = query_.pattern.variable(wanted.name);
    if (number >= 0) return number;
    reader_.back_to(wanted.at);
    reader_.fail("?" + wanted.name + " is not in the pattern" +
                 did_you_mean(wanted.name, query_.pattern.variables));
  }

  void read_modifiers() {
    refuse_words("grouping", {"GROUP", "HAVING"});
    if (reader_.take_word("ORDER")) read_order();
    while (true) {
      if (reader_.take_word("LIMIT")) {
        query_.limit = reader_.whole_number();
      } else if (reader_.take_word("OFFSET")) {
        query_.offset = reader_.whole_number();
      } else {
        break;
      }
    }
    refuse_words("a table of values", {"VALUES"});
  }

  void read_order() {
    if (!reader_.take_word("BY")) reader_.fail_expected("BY after ORDER");
    while (true) {
      const bool descending = reader_.take_word("DESC");
      const bool bracket = descending || reader_.take_word("ASC");
      if (bracket && !reader_.take("(")) reader_.fail_expected("'('");
      if (!bracket && !reader_.has_variable()) break;
      if (!reader_.has_variable()) {
        reader_.fail("ORDER BY an expression is not supported", "query.unsupported");
      }
      order_by(number_of(read_wanted()), descending);
      if (bracket && !reader_.take(")")) reader_.fail_expected("')'");
    }
    if (query_.order.empty()) {
      reader_.fail("ORDER BY anything but variables is not supported", "query.unsupported");
    }
  }

  // What is named a second time decides nothing more.
  void order_by(int variable, bool descending) {
    const bool repeated =
        std::any_of(query_.order.begin(), query_.order.end(),
                    [variable](const Query::Order& order) { return order.variable == variable; });
    if (repeated) return;
    if (query_.order.size() == kMostSteps) {
      reader_.fail(
          "ORDER BY more than " + std::to_string(kMostSteps) + " variables is not supported",
          "query.unsupported");
    }
    query_.order.push_back({variable, descending});
  }

  PatternReader& reader_;
  Query query_;
};

Diagnostic diagnostic_of(const PatternFault& fault, std::string_view text,
                         const std::string& source) {
  const std::string_view before = text.substr(0, fault.at);
  const auto line = static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t begin =
      before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return {Severity::Error,
          fault.code,
          {.file = source, .line = line},
          "column " + std::to_string(fault.at - begin + 1) + ": " + fault.message};
}

}  // namespace

Query parse_query(std::string_view text, const Prefixes& prefixes, const std::string& source) {
  PatternReader reader(text, prefixes);
  Query query;
  try {
    query = QueryReader(reader).read();
  } catch (const PatternFault& fault) {
    reader.faults.push_back(fault);
  }
  query.pattern.where.file = source;
  if (reader.faults.empty()) return query;
  Diagnostics diagnostics;
  for (const PatternFault& fault : reader.faults) {
    diagnostics.add(diagnostic_of(fault, text, source));
  }
  throw InputError(std::move(diagnostics));
}

}  // namespace hearth
