// SPDX-License-Identifier: MIT
#include "hearth/framework/plan/internal/plan_checks.hpp"

#include <set>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/component/cells.hpp"
#include "hearth/framework/model/cell_values.hpp"

namespace hearth {
void check_initial_values(const Plan& plan) {
  Diagnostics diagnostics;
  std::set<int> given;
  for (const auto& [cell, value] : plan.given_outputs) given.insert(cell);
  for (const LagSlot& lag : plan.lags) {
    if (lag.carrier != Carrier::Algebraic || given.count(lag.transfer.from) != 0) continue;
    const Endpoint& from = lag.connection->from;
    const Where where = plan.model.component(from.component).where.at(from.component, from.port);
    diagnostics.error("model.initial_missing", where,
                      "the removed connection " + to_string(*lag.connection) +
                          " needs this output's initial value; give it under 'initial' of the "
                          "component ({\"" +
                          from.port + "\": 0}), or choose the cycle removal state-edges");
  }
  if (diagnostics.has_errors()) throw ModelError(diagnostics);
}

void check_computed(const Plan& plan) {
  Cells<double> cells(plan.cells.size());
  for (std::size_t i = 0; i < plan.slots.size(); ++i) {
    plan.instances[i].type->plain.construct(plan.slots[i], cells.data());
  }
  for (std::size_t i = 0; i < plan.cells.size(); ++i) {
    cells[static_cast<int>(i)] = plan.cells[i];
  }
  Diagnostics diagnostics;
  for (std::size_t i = 0; i < plan.slots.size(); ++i) {
    const PlannedInstance& instance = plan.instances[i];
    if (instance.computed == 0) continue;
    instance.type->plain.prepare(plan.slots[i], cells.data(), instance.computed);
    for (const Field& field : instance.type->schema) {
      if (field.role != Role::Parameter || !field.computed) continue;
      if (((instance.computed >> field.member) & 1U) == 0) continue;
      const double value = cells[plan.slots[i].parameter +
                                 cell_offset(instance.type->schema, field, instance.sizes)];
      if (value >= field.range.min && value <= field.range.max) continue;
      const Where where = plan.model.component(instance.id).where.at(instance.id, field.name);
      diagnostics.error("model.computed_out_of_range", where,
                        "the other parameters of this component make it " + number_text(value) +
                            " " + field.unit.symbol + ", outside " + number_text(field.range.min) +
                            " to " + number_text(field.range.max) + "; correct them or give it");
    }
  }
  if (diagnostics.has_errors()) throw ModelError(diagnostics);
}

}  // namespace hearth
