// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/store/internal/store_queue.hpp"

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/estimation/scenarios/store/run_store_samples.hpp"

namespace store_queue_test {

using namespace hearth;
using namespace hearth::test;

TEST_CASE("runs that several threads add are stored once each, one at a time") {
  const TempFolder folder;
  std::vector<int> stored(kRuns);
  {
    RunStore store(folder.path() / "part.sqlite", layout_of());
    std::atomic<int> inside{0};
    std::atomic<bool> alone{true};
    StoreQueue queue(store, [&](const FinishedRun& run) {
      if (++inside != 1) alone = false;
      ++stored[run.index];
      --inside;
    });
    std::vector<std::thread> threads;
    for (long t = 0; t < 4; ++t) {
      threads.emplace_back([&queue, t] {
        for (long i = t; i < kRuns; i += 4) queue.add(run_of(i));
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(alone);
  }
  CHECK(stored == std::vector<int>(kRuns, 1));
  CHECK(merged_bytes(folder.path()).table == undisturbed().table);
}

TEST_CASE("a queue whose writing failed takes the next run") {
  const TempFolder folder;
  RunStore store(folder.path() / "part.sqlite", layout_of());
  int calls = 0;
  StoreQueue queue(store, [&](const FinishedRun&) {
    if (++calls == 1) throw std::runtime_error("stop");
  });
  CHECK_THROWS_AS(queue.add(run_of(0)), std::runtime_error);
  CHECK_NOTHROW(queue.add(run_of(1)));
  CHECK(calls == 2);
}

}  // namespace store_queue_test
