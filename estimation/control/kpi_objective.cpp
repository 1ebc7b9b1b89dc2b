// SPDX-License-Identifier: MIT
#include "hearth/estimation/control/control_problem.hpp"
#include "hearth/estimation/kpis/kpi_terms.hpp"

namespace hearth {

void add_kpi(const ControlKpi& kpi, const Plan& plan, ControlProblem& problem, Diagnostics& notes) {
  const KpiTerms terms = kpi_terms(kpi.name, problem.kpi_settings, plan, notes);
  if (!terms.excesses.empty() && !(kpi.weight > 0.0)) {
    throw InputError("control.weight_not_positive", kpi.where,
                     "the 'weight' of '" + kpi.name +
                         "' is not above 0: discomfort would cost nothing; set a weight above 0");
  }
  for (const KpiPower& power : terms.powers) {
    problem.costs.push_back({.output = power.signal,
                             .price = power.price,
                             .weight = kpi.weight * power.factor,
                             .unit = power.unit,
                             .kpi = kpi.name,
                             .where = kpi.where});
  }
  for (const KpiExcess& excess : terms.excesses) {
    problem.limits.push_back({.output = excess.signal,
                              .min = excess.lower,
                              .max = excess.upper,
                              .penalty = kpi.weight * excess.factor,
                              .kpi = kpi.name,
                              .where = kpi.where});
  }
}

}  // namespace hearth
