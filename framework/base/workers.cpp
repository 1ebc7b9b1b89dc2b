// SPDX-License-Identifier: MIT
#include "hearth/framework/base/workers.hpp"

#include <algorithm>
#include <atomic>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace hearth {

struct Workers::Arena {
  explicit Arena(int threads) : arena(threads) {}
  tbb::task_arena arena;
};

Workers::Workers(int threads) : lanes_(std::max(1, threads)) {
  if (lanes_ > 1) arena_ = std::make_unique<Arena>(lanes_);
}
Workers::~Workers() = default;
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;

void Workers::run(int count, int grain, const void* context, Call call) {
  if (arena_ == nullptr) {
    call(context, 0, 0, count);
    return;
  }
  // The library orders pieces after code before the loop, and code after the loop after them, but
  // inside code that the thread sanitizer cannot see; these two variables show it the order.
  std::atomic<bool> begun{false};
  std::atomic<int> done{0};
  begun.store(true, std::memory_order_release);
  arena_->arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<int>(0, count, static_cast<std::size_t>(std::max(1, grain))),
        [&](const tbb::blocked_range<int>& piece) {
          static_cast<void>(begun.load(std::memory_order_acquire));
          call(context, tbb::this_task_arena::current_thread_index(), piece.begin(), piece.end());
          done.fetch_add(1, std::memory_order_release);
        },
        tbb::simple_partitioner());
  });
  static_cast<void>(done.load(std::memory_order_acquire));
}

}  // namespace hearth
