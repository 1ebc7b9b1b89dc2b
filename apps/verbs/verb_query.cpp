// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ostream>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/json/json_text.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/printable.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/queries/query.hpp"
#include "hearth/ontology/rdf/prefixes.hpp"
#include "hearth/ontology/rdf/turtle_writer.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/reasoning/graph_file.hpp"
#include "hearth/ontology/translate/translation.hpp"
#include "hearth/ontology/translate/understood_graph.hpp"

namespace hearth::apps {
namespace {

using Json = nlohmann::ordered_json;

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + '"';
}

bool is_plain(const Term& term) {
  return term.datatype == xsd::kInteger || term.datatype == xsd::kDecimal ||
         term.datatype == xsd::kDouble || term.datatype == xsd::kBoolean;
}

/// Returns a term in the notation of Turtle, on one line.
std::string short_text(const QueryResult& result, TermId id, const Prefixes& prefixes) {
  if (id == kNoTerm) return "-";
  const Term term = result.term(id);
  switch (term.kind) {
    case TermKind::Iri:
      return prefixes.shorten(term.text);
    case TermKind::Blank:
      return "_:" + std::string(term.text);
    case TermKind::Literal:
      break;
  }
  if (is_plain(term)) return std::string(term.text);
  std::string text = quoted(term.text);
  if (!term.language.empty()) return text + "@" + std::string(term.language);
  if (term.datatype == xsd::kString) return text;
  return text + "^^" + prefixes.shorten(term.datatype);
}

/// Returns the number of characters of UTF-8 text, for the width of a column.
std::size_t width(const std::string& text) {
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins));
}

Json json_of(const Term& term) {
  if (term.kind == TermKind::Iri) return {{"type", "uri"}, {"value", term.text}};
  if (term.kind == TermKind::Blank) return {{"type", "bnode"}, {"value", term.text}};
  Json json = {{"type", "literal"}, {"value", term.text}};
  if (!term.language.empty()) {
    json["xml:lang"] = term.language;
  } else if (term.datatype != xsd::kString) {
    json["datatype"] = term.datatype;
  }
  return json;
}

void append_csv(const QueryResult& result, TermId id, std::string& row) {
  if (id == kNoTerm) return;
  const Term term = result.term(id);
  const std::string text(term.text);
  append_csv_cell(row, term.kind == TermKind::Blank ? "_:" + text : text);
}

/// Writes the answers in columns; names are shortened if a prefix is known. Texts that are wider
/// than the widest column are not aligned, because padding all lines to one long text could exceed
/// the size of the graph many times.
void write_table(const QueryResult& result, const Prefixes& prefixes, std::ostream& out) {
  constexpr std::size_t kWidest = 60;  // characters
  const auto cell = [&](TermId id) { return printable(short_text(result, id, prefixes)); };
  std::vector<std::size_t> widths;
  for (const std::string& column : result.columns) {
    widths.push_back(width("?" + printable(column)));
  }
  std::vector<std::unordered_set<TermId>> seen(widths.size());
  for (const std::vector<TermId>& row : result.rows) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (seen[k].insert(row[k]).second) widths[k] = std::max(widths[k], width(cell(row[k])));
    }
  }
  for (std::size_t& wide : widths) wide = std::min(wide, kWidest);
  const auto write = [&](std::size_t k, const std::string& text) {
    out << text;
    if (k + 1 == widths.size()) return;
    const std::size_t own = std::min(width(text), widths[k]);
    out << std::string(widths[k] - own + 2, ' ');
  };
  for (std::size_t k = 0; k < widths.size(); ++k) write(k, "?" + printable(result.columns[k]));
  out << '\n';
  for (const std::vector<TermId>& row : result.rows) {
    for (std::size_t k = 0; k < row.size(); ++k) write(k, cell(row[k]));
    out << '\n';
  }
}

/// Writes the answers in the W3C's "SPARQL 1.1 Query Results JSON Format", one line for each
/// answer.
void write_json(const QueryResult& result, std::ostream& out) {
  out << R"({"head": {"vars": )" << to_shown_line(result.columns)
      << R"(}, "results": {"bindings": [)";
  const char* separator = "\n";
  for (const std::vector<TermId>& row : result.rows) {
    Json binding = Json::object();
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k] != kNoTerm) binding[result.columns[k]] = json_of(result.term(row[k]));
    }
    out << separator << to_shown_line(binding);
    separator = ",\n";
  }
  out << "\n]}}\n";
}

