// SPDX-License-Identifier: MIT
#include "hearth/ontology/authoring/sheet_graph.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/authoring/sheet_rows.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth {
namespace {

constexpr std::string_view kLabel = "http://www.w3.org/2000/01/rdf-schema#label";
constexpr std::string_view kSubClassOf = "http://www.w3.org/2000/01/rdf-schema#subClassOf";

/// Returns a number as xsd:double, with a decimal point or exponent: `2689.0`.
std::string double_text(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == text.npos) text += ".0";
  return text;
}

std::optional<bool> read_flag(const std::string& text) {
  constexpr std::array<std::string_view, 4> kYes{"true", "yes", "1", "1.0"};
  constexpr std::array<std::string_view, 4> kNo{"false", "no", "0", "0.0"};
  const std::string lower = lower_case(text);
  if (std::find(kYes.begin(), kYes.end(), lower) != kYes.end()) return true;
  if (std::find(kNo.begin(), kNo.end(), lower) != kNo.end()) return false;
  return std::nullopt;
}

/// Splits `a; b` without surrounding blanks and empty parts.
std::vector<std::string> split_ids(const std::string& text) {
  std::vector<std::string> ids;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    const std::size_t first = text.find_first_not_of(" \t\r\n", begin);
    if (first < end) {
      const std::size_t last = text.find_last_not_of(" \t\r\n", end - 1);
      ids.push_back(text.substr(first, last - first + 1));
    }
    begin = end + 1;
  }
  return ids;
}

std::string text_of(const Where& where) { return fmt::format("{}:{}", where.file, where.line); }

class SheetGraph {
 public:
  SheetGraph(const SheetTables& tables, const std::string& iri, const std::string& folder,
             Diagnostics& diagnostics)
      : tables_(tables), iri_(iri), diagnostics_(diagnostics), builder_(folder) {
    for (const auto& [name, prefix_iri] : tables.prefixes.all()) builder_.prefix(name, prefix_iri);
    builder_.prefix("bldg", iri);
  }

  TripleStore build(const std::vector<SheetRow>& rows) {
    for (const SheetRow& row : rows) declare_row(row);
    for (const SheetRow& row : rows) declare_made(row);
    for (const SheetRow& row : rows) {
      if (diagnostics_.full()) break;
      for (const SheetCell& cell : row.cells) write_cell(row, cell);
    }
    return std::move(builder_).build();
  }

 private:
  /// A thing to which relations may refer.
  struct Thing {
    const Sheet* sheet = nullptr;
    Where where;
    std::string whole;  ///< for a part: the id of its thing
  };

  TermId node(std::string_view id) { return builder_.iri(iri_ + iri_part(id)); }
  void add(TermId subject, std::string_view predicate, TermId object) {
    builder_.add({subject, builder_.iri(predicate), object});
  }
  void add_class(std::string_view id, std::string_view class_iri) {
    add(node(id), rdf::kType, builder_.iri(class_iri));
  }

  /// Registers a thing; returns false if its id is already in use.
  bool declare(const std::string& id, const Sheet& sheet, const Where& where,
               const std::string& whole = {}) {
    const auto [found, is_new] = things_.emplace(id, Thing{&sheet, where, whole});
    if (is_new) return true;
    const Thing& other = found->second;
    diagnostics_.error(
        "sheet.id_duplicate", where,
        fmt::format("the id '{}' is also used at {}{}", id, text_of(other.where),
                    whole.empty() ? "" : fmt::format(" (here: part of '{}')", whole)));
    return false;
  }

  void declare_row(const SheetRow& row) {
    if (!declare(row.id, *row.sheet, row.where)) return;
    if (!has_class(row)) add_class(row.id, row.sheet->class_iri);
    if (iri_part(row.id) != row.id) add(node(row.id), kLabel, builder_.literal(row.id));
    if (!row.sheet->parent_iri.empty()) {
      add(builder_.iri(row.sheet->class_iri), kSubClassOf, builder_.iri(row.sheet->parent_iri));
    }
  }

  static bool has_class(const SheetRow& row) {
    return std::any_of(row.cells.begin(), row.cells.end(), [](const SheetCell& cell) {
      return cell.column->kind == ColumnKind::Class;
    });
  }

  /// Registers the things that rows imply: things of their sheet without a row, and parts, which
  /// are written when they are used.
  void declare_made(const SheetRow& row) {
    for (const auto& [id, name] : row.sheet->adds) {
      const Sheet* sheet = tables_.find(name);
      const auto [found, is_new] = things_.emplace(id, Thing{sheet, row.where, {}});
      if (is_new) {
        add_class(id, sheet->class_iri);
      } else if (found->second.sheet != sheet) {
        diagnostics_.error(
            "sheet.id_duplicate", found->second.where,
            fmt::format("the id '{}' is already used for the {} of the building", id, name));
      }
    }
    std::set<std::string> parts;
    for (const SheetColumn& column : row.sheet->columns) {
      if (!column.part.empty()) parts.insert(column.part);
    }
    for (const std::string& part : parts) {
      declare(row.id + "_" + part, *row.sheet, row.where, row.id);
    }
  }

  /// Returns the node of a thing; for a part, writes its triples.
  TermId used_node(const std::string& id, const Thing& thing) {
    if (!thing.whole.empty()) {
      add_class(id, thing.sheet->class_iri);
      add(node(id), tables_.part_of, node(thing.whole));
    }
    return node(id);
  }

