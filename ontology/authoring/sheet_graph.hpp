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

/// Reads a folder of sheets, one CSV file per class, one row per thing, into a SAREF graph; the
/// things are `bldg:` and their id, in the namespace `iri`. Rules of the translation:
/// docs/sheets.md.
///
/// Everything wrong in the folder is one InputError: the codes of `read_sheet_rows`, and
/// `sheet.id_duplicate`, `sheet.id_unknown`, `sheet.target_class`, `sheet.not_a_flag`,
/// `sheet.class_unknown`. Warnings go to `diagnostics`.
TripleStore read_sheets(const std::filesystem::path& folder, const std::string& iri,
                        Diagnostics& diagnostics, const SheetTables& tables = sheet_tables());

/// Returns name and text of an empty sheet of each class: the header only.
std::vector<std::pair<std::string, std::string>> empty_sheets(
    const SheetTables& tables = sheet_tables());

/// Returns the reference of all sheets and columns, in Markdown.
std::string sheets_markdown(const SheetTables& tables = sheet_tables());

/// Returns an id as the end of an IRI: what may not be there is %-encoded.
std::string iri_part(std::string_view id);

}  // namespace hearth
