// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/authoring/sheet_tables.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

inline constexpr std::string_view kSheetNamespace = "http://example.org/building#";

/// Reads a folder of sheets (one CSV file per class, one row per thing) into a SAREF graph. The IRI
/// of a thing is `bldg:` and its id, in the namespace `iri`. The rules of the translation are in
/// docs/sheets.md.
///
/// Throws one InputError with all problems of the folder: the codes of `read_sheet_rows`, and
/// `sheet.id_duplicate`, `sheet.id_unknown`, `sheet.target_class`, `sheet.not_a_flag`,
/// `sheet.class_unknown`. Adds warnings to `diagnostics`.
TripleStore read_sheets(const std::filesystem::path& folder, const std::string& iri,
                        Diagnostics& diagnostics, const SheetTables& tables = sheet_tables());

/// Returns name and text of an empty sheet, which has a header only, for each class.
std::vector<std::pair<std::string, std::string>> empty_sheets(
    const SheetTables& tables = sheet_tables());

/// Returns the reference of all sheets and columns, in Markdown.
std::string sheets_markdown(const SheetTables& tables = sheet_tables());

/// Returns an id as the end of an IRI: characters that are not allowed there are %-encoded.
std::string iri_part(std::string_view id);

}  // namespace hearth
