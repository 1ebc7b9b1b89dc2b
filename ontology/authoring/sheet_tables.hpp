// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/data/json/json_document.hpp"
#include "hearth/ontology/rdf/prefixes.hpp"

namespace hearth {

/// The content of the cells of a column.
enum class ColumnKind {
  Number,    ///< a node with the number, its property and the unit of the header, if there is one
  Integer,   ///< a literal
  Text,      ///< a literal
  Flag,      ///< true or false, a literal
  Relation,  ///< ids of other rows, separated by `;`
  Class,     ///< class of the thing in the row, which replaces the class of the sheet
};

/// The description of one column of a sheet.
struct SheetColumn {
  std::string name;               ///< as in the header of a new sheet
  std::vector<std::string> also;  ///< alternative names
  ColumnKind kind = ColumnKind::Text;
  std::string property;  ///< IRI; "" for a class
  std::string part;      ///< part of the thing that the column describes, "" for the thing itself
  std::vector<std::string> targets;  ///< names of the classes whose sheets a relation may refer to
  std::string class_prefix;          ///< prefix of those classes
  std::string unit;                  ///< usual unit of the numbers, for readers
  std::string meaning;               ///< explanation for readers
};

/// One file of a folder of sheets: a class, one row per thing.
struct Sheet {
  std::string name;
  std::string class_iri;
  /// Superclass that is written for a class outside official ontologies, or "".
  std::string parent_iri;
  std::vector<SheetColumn> columns;
  /// Id and sheet of further things that are added with each thing of the sheet.
  std::vector<std::pair<std::string, std::string>> adds;
};

/// The IRIs of a node that contains a number.
struct ValueTerms {
  std::string class_iri, node, number, property, unit;
};

/// The description of all sheets: data, in ontology/authoring/sheets.json.
struct SheetTables {
  Prefixes prefixes;
  std::vector<std::string> prefix_names;  ///< prefixes of the file
  ValueTerms value;
  std::string part_of;  ///< property from a part to its thing
  std::vector<Sheet> sheets;

  /// Returns the sheet with that name, compared by `plain_name`; or nullptr.
  const Sheet* find(std::string_view name) const;
  std::vector<std::string> names() const;
};

/// Returns letters and digits in lower case, by which names of sheets and columns are compared.
std::string plain_name(std::string_view name);

/// Reads a description of sheets. Throws InputError with all problems: the `json.*` codes, and
/// `sheet.description` for names that are not defined.
SheetTables read_sheet_tables(const JsonDocument& document);

/// Returns the built-in description.
const SheetTables& sheet_tables();

}  // namespace hearth
