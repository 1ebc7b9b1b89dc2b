// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/data/json/json_document.hpp"
#include "hearth/ontology/rdf/prefixes.hpp"

namespace hearth {

/// What the cells of a column hold.
enum class ColumnKind {
  Number,    ///< a node with the number, its property and, where the header has one, its unit
  Integer,   ///< a literal
  Text,      ///< a literal
  Flag,      ///< true or false, a literal
  Relation,  ///< ids of other rows, `;` between them
  Class,     ///< the class of the row's thing, instead of the sheet's
};

struct SheetColumn {
  std::string name;               ///< as a new sheet's header has it
  std::vector<std::string> also;  ///< other names
  ColumnKind kind = ColumnKind::Text;
  std::string property;              ///< IRI; none for a class
  std::string part;                  ///< the part of the thing it is about, "" for the thing itself
  std::vector<std::string> targets;  ///< sheets a relation may point at, names of classes
  std::string class_prefix;          ///< prefix of those classes
  std::string unit;                  ///< what numbers are usually in, for people
  std::string meaning;               ///< for people
};

/// One file of a folder of sheets: a class, one row per thing.
struct Sheet {
  std::string name;
  std::string class_iri;
  std::string parent_iri;  ///< superclass written with a class of no official ontology; or ""
  std::vector<SheetColumn> columns;
  std::vector<std::pair<std::string, std::string>> adds;  ///< id and sheet of things it implies
};

/// The IRIs of the node that holds a number.
struct ValueTerms {
  std::string class_iri, node, number, property, unit;
};

/// The description of all sheets: data, in ontology/authoring/sheets.json.
struct SheetTables {
  Prefixes prefixes;
  std::vector<std::string> prefix_names;  ///< those of the file
  ValueTerms value;
  std::string part_of;  ///< property from a part to its thing
  std::vector<Sheet> sheets;

  /// Returns the sheet of that name, spelt as `plain_name` does; or nullptr.
  const Sheet* find(std::string_view name) const;
  std::vector<std::string> names() const;
};

/// Returns letters and digits in lower case: what is compared of the name of a sheet or a column.
std::string plain_name(std::string_view name);

/// Reads a description of sheets. Throws InputError with all that is wrong in it: the `json.*`
/// codes and `sheet.description` for names that represent nothing.
SheetTables read_sheet_tables(const JsonDocument& document);

/// Returns the built-in description.
const SheetTables& sheet_tables();

}  // namespace hearth
