// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hearth/apps/report/content/path_text.hpp"
#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/data/results/run_record.hpp"

namespace hearth::apps {

/// A data file of a run: as its record names it, and where it is now.
struct DataSource {
  std::string name;
  std::filesystem::path path;
};

/// Returns whether a file of that name holds data, not a model or a graph.
bool is_data_file(const std::string& name);

/// Returns what `hearth check` finds in data files: a table of files, of their columns and of what
/// stands out in them. A file that cannot be read is a warning.
std::vector<ReportTable> data_tables(const std::vector<DataSource>& sources,
                                     const std::string& timezone, const PathText& paths,
                                     Diagnostics& diagnostics);

/// Returns how the series of a run were read.
ReportTable series_table(const std::vector<SeriesReport>& series, const PathText& paths,
                         const std::string& title);

}  // namespace hearth::apps
