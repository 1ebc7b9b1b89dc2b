// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/set/plan_cache.hpp"

#include <algorithm>

namespace hearth {
namespace {

constexpr std::size_t kMostPlans = 64;
constexpr std::size_t kMostCells = 200'000;  // about 100 MB of plans

}  // namespace

std::shared_ptr<const Plan> PlanCache::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&key](const Entry& entry) { return entry.first == key; });
  if (found == entries_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found);
  return found->second;
}

void PlanCache::keep(const std::string& key, std::shared_ptr<const Plan> plan) {
  const std::lock_guard lock(mutex_);
  cells_ += plan->cells.size();
  entries_.emplace_front(key, std::move(plan));
  while (entries_.size() > kMostPlans || (cells_ > kMostCells && entries_.size() > 1)) {
    cells_ -= entries_.back().second->cells.size();
    entries_.pop_back();
  }
}

}  // namespace hearth
