// SPDX-License-Identifier: MIT
#include "hearth/ontology/authoring/sheet_tables.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/suggestions.hpp"

namespace hearth {
namespace embedded {
std::string_view sheet_descriptions(std::string_view name);
}

namespace {

constexpr std::array<std::pair<std::string_view, ColumnKind>, 6> kKinds{
    {{"number", ColumnKind::Number},
     {"integer", ColumnKind::Integer},
     {"text", ColumnKind::Text},
     {"flag", ColumnKind::Flag},
     {"relation", ColumnKind::Relation},
     {"class", ColumnKind::Class}}};

class TablesReader {
 public:
  explicit TablesReader(const JsonDocument& document) : root_(document.root()) {}

  SheetTables read() {
    check_keys(root_, {"prefixes", "value", "partOf", "columns", "sheets"}, errors_);
    for_members(root_, "prefixes", [this](const JsonNode& node) {
      tables_.prefixes.set(node.key(), text(node));
      tables_.prefix_names.push_back(node.key());
    });
    read_terms();
    for_members(root_, "columns", [this](const JsonNode& node) { read_column(node); });
    for_members(root_, "sheets", [this](const JsonNode& node) { read_sheet(node); });
    for_members(root_, "sheets", [this](const JsonNode& node) { check_names(node); });
    if (errors_.has_errors()) throw InputError(errors_);
    return std::move(tables_);
  }

 private:
  template <class Take>
  void for_members(const JsonNode& object, std::string_view key, Take take) {
    const auto members = require_member(object, key, errors_);
    if (!members || !require_object(*members, errors_)) return;
    for (const JsonNode node : members->members()) take(node);
  }

  void fail(const JsonNode& node, const std::string& message) {
    errors_.error("sheet.description", node.where(), message);
  }

  std::string text(const JsonNode& node) {
    if (node.is(JsonKind::String)) return node.string();
    wrong_type(node, "a string", errors_);
    return {};
  }
  std::string text_of(const JsonNode& object, std::string_view key) {
    const auto member = object.find(key);
    return member ? text(*member) : std::string();
  }
  std::vector<std::string> texts_of(const JsonNode& object, std::string_view key) {
    std::vector<std::string> out;
    const auto member = object.find(key);
    if (!member || !require_array(*member, errors_)) return out;
    for (const JsonNode node : member->elements()) out.push_back(text(node));
    return out;
  }

  /// Returns the IRI of a prefixed name; "" if the key is missing.
  std::string iri_of(const JsonNode& object, std::string_view key) {
    const auto member = object.find(key);
    if (!member) return {};
    const std::string name = text(*member);
    const auto iri = tables_.prefixes.expand(name);
    if (!iri) fail(*member, fmt::format("'{}' has no known prefix", name));
    return iri.value_or("");
  }

  void read_terms() {
    tables_.part_of = iri_of(root_, "partOf");
    const auto value = require_member(root_, "value", errors_);
    if (!value || !require_object(*value, errors_)) return;
    check_keys(*value, {"class", "node", "number", "property", "unit"}, errors_);
    tables_.value = {iri_of(*value, "class"), iri_of(*value, "node"), iri_of(*value, "number"),
                     iri_of(*value, "property"), iri_of(*value, "unit")};
  }

  void read_column(const JsonNode& node) {
    if (!require_object(node, errors_)) return;
    check_keys(node, {"kind", "property", "also", "to", "namespace", "unit", "means"}, errors_);
    SheetColumn column;
    column.name = node.key();
    column.also = texts_of(node, "also");
    column.property = iri_of(node, "property");
    column.targets = texts_of(node, "to");
    column.class_prefix = text_of(node, "namespace");
    column.unit = text_of(node, "unit");
    column.meaning = text_of(node, "means");
    const std::string kind = text_of(node, "kind");
    const auto found = std::find_if(kKinds.begin(), kKinds.end(),
                                    [&kind](const auto& entry) { return entry.first == kind; });
    if (found == kKinds.end()) {
      std::vector<std::string> known;
      for (const auto& entry : kKinds) known.emplace_back(entry.first);
      fail(node, fmt::format("the kind '{}' is not known{}", kind, expected_name(kind, known)));
      return;
    }
    column.kind = found->second;
    if (column.kind != ColumnKind::Class && column.property.empty()) {
      fail(node, "the column has no 'property'");
    }
    columns_.push_back(std::move(column));
  }

