// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/figures/run_kpis.hpp"
#include "hearth/apps/report/inputs/result_file.hpp"

namespace hearth::apps {

/// Returns the results of one run as tiles: energy, peaks, cost, emissions, comfort, with the
/// differences to a baseline below.
std::vector<ReportFact> result_facts(const RunKpis& run, const RunKpis* baseline);

/// Returns these numbers for several runs next to each other, with the differences to a baseline;
/// no tables for a single run without a baseline.
std::vector<ReportTable> comparison_tables(const std::vector<RunKpis>& runs,
                                           const RunKpis* baseline);

/// Returns energy by end use over months, days or hours, and the comfort of zones.
std::vector<ReportFigures> result_figures(const std::vector<RunKpis>& runs,
                                          const RunKpis* baseline);

/// Returns Sankey diagrams of the heat of zones and of water circuits, from the balances in the
/// records of runs. They include the heat that is not accounted for.
std::vector<ReportFigures> flow_figures(const std::vector<ResultFile>& results);

}  // namespace hearth::apps
