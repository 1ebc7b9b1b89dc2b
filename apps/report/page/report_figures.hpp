// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/apps/report/content/report_figure.hpp"

namespace hearth::apps {

/// Returns figures as HTML: charts as drawings, estimates and bars as tracks that fit any width,
/// matrices as tables. Shown numbers are rounded; their titles have full precision.
std::string figures_html(const std::vector<ReportFigures>& groups);

}  // namespace hearth::apps