  void write_cell(const SheetRow& row, const SheetCell& cell) {
    switch (cell.column->kind) {
      case ColumnKind::Number:
        return write_number(row, cell);
      case ColumnKind::Integer:
        return add(node(row.id), cell.column->property,
                   builder_.literal(fmt::format("{:.0f}", *cell.number), xsd::kInteger));
      case ColumnKind::Text:
        return add(node(row.id), cell.column->property, builder_.literal(cell.text));
      case ColumnKind::Flag:
        return write_flag(row, cell);
      case ColumnKind::Relation:
        return write_relation(row, cell);
      case ColumnKind::Class:
        return write_class(row, cell);
    }
  }

  void write_number(const SheetRow& row, const SheetCell& cell) {
    const std::string id = row.id + "_" + cell.column->name + "_value";
    if (const auto taken = things_.find(id); taken != things_.end()) {
      diagnostics_.error(
          "sheet.id_duplicate", taken->second.where,
          fmt::format("the id '{}' is already used for the number at {}", id, text_of(cell.where)));
      return;
    }
    const ValueTerms& terms = tables_.value;
    const TermId value = node(id);
    add(node(row.id), terms.node, value);
    add(value, rdf::kType, builder_.iri(terms.class_iri));
    add(value, terms.number, builder_.literal(double_text(*cell.number), xsd::kDouble));
    add(value, terms.property, builder_.iri(cell.column->property));
    if (!cell.unit.empty()) add(value, terms.unit, builder_.literal(cell.unit));
  }

  void write_flag(const SheetRow& row, const SheetCell& cell) {
    const std::optional<bool> flag = read_flag(cell.text);
    if (!flag) {
      diagnostics_.error(
          "sheet.not_a_flag", cell.where,
          fmt::format("'{}' is neither true nor false; write one of these", cell.text));
      return;
    }
    add(node(row.id), cell.column->property,
        builder_.literal(*flag ? "true" : "false", xsd::kBoolean));
  }

  void write_relation(const SheetRow& row, const SheetCell& cell) {
    const std::string& part = cell.column->part;
    for (const std::string& id : split_ids(cell.text)) {
      const auto target = things_.find(id);
      if (target == things_.end()) {
        diagnostics_.error("sheet.id_unknown", cell.where,
                           fmt::format("no sheet has the id '{}'{}", id, near_id(id)));
        continue;
      }
      const Thing& thing = target->second;
      const std::vector<std::string>& fitting = cell.column->targets;
      if (std::find(fitting.begin(), fitting.end(), thing.sheet->name) == fitting.end()) {
        diagnostics_.error(
            "sheet.target_class", cell.where,
            fmt::format("'{}' is in sheet {} ({}), expected a row of {}", id, thing.sheet->name,
                        text_of(thing.where), listed(fitting, fitting.size())));
        continue;
      }
      const std::string subject = part.empty() ? row.id : row.id + "_" + part;
      const auto own = things_.find(subject);
      if (own == things_.end()) continue;  // its id was already in use, which has been reported
      add(used_node(subject, own->second), cell.column->property, used_node(id, thing));
    }
  }

  /// Returns a hint at the nearest id; none after a very large number of ids has been compared.
  std::string near_id(const std::string& id) {
    constexpr std::size_t kMostCompared = 5'000'000;  // takes some seconds
    if (diagnostics_.full() || compared_ > kMostCompared) return "";
    if (ids_.empty()) {
      for (const auto& [name, thing] : things_) ids_.push_back(name);
    }
    compared_ += ids_.size();
    return did_you_mean(id, ids_);
  }

  void write_class(const SheetRow& row, const SheetCell& cell) {
    const std::string& text = cell.text;
    const std::string local = text.substr(std::min(text.find(':'), text.size() - 1) + 1);
    if (const auto iri = tables_.prefixes.expand(text); iri && iri_part(local) == local) {
      return add_class(row.id, *iri);
    }
    const std::vector<std::string>& known = cell.column->targets;
    const auto found = std::find_if(known.begin(), known.end(), [&cell](const std::string& name) {
      return plain_name(name) == plain_name(cell.text);
    });
    if (found == known.end()) {
      diagnostics_.error(
          "sheet.class_unknown", cell.where,
          fmt::format("the class '{}' is not known{} (other classes need a prefix: {}:Name)", text,
                      expected_name(text, known), cell.column->class_prefix));
      return;
    }
    add_class(row.id, *tables_.prefixes.expand(cell.column->class_prefix + ":" + *found));
  }

  const SheetTables& tables_;
  std::string iri_;
  Diagnostics& diagnostics_;
  TripleStoreBuilder builder_;
  std::map<std::string, Thing> things_;
  std::vector<std::string> ids_;  // ids of all things, collected when the first is looked up
  std::size_t compared_ = 0;
};

}  // namespace

std::string iri_part(std::string_view id) {
  std::string part;
  for (const char c : id) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte >= 0x80 || std::isalnum(byte) != 0 ||
                       std::string_view("-._~!$&'()*+,=:@").find(c) != std::string_view::npos;
    part += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return part;
}

TripleStore read_sheets(const std::filesystem::path& folder, const std::string& iri,
                        Diagnostics& diagnostics, const SheetTables& tables) {
  Diagnostics found;
  const std::vector<SheetRow> rows = read_sheet_rows(folder, tables, found);
  TripleStore store = SheetGraph(tables, iri, folder.string(), found).build(rows);
  if (found.has_errors()) throw InputError(found);
  diagnostics.append(found);
  return store;
}

}  // namespace hearth
