// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/json/json_document.hpp"
#include "hearth/data/results/state_file.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/data/weather/weather_file.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/mapping/file/mapping_reader.hpp"
#include "hearth/ontology/model_files/model_json.hpp"
#include "hearth/ontology/patterns/pattern.hpp"
#include "hearth/ontology/queries/query.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/rdf/turtle_writer.hpp"
#include "hearth/tests/fuzz/commands/recipes.hpp"
#include "hearth/tests/fuzz/engine/texts.hpp"
#include "hearth/tests/fuzz/readers/expect.hpp"
#include "hearth/tests/fuzz/targets.hpp"

namespace hearth::fuzz {
namespace {

/// A text is read completely or not at all, and what was read is written and read back the same.
bool read_any_turtle(std::string_view text) {
  Diagnostics diagnostics;
  TripleStore store;
  const bool accepted = accepts(
      [&] { store = read_turtle_text(text, "text.ttl", diagnostics, "http://example.org/base"); });
  expect(!diagnostics.has_errors(), "errors in the diagnostics of a text that was not refused");
  if (!accepted) {
    expect(store.empty(), "triples of a text that was refused");
    return false;
  }
  std::string written;
  if (!accepts([&] { written = write_turtle(store); }))
    return true;  // an IRI that cannot be written
  const TripleStore again = read_turtle_text(written, "written.ttl");
  expect(again.size() == store.size(), "a graph that was written reads back differently");
  expect(write_turtle(again) == written, "a graph is not written as it was before");
  return true;
}

/// Lines that begin with a variable are triples of one pattern, the others are paths.
bool read_any_pattern(std::string_view text) {
  Prefixes prefixes;
  prefixes.set("ex", "http://example.org/");
  Diagnostics diagnostics;
  std::vector<std::string> triples;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.starts_with("?")) {
      triples.emplace_back(line);
    } else {
      parse_path(line, prefixes, {.file = "path"}, diagnostics);
    }
  }
  GraphPattern pattern;
  add_triples(pattern, triples, prefixes, {.file = "triples"}, diagnostics);
  const auto named = [&pattern](int v) { return v < static_cast<int>(pattern.variables.size()); };
  for (const PatternStep& step : pattern.steps) {
    expect(named(step.subject.variable) && named(step.object.variable), "a variable without name");
  }
  for (const PatternName& name : pattern.names) {
    expect(named(name.variable) && !name.phrases.empty(), "a condition without variable or words");
  }
  return !diagnostics.has_errors();
}

bool read_any_mapping(std::string_view text) {
  std::size_t count = 0;
  Diagnostics diagnostics;
  const bool accepted = accepts([&] {
    MappingReader reader(standard_components());
    reader.add_text(text, "text.json");
    count = reader.read(diagnostics).size();
  });
  expect(!diagnostics.has_errors(), "errors in the diagnostics of a text that was not refused");
  expect(!accepted || count == 1, "not one mapping of one text");
  return accepted;
}

bool read_any_json(std::string_view text) {
  return accepts([&] {
    const JsonDocument document = JsonDocument::parse(text, "text.json");
    const std::string written = to_text(document.root());
    expect(to_text(JsonDocument::parse(written, "written.json").root()) == written,
           "a value that was written reads back differently");
  });
}

bool read_any_csv(std::string_view text) {
  return accepts([&] {
    const CsvTable table = CsvTable::parse(std::string(text), "text.csv");
    for (int column = 0; column < static_cast<int>(table.columns().size()); ++column) {
      for (long row = 0; row < table.rows(); ++row) {
        (void)table.number(row, column);
        expect(table.line(row) > table.header_line(), "a row above the header");
      }
    }
  });
}

