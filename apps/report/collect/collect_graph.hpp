// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/inputs/calibrated_values.hpp"
#include "hearth/apps/report/inputs/report_model.hpp"

namespace hearth::apps {

/// Returns the component graph of a model with what each component's panel shows; parameters that
/// a calibration estimated say how certain they are.
ReportGraph collect_graph(const ViewedPlan& viewed,
                          const std::map<std::string, CalibratedValue>& calibrated);

}  // namespace hearth::apps
