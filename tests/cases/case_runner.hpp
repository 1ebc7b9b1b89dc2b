// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <ostream>

#include "hearth/tests/cases/case_report.hpp"

namespace hearth::cases {

struct RunnerOptions {
  std::filesystem::path cases;  ///< a folder, read recursively, or one file
  std::filesystem::path data;   ///< where files are found that cases refer to
  std::optional<double> step;   ///< s
};

/// Runs all case files, one line a case on the report's stream, messages about files that are not
/// understood on `errors`. Returns 0 where all pass, 1 where some fail, 3 where a file is not
/// understood.
int run_cases(const RunnerOptions& options, CaseReport& report, std::ostream& errors);

}  // namespace hearth::cases
