// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/apps/report/content/report_content.hpp"

namespace hearth::apps {

/// Returns figures of the results table of a scenario set: savings against the first run that
/// succeeded, a heat map over two axes, the Pareto front of energy and comfort, and the range of a
/// KPI over each parameter of a sweep. Figures without data are left out.
std::vector<ReportFigures> scenario_figures(const ReportTable& runs);

}  // namespace hearth::apps
