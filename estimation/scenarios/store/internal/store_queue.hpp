// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>

#include "hearth/estimation/scenarios/store/run_store.hpp"

namespace hearth {

/// Lets several threads add runs to one store. The first thread writes its run and those that other
/// threads add meanwhile; the other threads continue with their next runs immediately.
class StoreQueue {
 public:
  /// `stored` is called after each run, from one thread at a time.
  StoreQueue(RunStore& store, std::function<void(const FinishedRun&)> stored);

  /// Adds a run, or leaves it to the thread that is writing; waits if that thread already has many
  /// runs to write. When all calls have returned, all runs are stored. In the writing thread,
  /// throws the errors of `RunStore::add`; after an error, waiting runs are dropped.
  void add(FinishedRun run);
  /// Puts all runs on the disk, after the last call of `add` has returned. (While runs are added,
  /// this happens once a second.) Throws the errors of `RunStore::sync`.
  void finish();
  /// Returns the number of added runs that are on the disk; for use in `stored` and after `finish`.
  long on_disk() const { return on_disk_; }

 private:
  void write_all(std::unique_lock<std::mutex>& lock);

  RunStore& store_;
  std::function<void(const FinishedRun&)> stored_;
  std::mutex mutex_;
  std::condition_variable room_;
  std::deque<FinishedRun> waiting_;
  std::size_t waiting_values_ = 0;  // number of values in recorded series
  bool writing_ = false;
  long added_ = 0, on_disk_ = 0;  // numbers of runs
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
};

}  // namespace hearth
