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

/// A power whose energy is part of a KPI.
struct KpiPower {
  std::string signal;                 ///< `id.port`
  std::optional<Unit> unit{};         ///< of a signal that does not say its own
  double factor = 1.0;                ///< what each kWh adds
  std::optional<SeriesSpec> price{};  ///< multiplies it; none: 1
};

/// A signal that adds to a KPI what it is beyond a limit, in its unit and hours.
struct KpiExcess {
  std::string signal;   ///< `id.port`
  double factor = 1.0;  ///< what each unit and hour adds
  std::optional<SeriesSpec> lower{}, upper{};
};

/// What a KPI is the sum of.
struct KpiTerms {
  std::vector<KpiPower> powers;
  std::vector<KpiExcess> excesses;
};

/// Takes a KPI apart into integrals over time, as an objective needs it. Settings are completed
/// from the model; `notes` holds what was assumed.
///
/// InputError for a name that is not that of a KPI (`kpi.unknown`), and for a KPI that lacks inputs
/// (`kpi.no_input`) or is not a sum of integrals of one signal and one series each: peaks, hours,
/// votes, prices and limits that are outputs of the model, comfort while somebody is there
/// (`kpi.not_a_sum`).
KpiTerms kpi_terms(const std::string& name, const KpiSettings& settings, const Plan& plan,
                   Diagnostics& notes);

}  // namespace hearth
