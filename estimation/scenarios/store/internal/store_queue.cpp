// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/store/internal/store_queue.hpp"

#include <utility>

namespace hearth {
namespace {

constexpr std::size_t kLongestQueue = 256;
constexpr std::size_t kMostValues = 8'000'000;  // 64 MB
constexpr auto kSyncEvery = std::chrono::seconds(1);

}  // namespace

StoreQueue::StoreQueue(RunStore& store, std::function<void(const FinishedRun&)> stored)
    : store_(store), stored_(std::move(stored)) {}

void StoreQueue::add(FinishedRun run) {
  std::unique_lock lock(mutex_);
  room_.wait(lock, [this] {
    return !writing_ || (waiting_.size() < kLongestQueue && waiting_values_ < kMostValues);
  });
  waiting_values_ += run.series.values.size();
  waiting_.push_back(std::move(run));
  if (writing_) return;
  writing_ = true;
  try {
    write_all(lock);
  } catch (...) {
    if (!lock.owns_lock()) lock.lock();
    waiting_.clear();
    waiting_values_ = 0;
    writing_ = false;
    room_.notify_all();
    throw;
  }
  writing_ = false;
  room_.notify_all();
}

void StoreQueue::finish() {
  store_.sync();
  on_disk_ = added_;
  synced_ = std::chrono::steady_clock::now();
}

void StoreQueue::write_all(std::unique_lock<std::mutex>& lock) {
  while (!waiting_.empty()) {
    const FinishedRun run = std::move(waiting_.front());
    waiting_.pop_front();
    waiting_values_ -= run.series.values.size();
    lock.unlock();
    store_.add(run);
    ++added_;
    if (std::chrono::steady_clock::now() - synced_ >= kSyncEvery) finish();
    stored_(run);
    lock.lock();
    room_.notify_all();
  }
}

}  // namespace hearth