/// A query to a small graph; what is read is asked.
bool read_any_query(std::string_view text) {
  static const TripleStore graph = read_turtle_text(
      "@prefix ex: <http://example.org/> . ex:a ex:p ex:b, ex:c ; ex:q 1 . ex:b ex:p ex:a, _:x .",
      "graph.ttl");
  Prefixes prefixes;
  prefixes.set("ex", "http://example.org/");
  prefixes.set("brick", "http://example.org/");
  return accepts(
      [&] {
        const Query query = parse_query(text, prefixes, "text.rq");
        const QueryResult result = run_query(graph, query);
        for (const auto& row : result.rows) {
          expect(row.size() == result.columns.size(), "a row of another width");
          for (const TermId id : row) {
            if (id != kNoTerm) (void)result.term(id);
          }
        }
        if (!result.made.empty()) {
          const TripleStore again = read_turtle_text(write_turtle(result.made), "made.ttl");
          expect(again.size() == result.made.size(), "a made graph reads back differently");
        }
      },
      "text.rq");
}

/// What is read is written and read back the same, unless it holds what no file can.
bool read_any_model(std::string_view text) {
  Diagnostics notes;
  SimulationModel model;
  const auto read = [&notes](std::string_view from) {
    return parse_model_json(from, "text.hearth.json", standard_components(), notes);
  };
  if (!accepts([&] { model = read(text); }, "text.hearth.json")) return false;
  std::string written;
  try {
    written = write_model_json(model);
  } catch (const ModelError&) {
    return true;
  }
  expect(write_model_json(read(written)) == written, "a model is not written as it was before");
  return true;
}

bool read_any_state(std::string_view text) {
  return accepts(
      [&] {
        const std::string written = state_json(parse_state_json(std::string(text), "text.json"));
        expect(state_json(parse_state_json(written, "written.json")) == written,
               "a state that was written reads back differently");
      },
      "text.json");
}

/// The first byte chooses the format, which is otherwise that of the ending.
bool read_any_weather(std::string_view text) {
  const char* file = text.starts_with("LOC") ? "text.epw" : "text.tmy";
  return accepts(
      [&] {
        const WeatherFile weather = parse_weather(*made_file(file, text), file);
        const auto rows = static_cast<std::size_t>(WeatherFile::kDays * weather.per_day());
        for (const auto& column : weather.values) {
          expect(column.empty() || column.size() == rows, "a column without all rows");
        }
      },
      file);
}

Target text_target(const std::string& name, bool (*read)(std::string_view),
                   std::vector<std::string> tokens) {
  return {{texts_below("seeds/" + name), std::move(tokens)},
          [read](std::string_view text, std::uint64_t) { return read(text); }};
}

}  // namespace

Target turtle_target() {
  return text_target("turtle", read_any_turtle,
                     {"@prefix ",
                      "PREFIX ",
                      "@base ",
                      "<",
                      ">",
                      "\"",
                      "\"\"\"",
                      "'''",
                      "\\u0000",
                      "\\UFFFFFFFF",
                      "\\uD800",
                      "\\n",
                      "^^",
                      "@en",
                      "[",
                      "]",
                      "(",
                      ")",
                      " . ",
                      " ; ",
                      ",",
                      "_:a",
                      "ex:",
                      "%41",
                      "true",
                      "1e400",
                      "-.5",
                      "\xef\xbb\xbf",
                      "\xf4\x90\x80\x80",
                      "\xc0",
                      "#",
                      std::string(1, '\0'),
                      "\r\n",
                      "a",
                      "[]",
                      "()",
                      "<<",
                      "{",
                      "}"});
}

Target pattern_target() {
  return text_target("pattern", read_any_pattern,
                     {"?a", "?", "a",  "ex:", "ex:p", "no:p", "<",   ">",   "<urn:x>", "^",
                      "/",  "|", "+",  "*",   "(",    ")",    "\"",  "\\",  "true",    "1e9",
                      "!=", " ", "\t", "\n",  "((((", "^^",   "@en", "\xc3"});
}

