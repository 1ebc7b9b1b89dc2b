// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/apps/report/content/report_content.hpp"

namespace hearth::apps {

/// Returns a table as HTML; numbers rounded for reading, their full text in the cell's title.
/// `kind` becomes a class of the element around it, which the page's script looks for.
std::string table_html(const ReportTable& table, const std::string& kind);

/// Returns components with their ports and values as HTML: one article each, `c0`, `c1` and so on
/// by position, ports linked to the articles of what they are connected to.
std::string components_html(const ReportGraph& graph);

/// Returns notes as a table, errors first; the order within a severity stays.
std::string notes_html(const std::vector<ReportNote>& notes);

}  // namespace hearth::apps
