// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hearth/estimation/kpis/kpi_settings.hpp"

namespace hearth::apps {

/// Settings of a report that users choose.
struct ReportConfig {
  std::vector<std::string> sections{};  ///< ids of the sections to show; if empty, all
  std::vector<std::string> carpet{};    ///< patterns of the signals of carpet plots
  KpiSettings kpi{};
  std::filesystem::path folder{};  ///< folder of this file, in which its data files are looked for
};

/// Reads `{"hearth": 1, "kpi": {...}, "report": {...}}`. Throws InputError,
/// `report.section_unknown` with the names of all sections.
ReportConfig read_report_config(const std::filesystem::path& path);

/// Returns the JSON Schema of the file, as text.
std::string report_config_schema();

}  // namespace hearth::apps
