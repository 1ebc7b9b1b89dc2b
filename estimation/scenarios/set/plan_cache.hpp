// SPDX-License-Identifier: MIT
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Keeps the plans of a scenario set that were compiled last, so that checks, KPIs and runs of one
/// case share one plan. Bounded by number and size. Several threads may use it.
class PlanCache {
 public:
  /// Returns the plan of a case, null if it is not kept.
  std::shared_ptr<const Plan> find(const std::string& key);
  void keep(const std::string& key, std::shared_ptr<const Plan> plan);

 private:
  using Entry = std::pair<std::string, std::shared_ptr<const Plan>>;

  std::mutex mutex_;
  std::list<Entry> entries_;  // last used first
  std::size_t cells_ = 0;     // of all plans that are kept
};

}  // namespace hearth
