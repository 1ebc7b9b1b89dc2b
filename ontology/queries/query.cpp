// SPDX-License-Identifier: MIT
#include "hearth/ontology/queries/query.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "hearth/framework/base/printable.hpp"
#include "hearth/ontology/queries/internal/query_run.hpp"
#include "hearth/ontology/queries/internal/query_text_reader.hpp"

namespace hearth {
namespace {

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

void require_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text.substr(at));
    if (length == 0) throw PatternFault{"pattern.syntax", at, "this byte is not UTF-8"};
    at += length;
  }
}

using Names = std::set<std::string>;

void add_names(const PropertyPath& path, Names& names) {
  if (path.kind == PropertyPath::Kind::Property) names.insert(path.iri);
  for (const PropertyPath& part : path.parts) add_names(part, names);
}

void add_names(const PatternTerm& place, Names& names) {
  for (const OwnTerm& term : place.terms) {
    if (term.kind == TermKind::Iri) names.insert(term.text);
  }
}

void add_names(const QueryGroup& group, Names& names);

void add_names(const QueryExpression& expression, Names& names) {
  if (expression.group) add_names(*expression.group, names);
  for (const QueryExpression& argument : expression.arguments) add_names(argument, names);
}

void add_names(const GroupElement& element, Names& names) {
  for (const PatternStep& step : element.triples.steps) {
    add_names(step.subject, names);
    add_names(step.object, names);
    if (step.property < 0) add_names(step.path, names);
  }
  for (const QueryGroup& inner : element.groups) add_names(inner, names);
  if (element.select) add_names(element.select->where, names);
  add_names(element.expression, names);
}

void add_names(const QueryGroup& group, Names& names) {
  for (const GroupElement& element : group.elements) add_names(element, names);
  for (const QueryExpression& filter : group.filters) add_names(filter, names);
}

/// The triples that CONSTRUCT makes from answers. A triple with an unbound variable or a term that
/// is not permitted at its position is left out (section 16.2).
class MadeGraph {
 public:
  MadeGraph(const QueryParts& parts, const QueryTerms& terms, const std::string& source)
      : parts_(parts), terms_(terms), builder_(source) {
    for (const auto& [name, iri] : parts.prefixes.all()) builder_.prefix(name, iri);
  }

  void add(const std::vector<TermId>& row, GraphWork& work) {
    blanks_.clear();
    for (std::size_t k = 0; k < row.size(); ++k) {
      const TermId id = row[k];
      bound_[parts_.select.columns[k].variable] =
          id == kNoTerm ? kNoTerm : builder_.intern(terms_.term(id));
    }
    for (const PatternStep& step : parts_.construct) {
      work.count();
      const TermId subject = term_of(step.subject);
      const TermId predicate =
          step.property < 0 ? builder_.iri(step.path.iri) : bound_[step.property];
      const TermId object = term_of(step.object);
      if (subject == kNoTerm || predicate == kNoTerm || object == kNoTerm) continue;
      if (builder_.term(subject).kind == TermKind::Literal) continue;
      if (builder_.term(predicate).kind != TermKind::Iri) continue;
      builder_.add({subject, predicate, object});
    }
  }

  TripleStore build() && { return std::move(builder_).build(); }

 private:
  TermId term_of(const PatternTerm& place) {
    if (place.variable < 0) {
      const OwnTerm& own = place.terms.front();
      return builder_.intern({own.kind, own.text, own.datatype, own.language});
    }
    if (parts_.construct_blanks.count(place.variable) == 0) return bound_[place.variable];
    const auto [found, is_new] = blanks_.try_emplace(place.variable, kNoTerm);
    if (is_new) found->second = builder_.fresh_blank();
    return found->second;
  }

  const QueryParts& parts_;
  const QueryTerms& terms_;
  TripleStoreBuilder builder_;
  std::map<int, TermId> bound_, blanks_;
};

}  // namespace

Query::Query(std::shared_ptr<const QueryParts> parts) : parts_(std::move(parts)) {}

Query::Form Query::form() const { return parts_->form; }

std::set<std::string> Query::names() const {
  Names names;
  add_names(parts_->select.where, names);
  return names;
}

Query parse_query(std::string_view text, const Prefixes& prefixes, const std::string& source) {
  PatternReader reader(text, prefixes);
  auto parts = std::make_shared<QueryParts>();
  try {
    require_utf8(text);
    *parts = QueryTextReader(reader).read();
  } catch (const PatternFault& fault) {
    reader.faults.push_back(fault);
  }
  parts->where.file = source;
  if (reader.faults.empty()) return Query(std::move(parts));
  Diagnostics diagnostics;
  for (const PatternFault& fault : reader.faults) {
    diagnostics.add(diagnostic_of(fault, text, source));
  }
  throw InputError(std::move(diagnostics));
}

Term QueryResult::term(TermId id) const { return terms->term(id); }

QueryResult run_query(const TripleStore& graph, const Query& query) {
  const QueryParts& parts = query.parts();
  const auto terms = std::make_shared<QueryTerms>(graph);
  QueryResult result;
  result.terms = terms;
  std::vector<std::vector<TermId>> rows = QueryRun(graph, parts, *terms).answers();
  if (parts.form == Query::Form::Ask) {
    result.yes = !rows.empty();
  } else if (parts.form == Query::Form::Construct) {
    MadeGraph made(parts, *terms, graph.source());
    GraphWork work(parts.where);
    for (const std::vector<TermId>& row : rows) made.add(row, work);
    result.made = std::move(made).build();
  } else {
    for (const SelectParts::Column& column : parts.select.columns) {
      result.columns.push_back(parts.variables[column.variable]);
    }
    result.rows = std::move(rows);
  }
  return result;
}

}  // namespace hearth
