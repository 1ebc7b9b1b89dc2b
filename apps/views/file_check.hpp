// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "hearth/apps/options/options.hpp"
#include "hearth/data/sources/audit.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {

enum class FileKind { Model, Calibration, Control, Data, Mapping, Scenarios, Kpis, Report, Fmu };

/// Returns `model`, `calibration`, `control`, `data`, `mapping`, `scenarios`, `KPI settings`,
/// `report configuration` or `FMU`.
const char* kind_name(FileKind kind);

/// What was found in one file.
struct FileFindings {
  std::filesystem::path file;
  std::optional<FileKind> kind;  ///< none: it was not recognised
  std::string summary;           ///< of what it holds, "" if it cannot be read
  Diagnostics diagnostics;
  std::optional<DataAudit> data;
};

/// Checks a file of any kind, recognised by its content, with everything it refers to. Never throws
/// for bad input.
FileFindings check_file(const std::filesystem::path& file, const ModelOptions& options,
                        const FileColumn& column);

/// Returns an audit for people.
std::string audit_text(const DataAudit& audit);

}  // namespace hearth::apps
