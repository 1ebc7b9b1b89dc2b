// SPDX-License-Identifier: MIT
#include "hearth/tests/fuzz/targets.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/json/json_document.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/mapping/file/mapping_reader.hpp"
#include "hearth/ontology/patterns/pattern.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/rdf/turtle_writer.hpp"

namespace hearth::fuzz {
namespace {

constexpr std::uintmax_t kLargestSeed = 8192;  // bytes

/// The files of a folder with that ending, by name; none where the folder is absent.
std::vector<std::string> texts_of(const std::filesystem::path& folder, const std::string& ending) {
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() != ending || entry.file_size() > kLargestSeed) continue;
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const auto& file : files) texts.push_back(read_text_file(file));
  return texts;
}

std::vector<std::string> own_seeds(const std::string& ending) {
  return texts_of(std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/fuzz/seeds", ending);
}

/// Runs a reader; returns whether it accepted the text. An error has to say what is wrong.
template <class Read>
bool accepts(const Read& read) {
  try {
    read();
    return true;
  } catch (const InputError& error) {
    const auto& items = error.diagnostics().items();
    if (!error.diagnostics().has_errors() || items.front().code.empty()) {
      throw std::logic_error("an error without a message");
    }
    return false;
  }
}

void expect(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

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
  if (!accepts([&] { written = write_turtle(store); })) return true;  // an IRI nobody can write
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

}  // namespace

Target turtle_target() {
  std::vector<std::string> seeds = own_seeds(".ttl");
  if (const char* shared = std::getenv("HEARTH_SHARED")) {
    const auto more = texts_of(std::filesystem::path(shared) / "data/rdf/w3c", ".ttl");
    seeds.insert(seeds.end(), more.begin(), more.end());
  }
  return {"turtle",
          read_any_turtle,
          std::move(seeds),
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
           "}"}};
}

Target pattern_target() {
  return {"pattern",
          read_any_pattern,
          own_seeds(".pattern"),
          {"?a", "?", "a",  "ex:", "ex:p", "no:p", "<",   ">",   "<urn:x>", "^",
           "/",  "|", "+",  "*",   "(",    ")",    "\"",  "\\",  "true",    "1e9",
           "!=", " ", "\t", "\n",  "((((", "^^",   "@en", "\xc3"}};
}

Target mapping_target() {
  return {"mapping",
          read_any_mapping,
          own_seeds(".mapping"),
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
           "+"}};
}

Target json_target() {
  return {"json",
          read_any_json,
          own_seeds(".json"),
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
           "{\"a\":"}};
}

Target csv_target() {
  return {"csv",
          read_any_csv,
          own_seeds(".csv"),
          {",", ";", "\"", "\"\"", "\n", "\r", "\r\n", "#", "# unit: K", "NaN", "1,5", "1.5",
           "\xef\xbb\xbf", "\xff\xfe", "PK\x03\x04", "<", std::string(1, '\0'), "2024-01-01"}};
}

std::vector<Target> all_targets() {
  return {turtle_target(), pattern_target(), mapping_target(), json_target(), csv_target()};
}

}  // namespace hearth::fuzz
