// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/results.hpp"

namespace hearth {

struct ResultsCsvOptions {
  Zone zone{};               ///< offset of the stamps
  std::string incomplete{};  ///< why the run stopped early: marks the file on its first line
};

/// Writes `time` and one column `id.port [unit]` per signal: ISO 8601 with the zone's offset, the
/// shortest numbers that read back equal, LF. The file appears when it is complete; a run that
/// stopped early is marked by a first line `# incomplete: ...`. Throws `file.write`.
void write_results_csv(const Results& results, const std::filesystem::path& path,
                       const ResultsCsvOptions& options = {});

/// Returns the text that `write_results_csv` writes.
std::string results_csv(const Results& results, const ResultsCsvOptions& options = {});

/// Reads such a file; a column without a unit has unit 1. Throws `results.time_grid` if the
/// stamps do not have a constant step, and the errors of CSV files.
Results read_results_csv(const std::filesystem::path& path);

}  // namespace hearth
