// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hearth/estimation/kpis/kpi_settings.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/component/series.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// A power whose energy contributes to a KPI.
struct KpiPower {
  std::string signal;                 ///< `id.port`
  std::optional<Unit> unit{};         ///< unit of a signal that does not state its own
  double factor = 1.0;                ///< contribution per kWh
  std::optional<SeriesSpec> price{};  ///< multiplier; if not set, 1
};

/// A signal that adds its exceedance of a limit, in its unit times hours, to a KPI.
struct KpiExcess {
  std::string signal;   ///< `id.port`
  double factor = 1.0;  ///< contribution per unit and hour
  std::optional<SeriesSpec> lower{}, upper{};
};

/// The terms whose sum is a KPI.
struct KpiTerms {
  std::vector<KpiPower> powers;
  std::vector<KpiExcess> excesses;
};

/// Decomposes a KPI into integrals over time, as an objective needs them. Completes the settings
/// from the model; `notes` contains the assumptions.
///
/// Throws InputError for an unknown KPI (`kpi.unknown`), for a KPI that lacks inputs
/// (`kpi.no_input`), and for a KPI that is not a sum of integrals of one signal and one series each
/// (`kpi.not_a_sum`). These are peaks, hours, votes, comfort during occupied time, and KPIs whose
/// prices or limits are outputs of the model.
KpiTerms kpi_terms(const std::string& name, const KpiSettings& settings, const Plan& plan,
                   Diagnostics& notes);

}  // namespace hearth
