// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/results.hpp"

namespace hearth {

/// Options of `write_results_csv`.
struct ResultsCsvOptions {
  Zone zone{};               ///< zone of the stamps
  std::string incomplete{};  ///< why the run stopped early, "" if it did not
};

/// Writes results as CSV: a column `time` with ISO 8601 stamps in the zone, and a column `id.port
/// [unit]` for each signal. Numbers are the shortest that read back equal; lines end with a line
/// feed. If the run stopped early, the first line is `# incomplete: ...`. The file appears when it
/// is complete. Throws InputError `file.write`.
void write_results_csv(const Results& results, const std::filesystem::path& path,
                       const ResultsCsvOptions& options = {});

/// Returns the text that `write_results_csv` writes.
std::string results_csv(const Results& results, const ResultsCsvOptions& options = {});

/// Reads such a file; columns without a unit have the unit 1. Throws InputError `results.time_grid`
/// if the stamps do not have a constant step, and the errors of CSV files.
Results read_results_csv(const std::filesystem::path& path);

}  // namespace hearth
