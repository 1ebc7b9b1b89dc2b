// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/content/report_request.hpp"
#include "hearth/apps/report/inputs/known_result.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {

/// Collects all that a report shows. What is missing is left out and, where a reader would expect
/// it, a warning; InputError for results that cannot be read or are none.
ReportContent collect_report(const ReportRequest& request, Diagnostics& diagnostics);
/// The same of one result that is in memory, in place of `request.results`.
ReportContent collect_report(const ReportRequest& request, const KnownResult& known,
                             Diagnostics& diagnostics);

}  // namespace hearth::apps