  void read_sheet(const JsonNode& node) {
    if (!require_object(node, errors_)) return;
    check_keys(node, {"class", "subClassOf", "adds", "columns"}, errors_);
    Sheet sheet;
    sheet.name = node.key();
    sheet.class_iri = iri_of(node, "class");
    if (sheet.class_iri.empty()) fail(node, "the sheet has no 'class'");
    sheet.parent_iri = iri_of(node, "subClassOf");
    if (node.find("adds")) {
      for_members(node, "adds", [&](const JsonNode& added) {
        sheet.adds.emplace_back(added.key(), text(added));
      });
    }
    const auto columns = require_member(node, "columns", errors_);
    if (columns && require_array(*columns, errors_)) {
      for (const JsonNode entry : columns->elements()) add_column(entry, sheet);
    }
    tables_.sheets.push_back(std::move(sheet));
  }

  /// Adds a column of a sheet: its name, or an object with another name for it.
  void add_column(const JsonNode& node, Sheet& sheet) {
    const bool renamed = node.is(JsonKind::Object);
    if (renamed) check_keys(node, {"name", "like", "part"}, errors_);
    const std::string like = renamed ? text_of(node, "like") : text(node);
    std::vector<std::string> known;
    for (const SheetColumn& column : columns_) {
      known.push_back(column.name);
      if (column.name != like) continue;
      sheet.columns.push_back(column);
      if (!renamed) return;
      sheet.columns.back().name = text_of(node, "name");
      sheet.columns.back().part = text_of(node, "part");
      return;
    }
    fail(node, fmt::format("no column '{}'{}", like, expected_name(like, known)));
  }

  /// Checks that the sheets of relations and implied things exist.
  void check_names(const JsonNode& node) {
    const Sheet* sheet = tables_.find(node.key());
    if (sheet == nullptr) return;
    std::vector<std::string> named;
    for (const auto& [id, name] : sheet->adds) named.push_back(name);
    for (const SheetColumn& column : sheet->columns) {
      if (column.kind != ColumnKind::Relation) continue;
      named.insert(named.end(), column.targets.begin(), column.targets.end());
    }
    for (const std::string& name : named) {
      if (tables_.find(name) != nullptr) continue;
      fail(node, fmt::format("no sheet '{}'{}", name, expected_name(name, tables_.names())));
    }
  }

  JsonNode root_;
  SheetTables tables_;
  std::vector<SheetColumn> columns_;
  Diagnostics errors_;
};

}  // namespace

std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) plain += c;
    if (byte < 0x80 && std::isalnum(byte) != 0) plain += static_cast<char>(std::tolower(byte));
  }
  return plain;
}

const Sheet* SheetTables::find(std::string_view name) const {
  const std::string plain = plain_name(name);
  for (const Sheet& sheet : sheets) {
    if (plain_name(sheet.name) == plain) return &sheet;
  }
  return nullptr;
}

std::vector<std::string> SheetTables::names() const {
  std::vector<std::string> names;
  for (const Sheet& sheet : sheets) names.push_back(sheet.name);
  return names;
}

SheetTables read_sheet_tables(const JsonDocument& document) {
  return TablesReader(document).read();
}

const SheetTables& sheet_tables() {
  static const SheetTables tables =
      read_sheet_tables(JsonDocument::parse(embedded::sheet_descriptions("sheets"), "sheets.json"));
  return tables;
}

}  // namespace hearth
