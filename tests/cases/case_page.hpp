// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "hearth/tests/cases/case_report.hpp"

namespace hearth::cases {

/// Writes `standard_cases.md` and its figures into a folder, which is made if it is absent. Page
/// and figures depend on the outcomes only.
void write_case_page(const std::vector<Outcome>& outcomes, const std::filesystem::path& folder);

}  // namespace hearth::cases
