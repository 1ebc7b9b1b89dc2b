// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <vector>

#include "hearth/framework/component/cells.hpp"
#include "hearth/framework/model/config_object.hpp"
#include "hearth/framework/model/resolved_model.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// One instance of a plan with its own cells, whose functions can be called alone to examine its
/// type. The plan must outlive it.
class LoneInstance {
 public:
  /// Returns the configuration of an instance, with constants instead of its series.
  static std::vector<ResolvedConfig> config_of(const Plan& plan, int slot) {
    const PlannedInstance& instance = plan.instances[static_cast<std::size_t>(slot)];
    ResolvedComponent wired;
    wired.component = &plan.model.component(instance.id);
    wired.type = instance.type;
    wired.sizes = instance.sizes;
    return default_config(wired);
  }

  LoneInstance(const Plan& plan, int slot, const std::vector<ResolvedConfig>& config)
      : type_(*plan.instances[static_cast<std::size_t>(slot)].type),
        slot_(plan.slots[static_cast<std::size_t>(slot)]),
        counts_(type_.counts(slot_.sizes)),
        config_(type_, config),
        configs_(static_cast<std::size_t>(plan.config_count), nullptr),
        cells_(plan.cells.size()),
        scratch_(static_cast<std::size_t>(plan.scratch_count) + 1) {
    std::copy(plan.cells.begin(), plan.cells.end(), cells_.data());
    if (slot_.config >= 0) configs_[static_cast<std::size_t>(slot_.config)] = config_.get();
    frame_.cells = cells_.data();
    frame_.in = plan.in_initial.data();
    frame_.configs = configs_.data();
    frame_.scratch = scratch_.data();
  }
  LoneInstance(const LoneInstance&) = delete;
  LoneInstance& operator=(const LoneInstance&) = delete;

  const ComponentType& type() const { return type_; }
  const Slot& slot() const { return slot_; }
  const Counts& counts() const { return counts_; }
  /// Returns the cells, in the layout of the plan; the caller may change them.
  double* cells() { return cells_.data(); }
  const Frame<double>& frame() const { return frame_; }

 private:
  const ComponentType& type_;
  const Slot& slot_;
  Counts counts_;
  ConfigObject<double> config_;
  std::vector<const void*> configs_;
  Cells<double> cells_;
  std::vector<double> scratch_;
  Frame<double> frame_;
};

}  // namespace hearth
