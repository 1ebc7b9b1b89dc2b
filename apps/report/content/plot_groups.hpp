// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/apps/report/content/report_content.hpp"

namespace hearth::apps {

/// Returns plots of signals that have one quantity and unit: those with measurements first, then
/// temperatures, concentrations, powers, flows, positions and the rest; within one, what is
/// measured first, then ports of one name beside each other. Runs of one signal share a plot.
std::vector<ReportPlot> plot_groups(const std::vector<ReportSignal>& signals);

}  // namespace hearth::apps
