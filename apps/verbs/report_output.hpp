// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/apps/report/collect/collect_report.hpp"
#include "hearth/apps/session/session.hpp"

namespace hearth::apps {

/// Throws UsageError `usage.value` if a report is requested but the results go to a pipe or device,
/// from which no report can be made.
void require_result_file(const std::filesystem::path& results);

/// Collects results, shows problems in them and writes the page of the report. Throws InputError
/// for results that cannot be read, UsageError `usage.value` if the page would replace a file from
/// which it is made, and `file.write`.
void write_report(const ReportRequest& request, Session& session);

/// Writes the page of a result that the present command has just written, with its record.
void write_report(const std::filesystem::path& page, ResultKind kind,
                  const std::filesystem::path& result, const RunRecord& record, Session& session);

/// Writes the page of a result that the present command has in memory.
void write_report(const std::filesystem::path& page, KnownResult known, Session& session);

}  // namespace hearth::apps
