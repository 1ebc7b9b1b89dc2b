// SPDX-License-Identifier: MIT
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Keeps the most recently compiled plans of a scenario set, so that checks, KPIs and runs of one
/// case share one plan. Limited in number and size. May be used by several threads.
class PlanCache {
 public:
  /// Returns the plan of a case, or null if it is not kept.
  std::shared_ptr<const Plan> find(const std::string& key);
  void keep(const std::string& key, std::shared_ptr<const Plan> plan);

 private:
  using Entry = std::pair<std::string, std::shared_ptr<const Plan>>;

  std::mutex mutex_;
  std::list<Entry> entries_;  // most recently used first
  std::size_t cells_ = 0;     // number of cells of all kept plans
};

}  // namespace hearth
