// SPDX-License-Identifier: MIT
#include "hearth/apps/views/query_output.hpp"

#include <algorithm>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_text.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

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

/// A term as in Turtle, on one line.
std::string short_text(const TripleStore& graph, TermId id, const Prefixes& prefixes) {
  if (id == kNoTerm) return "-";
  const Term term = graph.term(id);
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

/// Characters of UTF-8 text, for the width of a column.
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

void append_csv(const TripleStore& graph, TermId id, std::string& row) {
  if (id == kNoTerm) return;
  const Term term = graph.term(id);
  const std::string text(term.text);
  append_csv_cell(row, term.kind == TermKind::Blank ? "_:" + text : text);
}

}  // namespace

std::string query_table(const TripleStore& graph, const QueryResult& result,
                        const Prefixes& prefixes) {
  std::vector<std::vector<std::string>> lines;
  lines.emplace_back();
  for (const std::string& column : result.columns) lines.front().push_back("?" + column);
  for (const std::vector<TermId>& row : result.rows) {
    std::vector<std::string>& line = lines.emplace_back();
    for (const TermId id : row) line.push_back(short_text(graph, id, prefixes));
  }
  std::vector<std::size_t> widths(result.columns.size(), 0);
  for (const std::vector<std::string>& line : lines) {
    for (std::size_t k = 0; k < line.size(); ++k) widths[k] = std::max(widths[k], width(line[k]));
  }
  std::string text;
  for (const std::vector<std::string>& line : lines) {
    for (std::size_t k = 0; k < line.size(); ++k) {
      text += line[k];
      if (k + 1 < line.size()) text.append(widths[k] - width(line[k]) + 2, ' ');
    }
    text += '\n';
  }
  return text;
}

std::string query_json(const TripleStore& graph, const QueryResult& result) {
  Json bindings = Json::array();
  for (const std::vector<TermId>& row : result.rows) {
    Json binding = Json::object();
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k] != kNoTerm) binding[result.columns[k]] = json_of(graph.term(row[k]));
    }
    bindings.push_back(std::move(binding));
  }
  Json json;
  json["head"]["vars"] = result.columns;
  json["results"]["bindings"] = std::move(bindings);
  return to_pretty_text(json);
}

std::string query_csv(const TripleStore& graph, const QueryResult& result) {
  std::string text;
  for (std::size_t k = 0; k < result.columns.size(); ++k) {
    text += (k == 0 ? "" : ",") + result.columns[k];
  }
  text += '\n';
  for (const std::vector<TermId>& row : result.rows) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (k > 0) text += ',';
      append_csv(graph, row[k], text);
    }
    text += '\n';
  }
  return text;
}

}  // namespace hearth::apps
