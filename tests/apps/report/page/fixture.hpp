// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/apps/report/content/report_content.hpp"

namespace hearth::tests {

struct FixtureSize {
  int components = 20;
  int signals = 20;  ///< all with measurements
  int scenarios = 60;
  long rows = 35040;  ///< a year of 15 min
};

/// Returns a report of an invented building in which no part is empty. Its names contain characters
/// that HTML and JSON must escape, and its numbers are always the same.
apps::ReportContent report_fixture(const FixtureSize& size = {});

/// Returns a report of figures of each kind, with bands, steps and limits over time.
apps::ReportContent estimation_fixture();

/// Returns a report with names without spaces, long ids, and numbers that are hard to sort.
apps::ReportContent hostile_fixture();

/// Returns rows of `time,<signal>,...` with all digits, with which plots are compared.
std::string fixture_csv(const apps::ReportSeries& series);

}  // namespace hearth::tests
