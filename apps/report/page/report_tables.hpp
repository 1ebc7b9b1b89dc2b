// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "hearth/apps/report/content/report_content.hpp"

namespace hearth::apps {

constexpr std::size_t kUnbroken = 24;  ///< letters of a word that stays on one line

/// Returns a text as HTML in which words of more than `unbroken` letters may break, but only
/// between the parts of identifiers, paths and addresses; dates never break.
std::string breakable(std::string_view text, std::size_t unbroken = kUnbroken);

/// Returns a table as HTML. Shown numbers are rounded; the title of a cell has full precision.
/// `kind` becomes a class of the element around the table, which the page's script looks for.
std::string table_html(const ReportTable& table, const std::string& kind);

/// Returns components with their ports and values as HTML: one article for each, `c0`, `c1` and so
/// on by position. Ports link to the articles of the components to which they are connected.
std::string components_html(const ReportGraph& graph);

/// Returns notes as a table, errors first, otherwise in their order.
std::string notes_html(const std::vector<ReportNote>& notes);

}  // namespace hearth::apps
