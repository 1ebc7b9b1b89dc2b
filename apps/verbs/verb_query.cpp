// SPDX-License-Identifier: MIT
#include <ostream>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/apps/views/query_output.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/ontology/patterns/query.hpp"
#include "hearth/ontology/reasoning/graph_file.hpp"
#include "hearth/ontology/translate/graph_model.hpp"
#include "hearth/ontology/translate/understood_graph.hpp"

namespace hearth::apps {
namespace {

struct ReadGraph {
  TripleStore graph;
  Prefixes prefixes;  ///< of the vocabularies, and of the file
};

ReadGraph read_question_graph(const QueryOptions& options, Diagnostics& diagnostics) {
  ReadGraph read{hearth::read_graph(options.graph, options.catalogue.value_or(""), diagnostics),
                 vocabulary_prefixes()};
  for (const NamespacePrefix& declared : read.graph.prefixes()) {
    read.prefixes.set(declared.name, declared.iri);
  }
  if (!options.infer) return read;
  const std::vector<Mapping> mappings = read_mappings(options.mappings, standard_components());
  ImportReport report;
  report.graph = read.graph.source();
  UnderstoodGraph understood =
      understood_graph(read.graph, mappings, knowledge_of(mappings), report);
  read.graph = std::move(understood.graph);
  // `hearth:` is what the mapping in use derives; of several, the first one's.
  const Mapping& first = understood.mappings.front();
  read.prefixes.set("hearth", *first.prefixes.expand("hearth:"));
  // A renamed namespace goes by the prefix that the file gave the old one.
  for (const NamespacePrefix& declared : read.graph.prefixes()) {
    read.prefixes.set(declared.name, declared.iri);
  }
  std::erase_if(report.items,
                [](const ImportItem& item) { return item.code != "import.namespace_read_as"; });
  add_to(diagnostics, report);
  return read;
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

void add_names(const GraphPattern& pattern, Names& names) {
  for (const PatternStep& step : pattern.steps) {
    add_names(step.subject, names);
    add_names(step.object, names);
    if (step.property < 0) add_names(step.path, names);
  }
  for (const GraphPattern& inner : pattern.optional) add_names(inner, names);
  for (const GraphPattern& inner : pattern.without) add_names(inner, names);
}

/// The short names of the graph that share the namespace of an IRI.
std::vector<std::string> neighbours(const TripleStore& graph, const std::string& iri,
                                    const Prefixes& prefixes) {
  const std::string space = iri.substr(0, iri.size() - local_name(iri).size());
  std::vector<std::string> names;
  for (TermId id = 0; id < graph.term_count(); ++id) {
    const Term term = graph.term(id);
    const bool beside = term.kind == TermKind::Iri && term.text.starts_with(space);
    if (beside) names.push_back(prefixes.shorten(term.text));
  }
  return names;
}

/// Says which names of a query the graph does not hold: the usual reason for no answers.
void warn_of_unknown_names(const TripleStore& graph, const GraphPattern& pattern,
                           const Prefixes& prefixes, Diagnostics& diagnostics) {
  Names names;
  add_names(pattern, names);
  for (const std::string& iri : names) {
    if (graph.find_iri(iri) != kNoTerm) continue;
    const std::string name = prefixes.shorten(iri);
    diagnostics.warning("query.name_unknown", {.file = graph.source()},
                        fmt::format("{} is nowhere in the graph{}", name,
                                    did_you_mean(name, neighbours(graph, iri, prefixes))));
  }
}

std::string text_of(const QueryResult& result, const TripleStore& graph, const Prefixes& prefixes,
                    TableFormat format) {
  if (format == TableFormat::Json) return query_json(graph, result);
  if (format == TableFormat::Csv) return query_csv(graph, result);
  return query_table(graph, result, prefixes);
}

}  // namespace

int run_verb(const QueryOptions& options, Session& session) {
  const auto [graph, prefixes] = with_messages(session, [&options](Diagnostics& diagnostics) {
    return read_question_graph(options, diagnostics);
  });
  const std::string text = options.file ? read_text_file(*options.file) : options.query;
  const std::string source = options.file ? options.file->string() : "query";
  const Query query = parse_query(text, prefixes, source);
  const QueryResult result = run_query(graph, query);
  Diagnostics diagnostics;
  warn_of_unknown_names(graph, query.pattern, prefixes, diagnostics);
  session.messages.show(diagnostics);
  session.out << text_of(result, graph, prefixes, options.format);
  const std::size_t count = result.rows.size();
  session.messages.say(fmt::format("{} answer{}", count, count == 1 ? "" : "s"));
  return kDone;
}

}  // namespace hearth::apps