/// Writes the answers as CSV: full IRIs, texts of literals, empty cells for unbound variables.
void write_csv(const QueryResult& result, std::ostream& out) {
  for (std::size_t k = 0; k < result.columns.size(); ++k) {
    out << (k == 0 ? "" : ",") << result.columns[k];
  }
  out << '\n';
  for (const std::vector<TermId>& row : result.rows) {
    std::string text;
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (k > 0) text += ',';
      append_csv(result, row[k], text);
    }
    out << text << '\n';
  }
}

struct ReadGraph {
  TripleStore graph;
  Prefixes prefixes;  ///< prefixes of the vocabularies and of the file
};

ReadGraph read_question_graph(const QueryOptions& options, Diagnostics& diagnostics) {
  ReadGraph read{hearth::read_graph(options.graph, options.catalogue.value_or(""), diagnostics),
                 vocabulary_prefixes()};
  for (const NamespacePrefix& declared : read.graph.prefixes()) {
    read.prefixes.set(declared.name, declared.iri);
  }
  if (!options.infer) return read;
  const Mappings mappings = read_mappings(options.mappings, known_components());
  ImportReport report;
  report.graph = read.graph.source();
  UnderstoodGraph understood =
      understood_graph(read.graph, *mappings, knowledge_of(*mappings), report);
  read.graph = std::move(understood.graph);
  // `hearth:` denotes the derived terms of the mapping in use; of several, those of the first.
  const std::string derived = *understood.mappings.front().prefixes.expand("hearth:");
  TripleStoreBuilder named(std::move(read.graph));
  named.prefix("hearth", derived);
  read.graph = std::move(named).build();
  read.prefixes.set("hearth", derived);
  // A renamed namespace keeps the prefix of the old one in the file.
  for (const NamespacePrefix& declared : read.graph.prefixes()) {
    read.prefixes.set(declared.name, declared.iri);
  }
  std::erase_if(report.items,
                [](const ImportItem& item) { return item.code != "import.namespace_read_as"; });
  add_to(diagnostics, report);
  return read;
}

/// Returns the short names in the graph that share the namespace of an IRI.
std::vector<std::string> neighbours(const TripleStore& graph, const std::string& iri,
                                    const Prefixes& prefixes) {
  const std::string_view space = namespace_of(iri);
  std::vector<std::string> names;
  for (TermId id = 0; id < graph.term_count(); ++id) {
    const Term term = graph.term(id);
    const bool beside = term.kind == TermKind::Iri && term.text.starts_with(space);
    if (beside) names.push_back(prefixes.shorten(term.text));
  }
  return names;
}

/// Warns of names in a query that are not in the graph, which is the usual reason for missing
/// answers.
void warn_of_unknown_names(const TripleStore& graph, const Query& query, const Prefixes& prefixes,
                           Diagnostics& diagnostics) {
  constexpr std::size_t kMost = 1000;       // largest number of names that are shown
  constexpr std::size_t kMostNearest = 50;  // largest number for which the whole graph is searched
  for (const std::string& iri : query.names()) {
    const std::size_t found = diagnostics.items().size();
    if (found == kMost) return;
    if (graph.find_iri(iri) != kNoTerm) continue;
    const std::string name = prefixes.shorten(iri);
    const std::string nearest =
        found < kMostNearest ? did_you_mean(name, neighbours(graph, iri, prefixes)) : "";
    diagnostics.warning("query.name_unknown", {.file = graph.source()},
                        fmt::format("{} does not occur in the graph{}", name, nearest));
  }
}

void write_answers(const QueryResult& result, const Prefixes& prefixes, TableFormat format,
                   std::ostream& out) {
  if (format == TableFormat::Json) {
    write_json(result, out);
  } else if (format == TableFormat::Csv) {
    write_csv(result, out);
  } else {
    write_table(result, prefixes, out);
  }
}

