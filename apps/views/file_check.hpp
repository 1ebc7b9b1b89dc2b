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

/// The findings for one file.
struct FileFindings {
  std::filesystem::path file;
  std::optional<FileKind> kind;  ///< none: not recognised
  std::string summary;           ///< summary of the content, "" if it cannot be read
  Diagnostics diagnostics;
  std::optional<DataAudit> data;
};

/// Checks a file, whose kind is recognised by its content, and all files to which it refers. Does
/// not throw for invalid input.
FileFindings check_file(const std::filesystem::path& file, const ModelOptions& options,
                        const FileColumn& column);

/// Returns an audit as text.
std::string audit_text(const DataAudit& audit);

}  // namespace hearth::apps
