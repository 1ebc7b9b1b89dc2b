// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/run/case_cache.hpp"

#include <algorithm>

namespace hearth {

SharedCase CaseCache::get(const std::string& key, const std::function<SharedCase()>& make) {
  std::packaged_task<SharedCase()> task;
  std::shared_future<SharedCase> content;
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&key](const Entry& entry) { return entry.key == key; });
    if (found != entries_.end()) {
      entries_.splice(entries_.begin(), entries_, found);
    } else {
      task = std::packaged_task<SharedCase()>(make);
      entries_.push_front({key, task.get_future().share()});
      if (entries_.size() > capacity_) entries_.pop_back();
    }
    content = entries_.front().content;
  }
  if (task.valid()) {
    task();  // without the lock, so that others can continue with their cases
    return content.get();
  }
  try {
    return content.get();
  } catch (const Error&) {
    return make();  // messages contain the id of the run, so that each run needs its own
  }
}

}  // namespace hearth
