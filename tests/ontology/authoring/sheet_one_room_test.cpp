// SPDX-License-Identifier: MIT
// The one room that Twin4Build's users describe in a workbook, as sheets and back.
#include <algorithm>
#include <map>

#include <catch2/catch.hpp>

#include "hearth/data/text/text_file.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/tests/ontology/authoring/sheets_test.hpp"
#include "hearth/tests/ontology/graph_compare.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::sheet_one_room_test {
namespace {

/// Writes a graph as the sheets it could come from; only what a sheet has a column for.
class SheetWriter {
 public:
  SheetWriter(const TripleStore& store, std::string iri, char separator)
      : store_(store), iri_(std::move(iri)), separator_(separator) {}

  void write(test::SheetFolder& folder) const {
    for (const Sheet& sheet : sheet_tables().sheets) {
      const std::vector<std::string> ids = things(sheet);
      if (ids.empty() || sheet.name == "OutdoorEnvironment") continue;
      std::string text = "id";
      for (const SheetColumn& column : sheet.columns) text += separator_ + column.name;
      text += "\n";
      for (const std::string& id : ids) {
        text += id;
        for (const SheetColumn& column : sheet.columns) {
          const std::string cell = join(cells(id, column));
          text += separator_;
          text += cell.find(';') == cell.npos ? cell : '"' + cell + '"';
        }
        text += "\n";
      }
      folder.write(sheet.name + ".csv", text);
    }
  }

 private:
  static std::string join(const std::vector<std::string>& cells) {
    std::string text;
    for (const std::string& cell : cells) text += (text.empty() ? "" : ";") + cell;
    return text;
  }

  std::vector<TermId> objects(TermId subject, const std::string& predicate) const {
    std::vector<TermId> found;
    const TermId p = store_.find_iri(predicate);
    for (const Triple& t : store_.match({.subject = subject, .predicate = p})) {
      found.push_back(t.object);
    }
    return found;
  }
  TermId node(const std::string& id) const { return store_.find_iri(iri_ + id); }
  std::string text(TermId id) const { return std::string(store_.term(id).text); }

  std::vector<std::string> things(const Sheet& sheet) const {
    std::vector<std::string> classes = {sheet.class_iri};
    for (const SheetColumn& column : sheet.columns) {
      if (column.kind != ColumnKind::Class) continue;
      for (const std::string& name : column.targets) {
        classes.push_back(*sheet_tables().prefixes.expand(column.class_prefix + ":" + name));
      }
    }
    std::vector<std::string> ids;
    for (const std::string& iri : classes) {
      const TermId type = store_.find_iri(rdf::kType);
      for (const Triple& t : store_.match({.predicate = type, .object = store_.find_iri(iri)})) {
        const std::string id = text(t.subject).substr(iri_.size());
        if (!is_part(id, sheet)) ids.push_back(id);
      }
    }
    return ids;
  }

  bool is_part(const std::string& id, const Sheet& sheet) const {
    return std::any_of(sheet.columns.begin(), sheet.columns.end(), [&](const SheetColumn& column) {
      const std::string end = "_" + column.part;
      if (column.part.empty() || !id.ends_with(end)) return false;
      return node(id.substr(0, id.size() - end.size())) != kNoTerm;
    });
  }

  std::vector<std::string> cells(const std::string& id, const SheetColumn& column) const {
    const TermId subject = node(column.part.empty() ? id : id + "_" + column.part);
    std::vector<std::string> out;
    if (subject == kNoTerm) return out;
    if (column.kind == ColumnKind::Class) {
      const std::string iri = text(objects(subject, std::string(rdf::kType)).at(0));
      return {std::string(local_name(iri))};
    }
    if (column.kind == ColumnKind::Number) {
      const ValueTerms& value = sheet_tables().value;
      for (const TermId v : objects(subject, value.node)) {
        if (text(objects(v, value.property).at(0)) != column.property) continue;
        out.push_back(text(objects(v, value.number).at(0)));
        if (separator_ == ';') std::replace(out.back().begin(), out.back().end(), '.', ',');
      }
      return out;
    }
    for (const TermId object : objects(subject, column.property)) {
      const bool iri = store_.term(object).kind == TermKind::Iri;
      out.push_back(iri ? text(object).substr(iri_.size()) : text(object));
    }
    return out;
  }

  const TripleStore& store_;
  std::string iri_;
  char separator_;
};

TEST_CASE("the room of a workbook written as sheets gives the room's graph") {
  const auto file = test::shared_data("data/rdf/models/saref_one_room.ttl");
  if (!file) return;
  const std::string iri = "http://example.org/one_room#";
  Diagnostics diagnostics;
  const TripleStore expected = read_turtle(*file, diagnostics);
  for (const char separator : {',', ';'}) {
    test::SheetFolder folder;
    SheetWriter(expected, iri, separator).write(folder);
    INFO(read_text_file(folder.path() / "Sensor.csv"));
    INFO(folder.errors());
    const TripleStore found = folder.read(iri);
    CHECK(found.size() == expected.size());
    CHECK(test::same_graph(found, expected));
  }
}

}  // namespace
}  // namespace hearth::sheet_one_room_test