Target mapping_target() {
  return text_target("mapping", read_any_mapping,
                     {"{",
                      "}",
                      "[",
                      "]",
                      ",",
                      ":",
                      "\"",
                      "\"rules\": ",
                      "\"?v\"",
                      "\"?v.x\"",
                      "\"when\": ",
                      "\"bind\": ",
                      "\"groups\": ",
                      "\"connect\": ",
                      "\"count\": ",
                      "\"..\"",
                      "[]",
                      "->",
                      "@",
                      "{v}",
                      "null",
                      "-1",
                      "1e999",
                      "\"3 kW\"",
                      "\"prefixes\": ",
                      "\"x\": ",
                      "?",
                      "^",
                      "+"});
}

Target json_target() {
  return text_target("json", read_any_json,
                     {"{",
                      "}",
                      "[",
                      "]",
                      ",",
                      ":",
                      "\"",
                      "null",
                      "true",
                      "1e999",
                      "-0",
                      "\\u0000",
                      "\\ud800",
                      "//",
                      "/*",
                      "*/",
                      "\xef\xbb\xbf",
                      "\n",
                      std::string(1, '\0'),
                      "[[[[[[[[",
                      "{\"a\":"});
}

Target csv_target() {
  return text_target(
      "csv", read_any_csv,
      {",", ";", "\"", "\"\"", "\n", "\r", "\r\n", "#", "# unit: K", "NaN", "1,5", "1.5",
       "\xef\xbb\xbf", "\xff\xfe", "PK\x03\x04", "<", std::string(1, '\0'), "2024-01-01"});
}

Target query_target() {
  return text_target("query", read_any_query,
                     {"SELECT ",
                      "DISTINCT ",
                      "*",
                      "?a",
                      " WHERE { ",
                      "}",
                      "{",
                      "OPTIONAL { ",
                      "FILTER NOT EXISTS { ",
                      "MINUS { ",
                      "FILTER(?a != ?b)",
                      "UNION { ",
                      "ASK { ",
                      "CONSTRUCT { ",
                      "BIND(",
                      " AS ?c)",
                      "VALUES (?a ?b) { (UNDEF 1) }",
                      "FILTER(",
                      "FILTER EXISTS { ",
                      "(COUNT(DISTINCT ?a) AS ?n)",
                      "(GROUP_CONCAT(?b; SEPARATOR=\"\") AS ?t)",
                      "GROUP BY ?a ",
                      "HAVING(SUM(?b) > 1)",
                      "regex(STR(?a), \"(a+)+$\", \"i\")",
                      "REPLACE(STR(?a), \"b\", \"$0$0\")",
                      "COALESCE(",
                      "IF(",
                      " IN (1, ?b)",
                      " && ",
                      " || ",
                      "!",
                      " <= ",
                      " / ",
                      "-",
                      "1e999",
                      "99999999999999999999999999999999999999",
                      "{ SELECT ?a { ",
                      "ORDER BY ",
                      "DESC(?a)",
                      "LIMIT 1",
                      "OFFSET 18446744073709551616",
                      "PREFIX ex: <urn:x>",
                      " . ",
                      " ; ",
                      ",",
                      "^",
                      "/",
                      "|",
                      "+",
                      "*",
                      "?",
                      "(",
                      ")",
                      "ex:p",
                      "a",
                      "_:x",
                      "\"x\"@en",
                      "#",
                      "<",
                      ">"});
}

Target model_text_target() {
  return text_target(
      "model", read_any_model,
      {"{", "}", "[", "]", ",", ":", "\"type\": ", "\"config\": ", "\"parameters\": ",
       "\"composites\": ", "\"rules\": ", "\"file\": ", "null", "//", "->", ".", "[a]"});
}

Target state_text_target() {
  return text_target("state", read_any_state, {"{", "}", "[", "]", ",", "null", "1e999", "\"\""});
}

Target weather_text_target() {
  return text_target("weather", read_any_weather,
                     {",", "\n", "!year\n", "LOCATION,", "DATA PERIODS,", "DESIGN CONDITIONS,1,",
                      "99999999", "-1", "\r"});
}

}  // namespace hearth::fuzz
