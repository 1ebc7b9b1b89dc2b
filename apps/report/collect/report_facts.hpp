// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/inputs/report_model.hpp"
#include "hearth/apps/report/inputs/run_series.hpp"

namespace hearth::apps {

/// Returns what a model consists of.
std::vector<ReportFact> model_facts(const ReportedModel& model);

/// Returns when runs take place, how they ended and how long they took.
std::vector<ReportFact> run_facts(const std::vector<ResultFile>& results,
                                  const std::vector<RunSeries>& runs);

/// Returns the errors of tables of agreement, the first few.
std::vector<ReportFact> error_facts(const std::vector<ReportTable>& agreement);

}  // namespace hearth::apps
