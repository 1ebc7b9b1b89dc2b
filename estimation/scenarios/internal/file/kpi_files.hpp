// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "hearth/estimation/kpis/kpi_settings.hpp"

namespace hearth {

/// Calls `visit` with every file column that the settings name, in a fixed order.
void visit_kpi_files(KpiSettings& settings,
                     const std::function<void(FileColumn&, const Where&)>& visit);

}  // namespace hearth
