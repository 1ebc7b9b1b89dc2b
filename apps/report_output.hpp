// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/apps/report/collect_report.hpp"
#include "hearth/apps/session.hpp"

namespace hearth::apps {

/// Throws `usage.value` where the results of `--report` go to a pipe or device, from which a report
/// cannot be made.
void require_results_file(const std::filesystem::path& results);

/// Collects results and writes the report's page; what is wrong with them is shown. InputError for
/// results that cannot be read, UsageError `usage.value` where the page would replace a file that
/// it is made from, `file.write`.
void write_report(const ReportRequest& request, Session& session);

}  // namespace hearth::apps
