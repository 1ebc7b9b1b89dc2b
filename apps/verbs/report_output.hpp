// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/apps/report/collect/collect_report.hpp"
#include "hearth/apps/session/session.hpp"

namespace hearth::apps {

/// Says before a run what would be found out after it: UsageError `usage.value` where its results
/// go to a pipe or device, from which no report can be made; InputError `file.write` where the
/// page's folder is not there.
void check_report_place(const std::filesystem::path& report, const std::filesystem::path& results);

/// Collects results and writes the report's page; what is wrong with them is shown. InputError for
/// results that cannot be read, UsageError `usage.value` where the page would replace a file that
/// it is made from, `file.write`.
void write_report(const ReportRequest& request, Session& session);

/// Writes the page of a result that the present command has in memory.
void write_report(const std::filesystem::path& page, KnownResult known, Session& session);

}  // namespace hearth::apps
