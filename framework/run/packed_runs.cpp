// SPDX-License-Identifier: MIT
#include "hearth/framework/run/packed_runs.hpp"

namespace hearth {

bool PackedRuns::possible(const RunBasis& basis, const RunSettings& settings) {
  return !settings.stepwise.locate_events &&
         PackedSimulation::possible(basis.plan(), basis.inputs());
}

PackedRuns::PackedRuns(std::shared_ptr<const RunBasis> basis, const RunSettings& settings)
    : basis_(std::move(basis)),
      books_(settings.balance && plan().ledger_count > 0),
      simulation_(basis_->objects(), settings.balance),
      checks_(kLanes, RunChecks(plan())) {}

void PackedRuns::start(int lane, Run& run) {
  simulation_.start(lane, *run.stepwise());
  RunChecks& checks = checks_[static_cast<std::size_t>(lane)];
  checks.clear();
  checks.check_row(0, [&run](int cell) { return run.value(cell); });
  row_ = 0;
}

void PackedRuns::step() {
  simulation_.step();
  ++row_;
  for (int lane = 0; lane < kLanes; ++lane) {
    checks_[static_cast<std::size_t>(lane)].check_row(
        row_, [this, lane](int cell) { return value(lane, cell); });
  }
}

Balance PackedRuns::balance(int lane) {
  return books_ ? draw_balance(plan(), simulation_.booked(lane)) : Balance{};
}

Diagnostics PackedRuns::warnings(int lane) const {
  return checks_[static_cast<std::size_t>(lane)].warnings(basis_->inputs().period);
}

}  // namespace hearth