/// Returns the label of a node: one without a language, otherwise in English, otherwise any.
TermId label_of(const TripleStore& graph, TermId node) {
  constexpr std::string_view kPreferred = "http://www.w3.org/2004/02/skos/core#prefLabel";
  const auto rank = [&graph](TermId label) {
    const std::string_view language = graph.term(label).language;
    return language.empty() ? 0 : language.starts_with("en") ? 1 : 2;
  };
  for (const std::string_view property : {rdf::kLabel, kPreferred}) {
    TermId best = kNoTerm;
    for (const Triple& t : graph.match({node, graph.find_iri(property), kAnyTerm})) {
      if (graph.term(t.object).kind != TermKind::Literal) continue;
      if (best == kNoTerm || rank(t.object) < rank(best)) best = t.object;
    }
    if (best != kNoTerm) return best;
  }
  return kNoTerm;
}

/// Adds a column of labels after each column whose nodes have labels.
void add_labels(const TripleStore& graph, QueryResult& result) {
  for (std::size_t k = result.columns.size(); k-- > 0;) {
    std::vector<TermId> labels;
    bool any = false;
    for (const std::vector<TermId>& row : result.rows) {
      const bool in_graph = row[k] < graph.term_count();
      labels.push_back(in_graph ? label_of(graph, row[k]) : kNoTerm);
      any = any || labels.back() != kNoTerm;
    }
    if (!any) continue;
    const auto place = static_cast<std::ptrdiff_t>(k) + 1;
    result.columns.insert(result.columns.begin() + place, result.columns[k] + "_label");
    for (std::size_t row = 0; row < labels.size(); ++row) {
      result.rows[row].insert(result.rows[row].begin() + place, labels[row]);
    }
  }
}

/// Writes yes or no; as JSON in the W3C's format.
void write_truth(bool yes, TableFormat format, std::ostream& out) {
  const char* word = yes ? "true" : "false";
  if (format == TableFormat::Json) {
    out << R"({"head": {}, "boolean": )" << word << "}\n";
  } else {
    out << word << '\n';
  }
}

/// Refuses a format of tables, because a graph is always written as Turtle.
void refuse_format(TableFormat format, const std::string& source) {
  if (format == TableFormat::Text) return;
  const std::string flag = format == TableFormat::Json ? "--json" : "--csv";
  throw InputError(
      "query.format", {source},
      "CONSTRUCT makes a graph, which is written as Turtle; remove " + flag + " or use SELECT");
}

/// Writes the graph with its inferred triples.
void write_graph(const TripleStore& graph, const QueryOptions& options, Session& session) {
  if (options.catalogue) session.files.add_input_folder(*options.catalogue, "--catalog");
  session.files.prepare();
  write_text_file(*options.write_graph, write_turtle(graph));
  session.messages.say(fmt::format("'{}' written: {}", options.write_graph->string(),
                                   counted(graph.size(), "triple")));
}

/// Reads the query, runs it and writes the result.
void answer(const TripleStore& graph, const Prefixes& prefixes, const QueryOptions& options,
            Session& session) {
  const std::string text = options.file ? read_text_file(*options.file) : options.query;
  const std::string source = options.file ? options.file->string() : "query";
  const Query query = parse_query(text, prefixes, source);
  if (query.form() == Query::Form::Construct) refuse_format(options.format, source);
  QueryResult result = run_query(graph, query);
  if (options.labels) add_labels(graph, result);
  Diagnostics diagnostics;
  warn_of_unknown_names(graph, query, prefixes, diagnostics);
  session.messages.show(diagnostics);
  std::ostream& out = options.format == TableFormat::Csv ? session.data : session.out;
  switch (query.form()) {
    case Query::Form::Ask:
      write_truth(result.yes, options.format, out);
      break;
    case Query::Form::Construct:
      out << write_turtle(result.made);
      session.messages.say(counted(result.made.size(), "triple"));
      break;
    case Query::Form::Select:
      write_answers(result, prefixes, options.format, out);
      session.messages.say(counted(result.rows.size(), "answer"));
      break;
  }
}

}  // namespace

int run_verb(const QueryOptions& options, Session& session) {
  const auto [graph, prefixes] = with_messages(session, [&options](Diagnostics& diagnostics) {
    return read_question_graph(options, diagnostics);
  });
  if (options.write_graph) write_graph(graph, options, session);
  if (!options.query.empty() || options.file) answer(graph, prefixes, options, session);
  return kDone;
}

}  // namespace hearth::apps
