// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/apps/report/content/json_members.hpp"
#include "hearth/apps/report/content/path_text.hpp"
#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/inputs/result_file.hpp"

namespace hearth::apps {

/// Returns from what results were made: commands, versions, input files and whether these still
/// have the content they had. One that has changed is a warning.
std::vector<ReportTable> provenance_tables(const std::vector<ResultFile>& results,
                                           const PathText& paths, Diagnostics& diagnostics);

/// Returns messages, each once, errors first.
std::vector<ReportNote> report_notes(const Diagnostics& diagnostics, const PathText& paths);

/// Returns what an import report of `hearth translate` found.
std::vector<ReportNote> import_notes(const Json& report, const PathText& paths);
/// Returns how much of a graph was understood.
std::vector<ReportFact> import_facts(const Json& report);

}  // namespace hearth::apps
